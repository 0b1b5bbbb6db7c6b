// The Python interpreter of a process that simulates with policies in Python, but is no Python.
#pragma once

namespace heddle::python {

/// Starts the interpreter and lets it import the package `heddle` that lies beside this library,
/// unless the process has an interpreter. The interpreter lives as long as the process. No thread
/// holds its lock afterwards.
void start_interpreter();

}  // namespace heddle::python
