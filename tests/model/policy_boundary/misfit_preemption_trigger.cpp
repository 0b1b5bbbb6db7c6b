// A trigger that sends no signal until it errs.

#include "heddle/policy/preemption_trigger/preemption_trigger.hpp"
#include "heddle/policy/registry.hpp"
#include "misdeed.hpp"

namespace heddle::policy {
namespace {

enum class TriggerDoes : std::uint8_t {
  nothing,
  signal_beyond,
  signal_twice,
  name_no_grid,
  stay,
  throw_in_fire,
  throw_in_next,
  throw_in_attach
};
constexpr std::array<std::string_view, 8> kTriggerDoes = {
    "nothing", "signal_beyond", "signal_twice",  "name_no_grid",
    "stay",    "throw_in_fire", "throw_in_next", "throw_in_attach"};

class MisfitTrigger final : public PreemptionTrigger {
 public:
  void describe(ParameterVisitor& visit) override { misdeed_.describe(visit, kTriggerDoes); }
  void attach(std::uint32_t) override {
    if (misdeed_.is(TriggerDoes::throw_in_attach)) lose_way();
  }
  Cycle next() const override {
    if (misdeed_.is(TriggerDoes::throw_in_next)) lose_way();
    return next_;
  }
  std::optional<SentSignal> fire(const Situation& situation) override {
    if (misdeed_.is(TriggerDoes::throw_in_fire)) lose_way();
    if (!misdeed_.is(TriggerDoes::stay)) ++next_;
    if (misdeed_.is(TriggerDoes::signal_beyond))
      return SentSignal{.sm = static_cast<std::uint32_t>(situation.sms.size())};
    if (misdeed_.is(TriggerDoes::signal_twice)) return SentSignal{.sm = 0};
    if (misdeed_.is(TriggerDoes::name_no_grid))
      return SentSignal{.sm = 0, .grid = static_cast<std::uint32_t>(situation.grids.size())};
    return std::nullopt;
  }

 private:
  Misdeed<TriggerDoes> misdeed_;
  Cycle next_ = 100;
};

const Register<PreemptionTrigger, MisfitTrigger> trigger("misfit", "errs, for tests");

}  // namespace
}  // namespace heddle::policy
