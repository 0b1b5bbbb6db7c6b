// Issues a warp with the lowest pc, so that warps that lag behind catch up. Among warps with this
// pc, the warp that issued last continues, or else the oldest warp issues.

#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {
namespace {

class Lpc final : public WarpScheduler {
 public:
  EntityLife needs() const override { return EntityLife::instruction; }

  void attach(const model::SmView& view) override {
    WarpScheduler::attach(view);
    last_.assign(view.slots, {});
  }

  unsigned pick(unsigned slot, const model::EntityMask& candidates) override {
    const model::EntityMask equals = at_lowest_pc(candidates);
    const LastIssued& last = last_[slot];
    const bool goes_on = last.entity != model::kNoEntity && equals.test(last.entity) &&
                         sm().paths->serial(last.entity) == last.serial;
    return goes_on ? last.entity : oldest(equals);
  }

  void issued(unsigned slot, unsigned entity) override {
    last_[slot] = {entity, sm().paths->serial(entity)};
  }

  void warp_exited(unsigned entity) override {
    for (LastIssued& last : last_)
      if (last.entity == entity) last = {};
  }

  std::vector<StorageItem> storage() const override {
    return {{"last issued warp", sm().slots, bits_of_number(sm().entities + 1)}};
  }

 private:
  struct LastIssued {
    unsigned entity = model::kNoEntity;
    std::uint64_t serial = 0;  ///< with a pool: distinguishes the formed warps that have used this
                               ///< entity one after the other
  };
  std::vector<LastIssued> last_;  ///< by slot: the warp that issued last
};

const Register<WarpScheduler, Lpc> registration(
    "lpc", "lowest pc: the warp at the lowest instruction first",
    "The warp whose next instruction has the lowest address issues first, so that those behind "
    "catch up. Among equals the warp that issued last goes on while it can, or else the oldest.",
    "Rogers, \"Locality and Scheduling in the Massively Multithreaded Era\", "
    "dissertation, University of British Columbia, 2015, section 6.4.3");

}  // namespace
}  // namespace heddle::policy
