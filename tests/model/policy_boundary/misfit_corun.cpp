// A sharing policy that gives each tenant all that fits until it errs.

#include <algorithm>

#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/registry.hpp"
#include "misdeed.hpp"

namespace heddle::policy {
namespace {

enum class SharingDoes : std::uint8_t {
  nothing,
  cap_beyond,
  starve,
  starve_in_windows,
  short_window,
  hold_beyond,
  choose_another,
  prefer_another,
  throw_in_share,
  throw_in_attach
};
constexpr std::array<std::string_view, 10> kSharingDoes = {
    "nothing",     "cap_beyond",     "starve",         "starve_in_windows", "short_window",
    "hold_beyond", "choose_another", "prefer_another", "throw_in_share",    "throw_in_attach"};

class MisfitPart final : public SmCorun {
 public:
  explicit MisfitPart(const Misdeed<SharingDoes>& misdeed) : misdeed_(misdeed) {}
  bool holds() const override { return true; }
  bool hears_accesses() const override { return true; }
  bool splits_misses() const override { return true; }
  TenantSet hold() override { return misdeed_.is(SharingDoes::hold_beyond) ? 1u << kTenants : 0; }
  std::optional<unsigned> prefer(TenantSet) override {
    if (misdeed_.is(SharingDoes::prefer_another)) return 2;
    return std::nullopt;
  }
  std::optional<unsigned> choose(const WaitingRequests& requests) override {
    if (misdeed_.is(SharingDoes::choose_another)) return 2;
    const auto first = std::ranges::find_if(requests, &WaitingRequest::waits);
    return static_cast<unsigned>(first - requests.begin());
  }

 private:
  Misdeed<SharingDoes> misdeed_;
};

class MisfitSharing final : public Corun {
 public:
  void describe(ParameterVisitor& visit) override { misdeed_.describe(visit, kSharingDoes); }
  void attach(const CorunMachine&) override {
    if (misdeed_.is(SharingDoes::throw_in_attach)) lose_way();
  }
  std::unique_ptr<SmCorun> part(std::uint32_t) const override {
    return std::make_unique<MisfitPart>(misdeed_);
  }
  Cycle window() const override {
    if (misdeed_.is(SharingDoes::short_window)) return 3;
    return misdeed_.is(SharingDoes::starve_in_windows) ? 100'000 : 0;
  }
  void share(std::span<const TenantGrid> tenants, Cycle) override {
    if (misdeed_.is(SharingDoes::throw_in_share)) lose_way();
    fits_ = tenants.front().fits;
  }
  std::uint64_t cap(std::uint32_t, unsigned) const override {
    if (misdeed_.is(SharingDoes::cap_beyond)) return fits_ + 1;
    const bool starves =
        misdeed_.is(SharingDoes::starve) || misdeed_.is(SharingDoes::starve_in_windows);
    return starves ? 0 : fits_;
  }

 private:
  Misdeed<SharingDoes> misdeed_;
  std::uint64_t fits_ = 0;
};

const Register<Corun, MisfitSharing> sharing("misfit", "errs, for tests");

}  // namespace
}  // namespace heddle::policy
