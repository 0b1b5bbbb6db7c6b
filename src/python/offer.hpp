// How a policy or probe that is written in Python reaches the simulator. The package offers the
// class under a name; the policy `python` of its kind has that name as the parameter `class` and
// makes an object of the class for each SM. What the object raises is kept by the offer, ends the
// run as any policy's exception does, and reaches the caller as the cause of a PolicyError.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "gil.hpp"
#include "heddle/base/error.hpp"

namespace heddle::python {

/// An object of the offered class, and calls of its methods. Any thread may call; the interpreter's
/// lock is taken for as long as Python runs.
class OfferedObject {
 public:
  /// Makes an object for the SM; of a probe, which is one object for all, `make` gives that one.
  /// Throws Error if there is no such offer.
  explicit OfferedObject(const std::string& offer);
  ~OfferedObject();
  OfferedObject(const OfferedObject&) = delete;
  OfferedObject& operator=(const OfferedObject&) = delete;

  const py::object& object() const { return object_; }
  /// Whether its class defines the method anew, and does not inherit the one of `base`.
  bool defines(const char* base, const char* method) const;

  /// Calls a method and hands its answer to `use`, with the lock held. Throws std::runtime_error in
  /// place of what Python raises.
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

  /// "an int of an entity, and not 'x'": for the message that refuses an answer.
  static std::string in_words(const py::handle& answer);

 private:
  [[noreturn]] void fail_with(py::error_already_set& raised) const;

  py::object offer_, object_;
};

}  // namespace heddle::python
