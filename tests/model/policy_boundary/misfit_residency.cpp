// A residency of whole blocks, with a part on each SM unless it is told to have none, until it
// errs.

#include "heddle/policy/registry.hpp"
#include "heddle/policy/residency/residency.hpp"
#include "misdeed.hpp"

namespace heddle::policy {
namespace {

enum class ResidencyDoes : std::uint8_t {
  nothing,
  admit_one_more,
  admit_without_room,
  admit_some_always,
  admit_beside_partial,
  admit_none,
  start_none,
  direct_nobody,
  throw_in_admit,
  throw_in_part,
  throw_in_may_start,
  throw_in_direct,
  throw_in_window,
  throw_in_attach,
  attach_nothing
};
constexpr std::array<std::string_view, 15> kResidencyDoes = {
    "nothing",           "admit_one_more",       "admit_without_room",
    "admit_some_always", "admit_beside_partial", "admit_none",
    "start_none",        "direct_nobody",        "throw_in_admit",
    "throw_in_part",     "throw_in_may_start",   "throw_in_direct",
    "throw_in_window",   "throw_in_attach",      "attach_nothing"};

class MisfitPart final : public SmResidency {
 public:
  explicit MisfitPart(const Misdeed<ResidencyDoes>& misdeed) : misdeed_(misdeed) {}
  void attach(const model::SmView& view) override {
    if (!misdeed_.is(ResidencyDoes::attach_nothing)) SmResidency::attach(view);
  }
  std::uint64_t may_start(const Room&, const model::BlockDemand&) const override {
    if (misdeed_.is(ResidencyDoes::throw_in_may_start)) lose_way();
    return misdeed_.is(ResidencyDoes::start_none) ? 0 : ~std::uint64_t{0};
  }
  void directive_arrived(Directive, std::optional<unsigned>) override {
    if (misdeed_.is(ResidencyDoes::throw_in_direct)) lose_way();
  }

 private:
  const Misdeed<ResidencyDoes>& misdeed_;
};

class MisfitResidency final : public Residency {
 public:
  void describe(ParameterVisitor& visit) override {
    misdeed_.describe(visit, kResidencyDoes);
    visit("parts", parts_, {.doc = "it has a part on each SM"});
    visit("releases", releases_, {.doc = "warps return their resources"});
    visit("window", window_, {.unit = "cycles", .doc = "from window to window"});
  }
  void attach(std::uint32_t) override {
    if (misdeed_.is(ResidencyDoes::throw_in_attach)) lose_way();
  }
  bool releases_warps() const override { return releases_; }

  std::uint32_t admit(std::uint32_t, const Room& room,
                      const model::BlockDemand& demand) const override {
    const std::uint32_t whole = room.partial ? 0 : admit_whole(room, demand);
    switch (misdeed_.does) {
      case ResidencyDoes::throw_in_admit:
        lose_way();
      case ResidencyDoes::admit_one_more:
        return demand.warps + 1;
      case ResidencyDoes::admit_without_room:
        return demand.warps;
      case ResidencyDoes::admit_some_always:
        return demand.warps - 1;
      case ResidencyDoes::admit_none:
        return 0;
      case ResidencyDoes::start_none:
      case ResidencyDoes::throw_in_may_start:
        return whole == 0 ? 0 : demand.warps - 1;
      case ResidencyDoes::admit_beside_partial:
        return room.partial ? demand.warps : whole == 0 ? 0 : demand.warps - 1;
      default:
        return whole;
    }
  }
  std::unique_ptr<SmResidency> part(std::uint32_t) const override {
    if (misdeed_.is(ResidencyDoes::throw_in_part)) lose_way();
    return parts_ ? std::make_unique<MisfitPart>(misdeed_) : nullptr;
  }
  Cycle window() const override { return window_; }
  std::optional<Directive> window_elapsed(std::span<const SmWindow>) override {
    if (misdeed_.is(ResidencyDoes::throw_in_window)) lose_way();
    return misdeed_.is(ResidencyDoes::direct_nobody) || misdeed_.is(ResidencyDoes::throw_in_direct)
               ? std::optional<Directive>(3)
               : std::nullopt;
  }

 private:
  Misdeed<ResidencyDoes> misdeed_;
  bool parts_ = true, releases_ = true;
  std::uint64_t window_ = 0;
};

const Register<Residency, MisfitResidency> residency("misfit", "errs, for tests");

}  // namespace
}  // namespace heddle::policy
