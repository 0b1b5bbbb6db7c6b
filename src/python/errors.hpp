// heddle's errors as Python exceptions. They carry heddle's message, which says what is wrong,
// where, and what to type instead.
#pragma once

#include "gil.hpp"
#include "heddle/base/error.hpp"

namespace heddle::python {

/// Raises heddle.PolicyError(message) from the exception of a policy or probe that is written in
/// Python.
[[noreturn]] void raise_policy_error(const std::string& message, const py::object& cause);

}  // namespace heddle::python
