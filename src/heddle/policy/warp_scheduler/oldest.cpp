// Oldest first: issues the candidate that was launched first.

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {
namespace {

class Oldest final : public WarpScheduler {
 public:
  EntityLife needs() const override { return EntityLife::instruction; }

  unsigned pick(unsigned /*slot*/, const model::EntityMask& candidates) override {
    return oldest(candidates);
  }
};

const Register<WarpScheduler, Oldest> registration(
    "oldest", "the eligible warp that was launched first",
    "The ready warp that was launched first issues.");

}  // namespace
}  // namespace heddle::policy
