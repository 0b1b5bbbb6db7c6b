#include "cli/run/run_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "heddle/base/error.hpp"
#include "heddle/sim/result_files.hpp"

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

}  // namespace

RunFolder::RunFolder(const std::string& out, bool overwrite) : kept_(!out.empty()) {
  if (!kept_) {
    path_ = make_temporary();
    return;
  }
  path_ = fs::absolute(out);
  sim::prepare_output_folder(path_, overwrite);
}

RunFolder::~RunFolder() {
  std::error_code error;
  if (!kept_) fs::remove_all(path_, error);
}

}  // namespace heddle::cli
