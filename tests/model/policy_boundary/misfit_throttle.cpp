// A throttle that lets everything pass until it errs.

#include "heddle/policy/registry.hpp"
#include "heddle/policy/throttle/throttle.hpp"
#include "misdeed.hpp"

namespace heddle::policy {
namespace {

enum class ThrottleDoes : std::uint8_t {
  nothing,
  open_beyond,
  load_beyond,
  hold_all,
  hold_until_now,
  hold_until_past,
  throw_in_close,
  throw_in_waits,
  throw_in_l1_event,
  attach_nothing,
  hear_warps,
  throw_in_hears
};
constexpr std::array<std::string_view, 12> kThrottleDoes = {
    "nothing",           "open_beyond",     "load_beyond",    "hold_all",
    "hold_until_now",    "hold_until_past", "throw_in_close", "throw_in_waits",
    "throw_in_l1_event", "attach_nothing",  "hear_warps",     "throw_in_hears"};

class MisfitThrottle final : public Throttle, private model::Listener {
 public:
  void describe(ParameterVisitor& visit) override { misdeed_.describe(visit, kThrottleDoes); }
  void attach(const model::SmView& view) override {
    if (!misdeed_.is(ThrottleDoes::attach_nothing)) Throttle::attach(view);
  }
  model::Listener* listener() override { return this; }
  bool hears_waits() const override { return true; }
  bool hears_issues() const override { return true; }
  void instruction_issued(unsigned, Pc, LaneMask) override { change(); }
  void waits(unsigned, LongWait) override {
    if (misdeed_.is(ThrottleDoes::throw_in_waits, sm().now)) lose_way();
  }

  void close(Gate& gate) override {
    const Cycle now = sm().now;
    if (misdeed_.is(ThrottleDoes::throw_in_close, now)) lose_way();
    if (misdeed_.is(ThrottleDoes::hold_all, now)) return;
    for (unsigned entity = 0; entity < sm().entities; ++entity) {
      gate.may_issue.set(entity);
      gate.may_load.set(entity);
    }
    if (misdeed_.is(ThrottleDoes::open_beyond, now)) gate.may_issue.set(sm().entities);
    if (misdeed_.is(ThrottleDoes::load_beyond, now)) gate.may_load.set(model::kNoEntity - 1);
    if (misdeed_.is(ThrottleDoes::hold_until_now, now)) hold_until(now);
    if (misdeed_.is(ThrottleDoes::hold_until_past, now)) hold_until(now / 2);
  }

 private:
  model::EventMask hears() const override {
    if (misdeed_.is(ThrottleDoes::throw_in_hears)) lose_way();
    return misdeed_.is(ThrottleDoes::hear_warps) ? model::kMaskOf<model::WarpLaunched>
                                                 : model::kMaskOf<model::L1Access>;
  }
  void on(const model::L1Access&) override {
    if (misdeed_.is(ThrottleDoes::throw_in_l1_event, sm().now)) lose_way();
  }

  Misdeed<ThrottleDoes> misdeed_;
};

const Register<Throttle, MisfitThrottle> throttle("misfit", "errs, for tests");

}  // namespace
}  // namespace heddle::policy
