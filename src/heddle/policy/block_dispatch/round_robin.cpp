// Round robin: SMs take turns, one block a visit, starting after the SM that got the last block.

#include "heddle/policy/block_dispatch/block_dispatch.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class RoundRobin final : public BlockDispatch {
 public:
  void attach(std::uint32_t sm_count) override {
    sm_count_ = sm_count;
    next_ = 0;
  }

  std::uint32_t choose(const std::vector<bool>& fits) override {
    for (std::uint32_t i = 0; i < sm_count_; ++i) {
      const std::uint32_t sm = (next_ + i) % sm_count_;
      if (!fits[sm]) continue;
      next_ = (sm + 1) % sm_count_;
      return sm;
    }
    return kNoSm;
  }

 private:
  std::uint32_t sm_count_ = 0;
  std::uint32_t next_ = 0;
};

const Register<BlockDispatch, RoundRobin> registration("round_robin",
                                                       "SMs take turns, one block a visit");

}  // namespace
}  // namespace heddle::policy
