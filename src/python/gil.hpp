// The lock of the Python interpreter (GIL). A simulation runs without the lock. Policies and probes
// in Python hold the lock while their Python code runs. The interpreter's exit waits for threads
// that work without the lock. Otherwise Python would end each of these threads when it next asks
// for the lock, in the midst of the simulator's code.
#pragma once

#include <optional>

#include <pybind11/pybind11.h>

namespace heddle::python {

namespace py = pybind11;

using Locked = py::gil_scoped_acquire;

/// Releases the lock while the object lives. The constructor raises SystemExit in Python if the
/// interpreter is exiting.
class Unlocked {
 public:
  Unlocked();
  ~Unlocked();
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  std::optional<py::gil_scoped_release> released_;
};

/// Whether the interpreter is exiting and waits for threads. Code that runs long checks this.
bool is_exiting();
/// Raises SystemExit, which ends the Python code of a thread that the interpreter's exit waits for.
[[noreturn]] void raise_exit();

}  // namespace heddle::python
