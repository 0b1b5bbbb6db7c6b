// Least progress first: the ready warp that has issued the fewest instructions.
#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {
namespace {

class Laggard final : public WarpScheduler {
 public:
  unsigned pick(unsigned /*slot*/, const model::EntityMask& candidates) override {
    unsigned chosen = model::kNoEntity;
    candidates.for_each([&](unsigned warp) {
      if (chosen == model::kNoEntity || progress(warp) < progress(chosen)) chosen = warp;
    });
    return chosen;
  }

 private:
  std::uint64_t progress(unsigned warp) const { return sm().warps[warp].warp_instructions; }
};

const Register<WarpScheduler, Laggard> registration("laggard", "the warp that has come least far");

}  // namespace
}  // namespace heddle::policy
