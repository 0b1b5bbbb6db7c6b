// The lock of the Python interpreter. A simulation runs without it; what Python decides or hears
// takes it for as long as Python code runs. The interpreter's exit waits for threads that work
// without the lock: Python ends each thread that asks for the lock after its exit, in the midst of
// the simulator's code.
#pragma once

#include <optional>

#include <pybind11/pybind11.h>

namespace heddle::python {

namespace py = pybind11;

using Locked = py::gil_scoped_acquire;

/// While one lives, the thread works without the lock. Raises SystemExit in Python once the
/// interpreter exits.
class Unlocked {
 public:
  Unlocked();
  ~Unlocked();
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  std::optional<py::gil_scoped_release> released_;
};

/// Whether the interpreter waits for threads before it exits. What runs long looks here.
bool is_exiting();
/// Ends the Python code of a thread that the interpreter's exit waited for.
[[noreturn]] void raise_exit();

}  // namespace heddle::python
