// Picks the smallest gang. Among gangs of equal size, picks the gang that issued last, or else the
// oldest gang.

#include <functional>

#include "heddle/policy/gang_scheduler/greedy_then_oldest.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Lgto final : public GreedyThenOldestGang {
 public:
  unsigned pick(const model::EntityMask& candidates) override {
    return by_size(candidates, std::less<>());
  }
};

const Register<GangScheduler, Lgto> registration(
    "lgto", "littlest gang first, then greedy, then oldest",
    "The gang with fewest members issues first, and bars bigger ones that need its lanes. "
    "Among equals the gang that issued last goes on while it can, or else the oldest.",
    "Rogers, \"Locality and Scheduling in the Massively Multithreaded Era\", "
    "dissertation, University of British Columbia, 2015, section 6.4.3");

}  // namespace
}  // namespace heddle::policy
