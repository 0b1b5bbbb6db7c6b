// A dispatcher that takes the first SM that fits until it errs.

#include <algorithm>

#include "heddle/policy/block_dispatch/block_dispatch.hpp"
#include "heddle/policy/registry.hpp"
#include "misdeed.hpp"

namespace heddle::policy {
namespace {

enum class DispatchDoes : std::uint8_t {
  nothing,
  choose_full,
  choose_beyond,
  choose_minus_two,
  choose_none,
  allow_none,
  throw_in_choose,
  throw_in_most,
  throw_in_attach
};
constexpr std::array<std::string_view, 9> kDispatchDoes = {
    "nothing",    "choose_full",     "choose_beyond", "choose_minus_two", "choose_none",
    "allow_none", "throw_in_choose", "throw_in_most", "throw_in_attach"};

class MisfitDispatch final : public BlockDispatch {
 public:
  void describe(ParameterVisitor& visit) override { misdeed_.describe(visit, kDispatchDoes); }
  void attach(std::uint32_t) override {
    if (misdeed_.is(DispatchDoes::throw_in_attach)) lose_way();
  }
  std::uint64_t most_on_an_sm(std::uint64_t, std::uint64_t) const override {
    if (misdeed_.is(DispatchDoes::throw_in_most)) lose_way();
    if (misdeed_.is(DispatchDoes::allow_none)) return 0;
    return kAnyNumber;
  }
  std::uint32_t choose(const std::vector<bool>& fits) override {
    const auto found = std::find(fits.begin(), fits.end(), true);
    const auto sm = static_cast<std::uint32_t>(found - fits.begin());
    if (misdeed_.is(DispatchDoes::throw_in_choose)) lose_way();
    if (misdeed_.is(DispatchDoes::choose_beyond)) return static_cast<std::uint32_t>(fits.size());
    if (misdeed_.is(DispatchDoes::choose_minus_two)) return kNoSm - 1;
    if (misdeed_.is(DispatchDoes::choose_none)) return kNoSm;
    if (misdeed_.is(DispatchDoes::choose_full) && found == fits.end()) return 0;
    return found == fits.end() ? kNoSm : sm;
  }

 private:
  Misdeed<DispatchDoes> misdeed_;
};

const Register<BlockDispatch, MisfitDispatch> block_dispatch("misfit", "errs, for tests");

}  // namespace
}  // namespace heddle::policy
