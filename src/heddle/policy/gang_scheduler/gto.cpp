// Greedy, then oldest: picks the gang that issued last, or else the oldest gang. The sizes of the
// gangs do not matter.

#include "heddle/policy/gang_scheduler/greedy_then_oldest.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class GangGto final : public GreedyThenOldestGang {
 public:
  unsigned pick(const model::EntityMask& candidates) override {
    return greedy_then_oldest(candidates);
  }
};

const Register<GangScheduler, GangGto> registration(
    "gto", "greedy, then oldest, whatever the size of a gang",
    "The gang that issued last goes on while it can. Otherwise the oldest ready gang issues.",
    "Rogers, \"Locality and Scheduling in the Massively Multithreaded Era\", "
    "dissertation, University of British Columbia, 2015, section 6.4.3");

}  // namespace
}  // namespace heddle::policy
