// Issues the smallest gang, so that parts of warps that fell behind catch up.
//
// Only organisations with gangs ask: --set organisation=variable_warp.
// policy/gang_scheduler/gang_scheduler.hpp says what heddle asks.
#include "heddle/policy/gang_scheduler/gang_scheduler.hpp"

#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Example final : public GangScheduler {
 public:
  unsigned pick(const model::EntityMask& candidates) override {
    unsigned chosen = candidates.first();
    candidates.for_each([&](unsigned entity) {
      if (size_of(entity) < size_of(chosen)) chosen = entity;
    });
    return chosen;
  }
};

const Register<GangScheduler, Example> registration("example", "the smallest gang first");

}  // namespace
}  // namespace heddle::policy
