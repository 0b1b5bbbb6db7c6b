// The next block goes to the first SM that has room for it.
//
// heddle asks choose() until the answer is kNoSm. policy/block_dispatch/block_dispatch.hpp says
// what else a dispatch can decide.
#include "heddle/policy/block_dispatch/block_dispatch.hpp"

#include <algorithm>

#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Example final : public BlockDispatch {
 public:
  void attach(std::uint32_t /*sm_count*/) override {}
  std::uint32_t choose(const std::vector<bool>& fits) override {
    const auto first = std::find(fits.begin(), fits.end(), true);
    return first == fits.end() ? kNoSm : static_cast<std::uint32_t>(first - fits.begin());
  }
};

const Register<BlockDispatch, Example> registration("example", "the first SM with room");

}  // namespace
}  // namespace heddle::policy
