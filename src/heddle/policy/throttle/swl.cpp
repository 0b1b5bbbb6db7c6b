// Static warp limiting (SWL, Rogers' dissertation, chapter 3): only the oldest `limit` warps that
// have not ended may issue. Warps that wait at a barrier or fence do not count, so that the other
// warps of their block can reach the barrier.

#include <bit>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/throttle/throttle.hpp"

namespace heddle::policy {
namespace {

class StaticWarpLimit final : public Throttle {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("limit", limit_,
          {.unit = "warps", .minimum = 1, .maximum = 128, .doc = "of an SM that may issue"});
    release_.describe(visit);
  }
  bool can_release() const override { return true; }

  void warp_launched(unsigned entity) override {
    live_.set(entity);
    held_.clear(entity);
    change();
  }
  void warp_exited(unsigned entity) override {
    live_.clear(entity);
    held_.clear(entity);
    change();
  }
  void warp_away(unsigned entity) override {
    live_.clear(entity);
    change();
  }
  void warp_present(unsigned entity) override {
    live_.set(entity);
    change();
  }
  bool hears_waits() const override { return true; }
  void waits(unsigned entity, LongWait wait) override {
    if (wait == LongWait::leaving) return warp_away(entity);
    const bool held = wait == LongWait::peers || wait == LongWait::fence;
    if (held == held_.test(entity)) return;
    held_.assign(entity, held);
    change();
  }

  void close(Gate& gate) override {
    model::EntityMask counted = live_.without(held_);
    gate.may_issue = {};
    for (std::uint32_t warps = 0; warps < limit_ && counted.any(); ++warps) {
      const unsigned warp = sm().names.warp_of(oldest(counted));
      for (unsigned part = 0; part < sm().names.parts(); ++part) {
        const unsigned entity = sm().names.entity(warp, part);
        counted.clear(entity);
        gate.may_issue.set(entity);
      }
    }
    gate.may_load = gate.may_issue;
  }

  std::vector<StorageItem> storage() const override {
    return {{"limit", 1, static_cast<std::uint64_t>(std::bit_width(limit_))}};
  }

 private:
  model::EntityMask live_, held_;
  std::uint32_t limit_ = 32;
};

const Register<Throttle, StaticWarpLimit> registration(
    "swl", "static warp limit: only the oldest warps may issue",
    "Static warp limiting: only the oldest warps that have not ended, a given "
    "number of them, may issue. Warps that wait at a barrier or a fence are not "
    "counted, so that the rest of their block reaches it too.",
    "Rogers, \"Locality and Scheduling in the Massively Multithreaded Era\", "
    "dissertation, University of British Columbia, 2015, chapter 3");

}  // namespace
}  // namespace heddle::policy
