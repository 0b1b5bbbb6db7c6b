// The throttle `python`: an object of a Python class decides which entities may issue and which may
// load.
#include "heddle/policy/throttle/throttle.hpp"

#include "heddle/policy/registry.hpp"
#include "policies/made.hpp"
#include "policies/sm_hooks.hpp"
#include "whole_number.hpp"

namespace heddle::python {
namespace {

[[noreturn]] void refuse(const py::handle& answer, unsigned count, const char* reason) {
  fail("close returned {}{}; allowed: entities, numbers from 0 to {}",
       OfferedObject::in_words(answer), reason, count - 1);
}

/// The mask of the SM's entities whose numbers a Python iterable has. Throws Error for anything
/// else.
model::EntityMask mask_of(const py::handle& entities, unsigned count) {
  if (!is_iterable(entities)) refuse(entities, count, ", which is not iterable");
  model::EntityMask mask;
  for (const py::handle& entity : entities) {
    const std::optional<long long> number = whole_number(entity);
    if (!number) refuse(entities, count, "");
    if (*number < 0 || *number >= count)
      fail("close returned entity {}; the SM has 0 to {}", *number, count - 1);
    mask.set(static_cast<unsigned>(*number));
  }
  return mask;
}

class PythonThrottle final : public SmHooks<policy::Throttle> {
 public:
  explicit PythonThrottle(std::string offer = {}) : SmHooks("Throttle", std::move(offer)) {}

  void close(policy::Gate& gate) override {
    const unsigned count = sm().entities;
    object().ask("close", [&](const py::object& answer) {
      if (!py::isinstance<py::tuple>(answer) || py::len(answer) != 2 ||
          py::isinstance<py::int_>(answer[py::int_(0)])) {
        gate.may_issue = gate.may_load = mask_of(answer, count);
        return;
      }
      gate.may_issue = mask_of(answer[py::int_(0)], count);
      gate.may_load = mask_of(answer[py::int_(1)], count);
    });
    const Locked lock;
    const py::object until = object().object().attr("valid_until");
    if (until.is_none()) return;
    const std::optional<long long> cycle = whole_number(until);
    if (!cycle || *cycle < 0 || static_cast<Cycle>(*cycle) <= sm().now)
      fail("valid_until is {}; it must be a cycle later than now, cycle {}, or None",
           OfferedObject::in_words(until), sm().now);
    hold_until(static_cast<Cycle>(*cycle));
  }

 private:
  void told() override { change(); }
};

const policy::Register<policy::Throttle, PythonThrottle> throttle_registration(
    "python", "a class of Python's: for first trials, slow");

}  // namespace

std::unique_ptr<policy::Throttle> make_throttle(const std::string& offer) {
  return std::make_unique<PythonThrottle>(offer);
}

}  // namespace heddle::python
