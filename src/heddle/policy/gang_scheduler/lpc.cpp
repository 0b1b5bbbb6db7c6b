// Picks the gang at the lowest instruction address. Among gangs at one address, picks the gang that
// issued last, or else the oldest gang.

#include "heddle/policy/gang_scheduler/greedy_then_oldest.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class GangLpc final : public GreedyThenOldestGang {
 public:
  unsigned pick(const model::EntityMask& candidates) override {
    return greedy_then_oldest(at_lowest_pc(candidates));
  }
};

const Register<GangScheduler, GangLpc> registration(
    "lpc", "the gang at the lowest instruction first",
    "The gang whose next instruction has the lowest address issues first, so that those behind "
    "catch up. The study pairs it with warp_scheduler=lpc for parts that issue alone.",
    "Rogers, \"Locality and Scheduling in the Massively Multithreaded Era\", "
    "dissertation, University of British Columbia, 2015, section 6.4.3");

}  // namespace
}  // namespace heddle::policy
