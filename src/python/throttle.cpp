// The throttle `python`: an object of a Python class says who may issue and who may load.
#include "heddle/policy/throttle/throttle.hpp"

#include "heddle/policy/registry.hpp"
#include "sm_hooks.hpp"

namespace heddle::python {
namespace {

/// The SM's entities that a Python iterable names. Throws Error for anything else.
model::EntityMask mask_of(const py::handle& entities, unsigned count) {
  model::EntityMask mask;
  try {
    for (const py::handle& entity : entities) {
      const auto number = entity.cast<std::int64_t>();
      if (number < 0 || number >= count)
        fail("close returned entity {}; the SM has 0 to {}", number, count - 1);
      mask.set(static_cast<unsigned>(number));
    }
  } catch (const py::cast_error&) {
    fail("close returned {}; allowed: entities, numbers from 0 to {}",
         OfferedObject::in_words(entities), count - 1);
  }
  return mask;
}

class PythonThrottle final : public SmHooks<policy::Throttle> {
 public:
  PythonThrottle() : SmHooks("Throttle") {}

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
    const auto cycle = until.cast<Cycle>();
    if (cycle <= sm().now)
      fail("valid_until is {}; it must be later than now, cycle {}, or None", cycle, sm().now);
    hold_until(cycle);
  }

 private:
  void told() override { change(); }
};

const policy::Register<policy::Throttle, PythonThrottle> throttle_registration(
    "python", "a class of Python's: for first trials, slow");

}  // namespace
}  // namespace heddle::python
