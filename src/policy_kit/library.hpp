// The interface between heddle and a policy library. A policy library is a shared library with
// policies that are not part of heddle. It has registries of its own, which its policies fill when
// the library is loaded, and its own copy of the code of heddle that its policies call. So heddle
// exports nothing to the library. The library exports one function, which hands its policies over.
#pragma once

#include "heddle/policy/kinds.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {

/// Receives the policies of a library: take() is called once for each policy, by its kind.
class LibraryReader {
 public:
  virtual ~LibraryReader() = default;
#define KIND(Interface, name) virtual void take(const Registry<Interface>::Entry& entry) = 0;
#define UNIT_KIND KIND
#include "heddle/policy/kinds.def"
#undef UNIT_KIND
#undef KIND
};

/// The name and the type of the function that a policy library exports.
inline constexpr const char* kHandOver = "heddle_policy_library";
using HandOver = void (*)(LibraryReader& reader);

/// The same for the library that runs policies in Python (src/python/host): it hands over the
/// policies of a file of Python, and throws Error if the file cannot be run.
inline constexpr const char* kPythonHandOver = "heddle_python_policies";
using PythonHandOver = void (*)(const char* file, LibraryReader& reader);

}  // namespace heddle::policy
