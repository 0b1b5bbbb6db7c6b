// Sends one signal: to the first SM that can take one, as soon as `after` cycles have gone.
//
// heddle asks fire() in the cycle next(). policy/preemption_trigger/preemption_trigger.hpp says
// what else a trigger can see.
#include "heddle/policy/preemption_trigger/preemption_trigger.hpp"

#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Example final : public PreemptionTrigger {
 public:
  // A parameter: --set preemption_trigger.example.after=5000
  void describe(ParameterVisitor& visit) override {
    visit("after", after_, {.unit = "cycles", .minimum = 1, .doc = "until the signal"});
  }
  void attach(std::uint32_t /*sm_count*/) override { next_ = after_; }
  Cycle next() const override { return next_; }
  std::optional<SentSignal> fire(const Situation& situation) override {
    for (std::uint32_t sm = 0; sm < situation.sms.size(); ++sm) {
      if (!situation.sms[sm].takes_signal()) continue;
      next_ = kNever;
      return SentSignal{.sm = sm};
    }
    next_ += kAgain;
    return std::nullopt;
  }

 private:
  static constexpr Cycle kAgain = 1000;  ///< cycles until the next look, if no SM takes a signal

  std::uint64_t after_ = 2000;
  Cycle next_ = kNever;
};

const Register<PreemptionTrigger, Example> registration("example", "one signal");

}  // namespace
}  // namespace heddle::policy
