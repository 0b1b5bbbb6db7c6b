// Takes blocks off an SM and brings them back. Its parts are the engine that moves contexts, the
// checkpoint that saves and restores blocks, and the eviction that frees the whole SM.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "heddle/core/eviction/checkpoint.hpp"
#include "heddle/core/eviction/context_engine.hpp"
#include "heddle/core/eviction/eviction.hpp"

namespace heddle::core {

class ContextSwitch {
 public:
  ContextSwitch(std::uint16_t sm, const SmConfiguration& configuration, RequestPort& port,
                std::vector<SmReport>& reports, const Checkpoint::Surroundings& around)
      : reports_(reports),
        policies_(around.policies),
        own_port_(make_own_port(configuration)),
        has_age_limit_(configuration.context_switch.age_limit != 0),
        engine_(configuration.context_switch, sm,
                2 * static_cast<std::uint32_t>(around.contexts.blocks.size()),
                own_port_ ? *own_port_ : port),
        checkpoint_(sm, configuration.context_switch, engine_, around),
        eviction_(
            {configuration.memory_share, configuration.core_mhz},
            {around.contexts, around.policies, around.residents, checkpoint_, engine_, reports}) {}
  ContextSwitch(const ContextSwitch&) = delete;
  ContextSwitch& operator=(const ContextSwitch&) = delete;

  /// The port for contexts whose requests have a lower priority than the SM's other requests; null:
  /// contexts use the SM's port.
  RequestPort* own_port() { return own_port_ ? &*own_port_ : nullptr; }
  /// Returns whether requests of other units can delay the requests of contexts for ever.
  bool gives_way_for_ever() const { return own_port_.has_value() && !has_age_limit_; }
  /// Returns the earliest known cycle in which the own port gets a credit for a request of a
  /// context; kNever: none is known. take_credits() takes this credit.
  Cycle next_credit() const { return own_port_ ? own_port_->next_credit() : kNever; }
  Cycle take_credits() {
    const Cycle first = next_credit();
    if (first != kNever) own_port_->take_credits();
    return first;
  }

  /// Takes the saved block of the oldest `block_saved` report whose block has not been taken.
  BlockContext take_saved() { return checkpoint_.take_saved(); }
  /// The costs of the last signal.
  const EvictionCosts& eviction_costs() const { return eviction_.costs(); }
  /// Name of the preemption policy.
  const std::string& method() const { return policies_.preemption(); }
  bool needs_places() const { return policies_.needs_places(); }
  /// Whether the policy takes blocks off the SM before their end.
  bool stops_blocks() const { return policies_.stops_blocks(); }
  /// Whether there is work to do in the current cycle.
  bool is_active() const { return is_active_; }

  /// The functions from here on pass the call to the function of Checkpoint with the same name.
  void stop(std::uint16_t block_slot, std::uint8_t kernel, std::uint64_t block) {
    checkpoint_.stop(block_slot, kernel, block);
    is_active_ = true;
  }
  void expect(std::uint8_t kernel, BlockContext context) {
    checkpoint_.expect(kernel, std::move(context));
  }
  void restore(std::uint8_t kernel, std::uint64_t block, Cycle now) {
    checkpoint_.restore(kernel, block, now);
    is_active_ = true;
  }
  /// Whether a signal is being handled.
  bool is_evicting() const { return eviction_.is_on(); }
  /// Notes that a signal is on its way. `incoming`: the blocks that need the SM.
  void expect_signal(std::optional<model::IncomingBlocks> incoming) { eviction_.expect(incoming); }
  /// Handles the arrival of the signal: all blocks must leave the SM.
  void signal(Cycle now) {
    eviction_.signal(now);
    is_active_ = true;
  }
  void receive(const model::MemoryReply& reply, Cycle now) { engine_.receive(reply, now); }
  /// Lets the signal and the checkpoint stop blocks. Called before the issue stage.
  void hold(Cycle now) {
    if (eviction_.is_asking()) eviction_.ask(now);
    if (checkpoint_.is_stopping()) checkpoint_.hold();
  }
  /// Moves contexts for one cycle and saves quiet blocks. Called at the end of the cycle.
  /// `port_used`: the SM has sent a request in this cycle.
  void end_cycle(Cycle now, bool port_used) {
    if (!engine_.is_idle()) engine_.tick(now, port_used);
    if (checkpoint_.is_stopping()) checkpoint_.save_quiet_blocks(now);
    if (checkpoint_.is_restoring()) checkpoint_.finish_restores(now);
    if (eviction_.is_on() && eviction_.is_over()) {
      eviction_.finish(now);
      reports_.push_back(
          {.kind = SmReport::Kind::sm_freed, .kernel = eviction_.costs().kernel, .when = now});
    }
    is_active_ = checkpoint_.is_stopping() || checkpoint_.is_restoring() || eviction_.is_on() ||
                 !engine_.is_idle();
  }
  /// Returns the next cycle in which end_cycle() has something to do; kNever: only another event
  /// gives it work.
  Cycle next(Cycle now) const { return engine_.is_idle() ? kNever : engine_.next(now); }

 private:
  static std::optional<RequestPort> make_own_port(const SmConfiguration& configuration) {
    if (configuration.context_switch.priority != ContextPriority::low) return std::nullopt;
    return RequestPort(configuration.interconnect, configuration.core_mhz,
                       configuration.load_store.injection_queue);
  }

  std::vector<SmReport>& reports_;
  const PolicyBoundary& policies_;
  std::optional<RequestPort> own_port_;
  bool has_age_limit_;
  ContextEngine engine_;
  Checkpoint checkpoint_;
  Eviction eviction_;
  bool is_active_ = false;
};

}  // namespace heddle::core
