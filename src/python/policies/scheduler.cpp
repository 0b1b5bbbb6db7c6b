// The warp scheduler `python`: an object of a Python class picks the entity.
#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"
#include "policies/made.hpp"
#include "policies/sm_hooks.hpp"
#include "whole_number.hpp"

namespace heddle::python {
namespace {

/// The run ends after this number of answers of None in a row. The simulator's own watchdog waits
/// for millions of cycles, which would take many minutes with a policy in Python.
constexpr unsigned kMostIdlePicks = 100'000;

class PythonScheduler final : public SmHooks<policy::WarpScheduler> {
 public:
  explicit PythonScheduler(std::string offer = {}) : SmHooks("WarpScheduler", std::move(offer)) {}

  unsigned pick(unsigned slot, const model::EntityMask& candidates) override {
    const Locked lock;
    const unsigned entity = object().ask("pick", entity_of, slot, entities_of(candidates));
    idle_picks_ = entity == model::kNoEntity ? idle_picks_ + 1 : 0;
    if (idle_picks_ >= kMostIdlePicks) {
      fail(
          "pick returned None {} times running, with candidates each time, and none was issued in "
          "between: no warp can go on",
          idle_picks_);
    }
    return entity;
  }
  void issued(unsigned slot, unsigned entity) override {
    if (heard().issued) tell("issued", slot, entity);
  }

 private:
  unsigned idle_picks_ = 0;  ///< number of answers of None in a row

  static unsigned entity_of(const py::object& answer) {
    if (answer.is_none()) return model::kNoEntity;
    const std::optional<long long> entity = whole_number(answer);
    if (!entity || *entity < 0 || *entity >= model::kNoEntity) {
      fail("pick returned {}; allowed: one of the candidates, or None",
           OfferedObject::in_words(answer));
    }
    return static_cast<unsigned>(*entity);
  }
};

const policy::Register<policy::WarpScheduler, PythonScheduler> scheduler_registration(
    "python", "a class of Python's: for first trials, slow");

}  // namespace

std::unique_ptr<policy::WarpScheduler> make_scheduler(const std::string& offer) {
  return std::make_unique<PythonScheduler>(offer);
}

}  // namespace heddle::python
