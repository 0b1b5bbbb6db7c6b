// Connects a policy or probe that is written in Python to the simulator. The package offers the
// Python class under a name. The policy `python` of the same kind gets this name as its parameter
// `class`, and makes an object of the class for each SM. An exception of the object ends the run,
// as an exception of any policy does. The offer keeps the exception, and the caller gets it as the
// cause of a PolicyError.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "gil.hpp"
#include "heddle/base/error.hpp"

namespace heddle::python {

/// An object of the offered class. Any thread may call its methods. A call holds the interpreter's
/// lock.
class OfferedObject {
 public:
  /// Makes an object of the class for an SM. For a probe, takes the probe's only object, which
  /// hears all units. Throws Error if no class is offered under this name.
  explicit OfferedObject(const std::string& offer);
  ~OfferedObject();
  OfferedObject(const OfferedObject&) = delete;
  OfferedObject& operator=(const OfferedObject&) = delete;

  const py::object& object() const { return object_; }
  /// Whether the object's class defines the method itself, instead of inheriting it from `base`.
  bool defines(const char* base, const char* method) const;

  /// Calls a method and passes its answer to `use`, with the lock held. Turns a Python exception
  /// into std::runtime_error.
  template <typename Use, typename... Arguments>
  auto ask(const char* method, Use&& use, Arguments&&... arguments) const {
    const Locked lock;
    try {
      return use(object_.attr(method)(std::forward<Arguments>(arguments)...));
    } catch (py::error_already_set& raised) {
      fail_with(raised);
    }
  }
  template <typename... Arguments>
  void tell(const char* method, Arguments&&... arguments) const {
    ask(method, [](const py::object&) {}, std::forward<Arguments>(arguments)...);
  }

  /// Python's repr() of an answer, for the message that refuses the answer.
  static std::string in_words(const py::handle& answer);

 private:
  [[noreturn]] void fail_with(py::error_already_set& raised) const;

  py::object offer_, object_;
};

}  // namespace heddle::python
