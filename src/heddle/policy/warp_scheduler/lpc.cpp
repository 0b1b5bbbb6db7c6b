// Lowest instruction first: those behind catch up; among equals the warp that issued last goes on,
// or else the oldest.

#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {
namespace {

class Lpc final : public WarpScheduler {
 public:
  EntityLife needs() const override { return EntityLife::path; }

  void attach(const model::SmView& view) override {
    WarpScheduler::attach(view);
    last_.assign(view.slots, model::kNoEntity);
  }

  unsigned pick(unsigned slot, const model::EntityMask& candidates) override {
    Pc lowest = ~Pc{0};
    model::EntityMask equals;
    candidates.for_each([&](unsigned entity) {
      const Pc pc = sm().paths->pc(entity);
      if (pc > lowest) return;
      if (pc < lowest) equals = {};
      lowest = pc;
      equals.set(entity);
    });
    const unsigned last = last_[slot];
    return last != model::kNoEntity && equals.test(last) ? last : oldest(equals);
  }

  void issued(unsigned slot, unsigned entity) override { last_[slot] = entity; }

  void warp_exited(unsigned entity) override {
    for (auto& last : last_)
      if (last == entity) last = model::kNoEntity;
  }

  std::vector<StorageItem> storage() const override {
    return {{"last issued warp", sm().slots, bits_of_number(sm().entities + 1)}};
  }

 private:
  std::vector<unsigned> last_;  ///< by slot: the warp that issued last
};

const Register<WarpScheduler, Lpc> registration(
    "lpc", "lowest pc: the warp at the lowest instruction first",
    "The warp whose next instruction has the lowest address issues first, so that those behind "
    "catch up. Among equals the warp that issued last goes on while it can, or else the oldest.",
    "Rogers, \"Locality and Scheduling in the Massively Multithreaded Era\", "
    "dissertation, University of British Columbia, 2015, section 6.4.3");

}  // namespace
}  // namespace heddle::policy
