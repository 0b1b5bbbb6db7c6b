// Minority: issues the instruction at which fewest threads wait, so that these threads catch up.

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/pool/pool_scheduler.hpp"
#include "heddle/policy/warp_scheduler/pool/thread_counts.hpp"

namespace heddle::policy {
namespace {

class Minority final : public PoolScheduler {
 public:
  unsigned pick(unsigned /*slot*/, const model::EntityMask& candidates) override {
    counts_.count(sm(), candidates);
    return first_by(candidates, [&](unsigned entity) {
      return counts_.of(ThreadCounts::kernel_pc_of(sm(), entity));
    });
  }

  std::vector<StorageItem> storage() const override { return {ThreadCounts::storage(sm())}; }

 private:
  ThreadCounts counts_;
};

const Register<WarpScheduler, Minority> registration(
    "minority", "of a pool: the instruction with fewest threads",
    "Of the warps of a pool that are ready, those at the instruction with fewest threads issue, so "
    "that these catch up; among equals the warp that began to form first.",
    kPoolSource);

}  // namespace
}  // namespace heddle::policy
