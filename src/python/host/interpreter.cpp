#include "host/interpreter.hpp"

#include <filesystem>

#include <dlfcn.h>
#include <pybind11/embed.h>

#include "gil.hpp"
#include "heddle/base/error.hpp"

namespace heddle::python {
namespace {

namespace fs = std::filesystem;

/// The file that has this address.
std::string file_of(const void* address) {
  Dl_info info;
  if (dladdr(address, &info) == 0) fail("the dynamic linker does not know python_policies.so");
  return info.dli_fname;
}

/// Extension modules of Python look for the interpreter's functions among the global ones.
void make_interpreter_global() {
  const std::string file = file_of(reinterpret_cast<const void*>(&Py_InitializeEx));
  if (dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD) == nullptr)
    fail("Python's library '{}' is not global: {}", file, dlerror());
}

void initialize() {
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  config.install_signal_handlers = 0;  // signals are the program's and heddle's
  config.parse_argv = 0;
  PyConfig_SetBytesString(&config, &config.program_name, HEDDLE_PYTHON_EXECUTABLE);
  const PyStatus status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status) != 0)
    fail("Python does not start: {}", status.err_msg == nullptr ? "unknown" : status.err_msg);
}

}  // namespace

void start_interpreter() {
  if (Py_IsInitialized() != 0) return;
  make_interpreter_global();
  initialize();
  // In the folder `host` of the package.
  const fs::path library = file_of(reinterpret_cast<const void*>(&start_interpreter));
  py::module_::import("sys").attr("path").attr("insert")(
      0, fs::absolute(library).parent_path().parent_path().parent_path().string());
  PyEval_SaveThread();
}

}  // namespace heddle::python
