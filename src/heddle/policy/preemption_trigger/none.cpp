// No SM ever gets a signal.

#include "heddle/policy/preemption_trigger/preemption_trigger.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class NoTrigger final : public PreemptionTrigger {
 public:
  std::optional<SentSignal> fire(const Situation& /*situation*/) override { return std::nullopt; }
};

const Register<PreemptionTrigger, NoTrigger> registration("none", "blocks stay until they end");

}  // namespace
}  // namespace heddle::policy
