// A mixin over the interface of warp schedulers and of throttles. Passes a notification of the
// simulator on to the Python object if the object's class defines a method for the notification.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "heddle/policy/sm_policy.hpp"
#include "offer.hpp"
#include "sm.hpp"

namespace heddle::python {

/// Which notifications the Python class defines methods for.
struct Heard {
  bool kernel_started = false, block_dispatched = false, warp_launched = false, warp_exited = false,
       barrier_reached = false, barrier_released = false, waits = false, instruction_issued = false,
       issued = false;

  Heard() = default;
  /// `base` is the class of heddle._policies whose methods do nothing.
  Heard(const OfferedObject& object, const char* base);
};

/// The name of a wait: "memory", "fence", ...
const char* name_of(policy::LongWait wait);

/// `Kind` is WarpScheduler or Throttle.
template <typename Kind>
class SmHooks : public Kind {
 public:
  /// `offer`: the class, if a parameter does not name it.
  SmHooks(const char* base, std::string offer)
      : base_(base), is_named_(offer.empty()), offer_(std::move(offer)) {}
  ~SmHooks() override {
    if (!sm_) return;
    const Locked lock;
    sm_->expire();
    sm_.reset();
  }

  void describe(ParameterVisitor& visit) override {
    if (is_named_)
      visit("class", offer_, {.doc = "the Python class, as heddle.Simulation offers it"});
  }
  void check() const override {
    if (!offer_.empty()) return;
    fail("{}=python needs a class: give the class itself, as in settings={{'{}': MyClass}}",
         Kind::kKind, Kind::kKind);
  }
  void attach(const model::SmView& view) override {
    Kind::attach(view);
    object_.emplace(offer_);
    const Locked lock;
    sm_ = std::make_shared<Sm>(view);
    object_->object().attr("sm") = py::cast(sm_);
    heard_ = Heard(*object_, base_);
  }

  void kernel_started(unsigned kernel, const isa::Program& program) override {
    if (heard_.kernel_started) tell("kernel_started", kernel, program.name);
  }
  void block_dispatched(unsigned slot, unsigned kernel, unsigned warps) override {
    if (heard_.block_dispatched) tell("block_dispatched", slot, kernel, warps);
  }
  void warp_launched(unsigned entity) override {
    if (heard_.warp_launched) tell("warp_launched", entity);
  }
  void warp_exited(unsigned entity) override {
    if (heard_.warp_exited) tell("warp_exited", entity);
  }
  void barrier_reached(unsigned block_slot) override {
    if (heard_.barrier_reached) tell("barrier_reached", block_slot);
  }
  void barrier_released(unsigned block_slot, unsigned warps) override {
    if (heard_.barrier_released) tell("barrier_released", block_slot, warps);
  }
  bool hears_waits() const override { return heard_.waits; }
  void waits(unsigned entity, policy::LongWait wait) override {
    tell("waits", entity, name_of(wait));
  }
  bool hears_issues() const override { return heard_.instruction_issued; }
  void instruction_issued(unsigned entity, Pc pc, LaneMask lanes) override {
    if (heard_.instruction_issued) tell("instruction_issued", entity, pc, lanes);
  }

 protected:
  const OfferedObject& object() const { return *object_; }
  const Heard& heard() const { return heard_; }
  /// Called after the Python object has been notified.
  virtual void told() {}

  template <typename... Arguments>
  void tell(const char* method, Arguments&&... arguments) {
    object_->tell(method, std::forward<Arguments>(arguments)...);
    told();
  }

 private:
  const char* base_;
  bool is_named_;  ///< whether the parameter `class` names the class
  std::string offer_;
  std::optional<OfferedObject> object_;  ///< set by attach()
  std::shared_ptr<Sm> sm_;
  Heard heard_;
};

}  // namespace heddle::python
