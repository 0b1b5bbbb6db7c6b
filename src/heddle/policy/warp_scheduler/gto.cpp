// Greedy, then oldest: the warp that issued last continues while it can. Otherwise the oldest
// candidate issues.

#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {
namespace {

class Gto final : public WarpScheduler {
 public:
  EntityLife needs() const override { return EntityLife::path; }

  void attach(const model::SmView& view) override {
    WarpScheduler::attach(view);
    greedy_.assign(view.slots, model::kNoEntity);
  }

  unsigned pick(unsigned slot, const model::EntityMask& candidates) override {
    const unsigned last = greedy_[slot];
    if (last != model::kNoEntity && candidates.test(last)) return last;
    return oldest(candidates);
  }

  void issued(unsigned slot, unsigned entity) override { greedy_[slot] = entity; }

  void warp_exited(unsigned entity) override {
    for (auto& last : greedy_) {
      if (last == entity) last = model::kNoEntity;
    }
  }

  /// One register for each slot. One more value of the register means "none".
  std::vector<StorageItem> storage() const override {
    return {{"last issued warp", sm().slots, bits_of_number(sm().entities + 1)}};
  }

 private:
  std::vector<unsigned> greedy_;  ///< by slot: the warp that issued last
};

const Register<WarpScheduler, Gto> registration(
    "gto", "greedy, then oldest: the last issued warp while it can, else the oldest",
    "The warp that issued last goes on while it can. Otherwise the oldest ready "
    "warp issues. The oldest warps run ahead of the others, so that few warps share "
    "the L1 at a time.",
    "Rogers, O'Connor and Aamodt, \"Cache-Conscious Wavefront Scheduling\", MICRO "
    "2012");

}  // namespace
}  // namespace heddle::policy
