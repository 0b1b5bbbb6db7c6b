// Sends a signal at equal intervals, to one SM after the other.

#include "heddle/base/error.hpp"
#include "heddle/policy/preemption_trigger/preemption_trigger.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Periodic final : public PreemptionTrigger {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("period", period_,
          {.unit = "cycles", .minimum = 100, .doc = "from one signal to the next"});
    visit("incoming_blocks", incoming_.blocks,
          {.unit = "blocks",
           .doc = "that the SM is said to be wanted for, though none come; 0: nothing is said"});
    visit("incoming_registers", incoming_.registers,
          {.unit = "registers", .doc = "that each of these blocks takes, of 32 bits"});
    visit("incoming_shared_bytes", incoming_.shared_bytes,
          {.unit = "B", .doc = "of shared memory that each of these blocks takes"});
  }
  std::string_view incoming_prefix() const override { return "incoming_"; }
  void attach(std::uint32_t /*sm_count*/) override {
    if (incoming_.blocks == 0 && (incoming_.registers != 0 || incoming_.shared_bytes != 0))
      fail(
          "preemption_trigger.periodic.incoming_registers ({}) and incoming_shared_bytes ({}) are "
          "of blocks, and incoming_blocks is 0: set how many come",
          incoming_.registers, incoming_.shared_bytes);
    next_ = period_;
  }
  Cycle next() const override { return next_; }
  std::optional<SentSignal> fire(const Situation& situation) override {
    next_ += period_;
    SentSignal signal{.sm = turn_};
    if (incoming_.blocks != 0) signal.incoming = incoming_;
    turn_ = (turn_ + 1) % static_cast<std::uint32_t>(situation.sms.size());
    return situation.sms[signal.sm].takes_signal() ? std::optional(signal) : std::nullopt;
  }

 private:
  std::uint64_t period_ = 10000;
  model::IncomingBlocks incoming_;
  Cycle next_ = kNever;
  std::uint32_t turn_ = 0;  ///< SM of the next signal
};

const Register<PreemptionTrigger, Periodic> registration(
    "periodic", "a signal at equal intervals, to one SM after the other",
    "Every `period` cycles the next SM gets a signal, unless it has no block, an earlier signal is "
    "being worked off, or the contexts of blocks are on their way back. Once the SM is free, its "
    "blocks come back to where there is room.",
    "Z. Lin, Architectural Support for Efficient GPU Multiprogramming, dissertation, North "
    "Carolina State University, section 2.5");

}  // namespace
}  // namespace heddle::policy
