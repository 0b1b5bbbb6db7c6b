#include "cli/run/run_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/sim/output_folder.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

fs::path make_temporary() {
  const char* base = std::getenv("TMPDIR");
  std::string pattern =
      fs::absolute(base == nullptr || *base == 0 ? "/tmp" : base) / "heddle-run-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) {
    fail("cannot make a temporary folder '{}': {} (TMPDIR says where)", pattern,
         std::strerror(errno));
  }
  return pattern;
}

/// The lock goes with the process, so an interrupted run leaves none behind.
int lock_folder(const fs::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return descriptor;
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    close(descriptor);
    fail("--out {}: another run is using this folder", folder.string());
  }
  return descriptor;
}

}  // namespace

RunFolder::RunFolder(const std::string& out, bool overwrite) : kept_(!out.empty()) {
  if (!kept_) {
    path_ = make_temporary();
    return;
  }
  sim::make_folder("--out", out);
  path_ = fs::absolute(out);
  lock_ = lock_folder(path_);
  sim::prepare_output_folder(path_, overwrite);
}

RunFolder::~RunFolder() {
  std::error_code error;
  if (!kept_) fs::remove_all(path_, error);
  if (lock_ >= 0) close(lock_);
}

}  // namespace heddle::cli
