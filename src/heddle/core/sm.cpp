#include "heddle/core/sm.hpp"

#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/core/plain_shape.hpp"
#include "heddle/core/sm_cycle.hpp"

namespace heddle::core {
namespace {

/// Throws Error if a warp can be without a slot, or if threads of several warps issue together,
/// since contexts are saved by warp. `otherwise`: another remedy for the message to name.
void check_leaves(const Contexts& contexts, const PolicyBoundary& policies,
                  std::string_view otherwise) {
  if (contexts.may_be_away) {
    fail(
        "a block cannot leave an SM before its end where warps are without a slot (residency is "
        "{}): --set residency=block, or {}",
        policies.residency().name().name, otherwise);
  }
  if (!contexts.shape.forms_warps()) return;
  fail(
      "a block cannot leave an SM before its end where threads of several warps share a warp, "
      "since contexts are saved by warp: --set organisation=spatial, or {}",
      otherwise);
}

}  // namespace

void Sm::bind(std::uint8_t kernel, const exec::Grid& grid, const DecodedProgram& decoded,
              const model::BlockDemand& demand, const std::vector<isa::Offence>* offences) {
  sm_.contexts.kernels[kernel] = {&grid, &decoded, demand, offences, {}};
  sm_.contexts.grids[kernel] = grid.shape.grid_id;
  sm_.counters.lifetimes[kernel] = {};
  sm_.executor.bind(kernel, grid, decoded);
  sm_.load_store.bind(kernel, grid.base);
  if (sm_.contexts.may_be_away) sm_.policies.residency().kernel_bound(kernel, demand);
  sm_.policies.tell("kernel_started", [&](policy::SmPolicy& policy) {
    policy.kernel_started(kernel, *grid.program);
  });
  sm_.probe.show_kernel(kernel, grid);
}

void Sm::listen(model::Listener& listener) {
  sm_.probe.subscribers().add(listener);
  sm_.probe.tell_anew();
}

void Sm::schedule(Cycle when, const SmEvent& event) {
  sm_.events.schedule(when, event);
  sm_.wake = std::min(sm_.wake, when);
}

void Sm::schedule_block(Cycle when, std::uint8_t kernel, std::uint64_t block, std::uint32_t warps,
                        model::BlockGrant grant) {
  sm_.residents.expect(kernel, block, std::move(grant));
  schedule(when, {SmEvent::Kind::block, kernel, static_cast<std::uint16_t>(warps), block});
}

void Sm::check_signals() const {
  if (sm_.policies.stops_blocks())
    check_leaves(sm_.contexts, sm_.policies, "--set preemption=drain");
}

void Sm::schedule_stop(Cycle when, std::uint16_t block_slot) {
  check_leaves(sm_.contexts, sm_.policies, "let the block end");
  const ResidentBlock& resident = sm_.contexts.blocks.at(block_slot);
  schedule(when, {SmEvent::Kind::stop_block, resident.kernel, block_slot, resident.block.id});
}

void Sm::schedule_signal(Cycle when, std::optional<model::IncomingBlocks> incoming) {
  sm_.context_switch.expect_signal(incoming);
  schedule(when, {SmEvent::Kind::signal, 0, 0, 0});
}

void Sm::schedule_restore(Cycle when, std::uint8_t kernel, BlockContext context,
                          model::BlockGrant grant) {
  const std::uint64_t block = context.state.id;
  sm_.residents.expect(kernel, block, std::move(grant));
  sm_.context_switch.expect(kernel, std::move(context));
  schedule(when, {SmEvent::Kind::restore_block, kernel, 0, block});
}

void Sm::run(Cycle until) {
  if (sm_.context_switch.is_active())
    sm_.wake = std::min(
        {sm_.wake, sm_.load_store.port().next_credit(), sm_.context_switch.take_credits()});
  sm_.wake = std::min({sm_.wake, sm_.replies.next(), sm_.load_store.take_credits()});
  const bool is_heard = sm_.probe.subscribers().exist() || sm_.watchdog.is_watching();
  // A block that must leave the SM is saved as soon as nothing of it is in flight, so each result
  // is heard while the context switch is active.
  if (sm_.contexts.is_plain && !is_heard && !sm_.context_switch.is_active())
    SmCycle<PlainShape>(sm_).run(until);
  if (sm_.wake < until) SmCycle<GeneralShape>(sm_).run(until);
}

std::vector<std::string> Sm::waits() const {
  std::vector<std::string> lines = sm_.watchdog.waits();
  if (sm_.residents.has_waiting()) lines.push_back(sm_.residents.waiting_line());
  return lines;
}

}  // namespace heddle::core
