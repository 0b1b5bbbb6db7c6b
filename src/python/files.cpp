// Reads files for the package, within the size limit of their kind. Refuses a device, a pipe into
// which nobody writes, and a file without end.
#include "bindings.hpp"
#include "heddle/base/files/input_file.hpp"

namespace heddle::python {
namespace {

py::bytes bytes_of(const std::string& file, const FileKind& kind) {
  std::string bytes;
  {
    const Unlocked unlocked;
    bytes = read_file(file, kind);
  }
  return bytes;
}

}  // namespace

void bind_files(py::module_& module) {
  module.def(
      "read_code",
      [](const std::string& file, bool is_ptx) {
        return bytes_of(file, is_ptx ? file_kinds::kPtx : file_kinds::kSource);
      },
      py::arg("file"), py::arg("is_ptx"));
  module.def(
      "read_stats", [](const std::string& file) { return bytes_of(file, file_kinds::kStats); },
      py::arg("file"));
  module.def(
      "read_settings",
      [](const std::string& file) { return bytes_of(file, file_kinds::kSettings); },
      py::arg("file"));
}

}  // namespace heddle::python
