#include "study/runs/run_folder.hpp"

#include <cerrno>

#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/sim/records/output_folder.hpp"
#include "jobs/folders/folder_lock.hpp"

namespace heddle::study {

namespace fs = std::filesystem;

RunFolder::RunFolder(const std::string& out, bool overwrite) {
  if (out.empty()) {
    path_ = temporary_.emplace("run").path();
    return;
  }
  sim::make_folder("--out", out);
  path_ = fs::absolute(out);
  lock_ = jobs::lock_folder(path_);
  if (lock_ < 0 && errno == EWOULDBLOCK)
    fail("--out {}: another run is using this folder", path_.string());
  sim::prepare_output_folder(path_, overwrite);
}

RunFolder::~RunFolder() {
  if (lock_ >= 0) close(lock_);
}

}  // namespace heddle::study
