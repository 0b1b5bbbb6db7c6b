// Picks the biggest gang. Among gangs of equal size, picks the gang that issued last, or else the
// oldest gang.

#include <functional>

#include "heddle/policy/gang_scheduler/greedy_then_oldest.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Bgto final : public GreedyThenOldestGang {
 public:
  unsigned pick(const model::EntityMask& candidates) override {
    return by_size(candidates, std::greater<>());
  }
};

const Register<GangScheduler, Bgto> registration(
    "bgto", "biggest gang first, then greedy, then oldest",
    "The gang with most members issues first, so that as many lanes as possible work. "
    "Among equals the gang that issued last goes on while it can, or else the oldest.",
    "Rogers, \"Locality and Scheduling in the Massively Multithreaded Era\", "
    "dissertation, University of British Columbia, 2015, section 6.4.3");

}  // namespace
}  // namespace heddle::policy
