// No SM is ever taken from its blocks.

#include "heddle/policy/preemption_trigger/preemption_trigger.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class NoTrigger final : public PreemptionTrigger {
 public:
  Cycle next() const override { return kNever; }
  std::optional<std::uint32_t> fire(std::span<const SignalTarget> /*sms*/) override {
    return std::nullopt;
  }
};

const Register<PreemptionTrigger, NoTrigger> registration("none", "blocks stay until they end");

}  // namespace
}  // namespace heddle::policy
