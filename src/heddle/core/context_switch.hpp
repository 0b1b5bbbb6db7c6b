// What takes blocks off an SM and brings them back: the engine that moves contexts, the checkpoint
// that saves and restores blocks, and the eviction that frees the whole SM.
#pragma once

#include <vector>

#include "heddle/core/checkpoint.hpp"
#include "heddle/core/context_engine.hpp"
#include "heddle/core/eviction.hpp"

namespace heddle::core {

class ContextSwitch {
 public:
  ContextSwitch(std::uint16_t sm, const ContextSwitchSpec& spec, RequestPort& port,
                std::vector<SmReport>& reports, const Checkpoint::Surroundings& around)
      : reports_(reports),
        engine_(spec, sm, 2 * static_cast<std::uint32_t>(around.contexts.blocks.size()), port),
        checkpoint_(sm, spec, engine_, around),
        eviction_(around.contexts, around.policies, checkpoint_, engine_) {}
  ContextSwitch(const ContextSwitch&) = delete;
  ContextSwitch& operator=(const ContextSwitch&) = delete;

  Checkpoint& checkpoint() { return checkpoint_; }
  /// The block of the first `block_saved` report not yet asked for.
  BlockContext take_saved() { return checkpoint_.take_saved(); }
  /// What the last signal took.
  const EvictionCosts& eviction_costs() const { return eviction_.costs(); }
  /// Whether there is anything to do in a cycle.
  bool is_active() const {
    return checkpoint_.is_stopping() || checkpoint_.is_restoring() || eviction_.is_on() ||
           !engine_.is_idle();
  }

  /// The SM is to be freed.
  void signal(Cycle now) { eviction_.signal(now); }
  void receive(const model::MemoryReply& reply, Cycle now) { engine_.receive(reply, now); }
  /// Before the issue stage.
  void hold() {
    if (eviction_.is_on()) eviction_.ask_blocks();
    if (checkpoint_.is_stopping()) checkpoint_.hold();
  }
  /// At the end of the cycle; `port_used`: the SM has sent a request in it.
  void settle(Cycle now, bool port_used) {
    if (!engine_.is_idle()) engine_.tick(now, port_used);
    if (checkpoint_.is_stopping()) checkpoint_.settle(now);
    if (checkpoint_.is_restoring()) checkpoint_.finish_restores(now);
    if (!eviction_.is_on() || !eviction_.is_over()) return;
    eviction_.finish(now);
    reports_.push_back(
        {.kind = SmReport::Kind::sm_freed, .kernel = eviction_.costs().kernel, .when = now});
  }
  /// Next cycle in which settle has something to do; kNever: not before something else happens.
  Cycle next(Cycle now) const { return engine_.is_idle() ? kNever : engine_.next(now); }
  /// Whether it may wait for a place in the interconnect.
  bool may_wait_for_port() const { return !engine_.is_idle(); }

 private:
  std::vector<SmReport>& reports_;
  ContextEngine engine_;
  Checkpoint checkpoint_;
  Eviction eviction_;
};

}  // namespace heddle::core
