// The warp scheduler `python`: picks as an object of a Python class does.
#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"
#include "sm_hooks.hpp"

namespace heddle::python {
namespace {

class PythonScheduler final : public SmHooks<policy::WarpScheduler> {
 public:
  PythonScheduler() : SmHooks("WarpScheduler") {}

  unsigned pick(unsigned slot, const model::EntityMask& candidates) override {
    const Locked lock;
    return object().ask("pick", entity_of, slot, entities_of(candidates));
  }
  void issued(unsigned slot, unsigned entity) override {
    if (heard().issued) tell("issued", slot, entity);
  }

 private:
  static unsigned entity_of(const py::object& answer) {
    if (answer.is_none()) return model::kNoEntity;
    PyObject* const index = PyNumber_Index(answer.ptr());
    if (index == nullptr) {
      PyErr_Clear();
      fail("pick returned {}; allowed: one of the candidates, or None",
           OfferedObject::in_words(answer));
    }
    const auto number = py::reinterpret_steal<py::int_>(index);
    int overflow = 0;
    const long long entity = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (overflow != 0 || entity < 0 || entity >= model::kNoEntity) {
      fail("pick returned {}; allowed: one of the candidates, or None",
           OfferedObject::in_words(answer));
    }
    return static_cast<unsigned>(entity);
  }
};

const policy::Register<policy::WarpScheduler, PythonScheduler> scheduler_registration(
    "python", "a class of Python's: for first trials, slow");

}  // namespace
}  // namespace heddle::python
