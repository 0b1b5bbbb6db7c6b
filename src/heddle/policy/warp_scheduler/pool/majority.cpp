// Majority: issues the instruction at which most threads wait, until no warp is left there.

#include <optional>
#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/pool/pool_scheduler.hpp"
#include "heddle/policy/warp_scheduler/pool/thread_counts.hpp"

namespace heddle::policy {
namespace {

class Majority final : public PoolScheduler {
 public:
  void attach(const model::SmView& view) override {
    PoolScheduler::attach(view);
    current_.assign(view.slots, {});
  }

  unsigned pick(unsigned slot, const model::EntityMask& candidates) override {
    model::EntityMask at_current;
    candidates.for_each([&](unsigned entity) {
      if (current_[slot] == ThreadCounts::kernel_pc_of(sm(), entity)) at_current.set(entity);
    });
    if (at_current.any()) return first_by(at_current, [](unsigned) { return 0; });
    counts_.count(sm(), candidates);
    return first_by(candidates, [&](unsigned entity) {
      return ~counts_.of(ThreadCounts::kernel_pc_of(sm(), entity));
    });
  }

  void issued(unsigned slot, unsigned entity) override {
    current_[slot] = ThreadCounts::kernel_pc_of(sm(), entity);
  }

  std::vector<StorageItem> storage() const override {
    return {{"current instruction", sm().slots, 32}, ThreadCounts::storage(sm())};
  }

 private:
  /// Indexed by slot: the instruction that issued last; nothing: no instruction has issued.
  std::vector<std::optional<ThreadCounts::KernelPc>> current_;
  ThreadCounts counts_;
};

const Register<WarpScheduler, Majority> registration(
    "majority", "of a pool: the instruction with most threads, until none is left",
    "Of the warps of a pool that are ready, those at the instruction with most threads issue, the "
    "one that began to form first before the others. They go on until none at that instruction is "
    "ready; then the threads are counted anew.",
    kPoolSource);

}  // namespace
}  // namespace heddle::policy
