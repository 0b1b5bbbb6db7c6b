#include "heddle/core/sm.hpp"

#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/core/plain_shape.hpp"
#include "heddle/core/policies/organisation_shape.hpp"

namespace heddle::core {
namespace {

/// Schedules the arrival of moving contexts at `when`; kNever: no contexts move.
void expect_exchange(SmEvents& events, Cycle when) {
  if (when != kNever) events.schedule(when, SmEvent::of_exchange());
}

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

/// The shape of an SM. Checks that an SM of this shape can hold the contexts of its residency
/// policy.
const policy::Shape& shape_with_contexts(const PolicyBoundary& policies,
                                         const SmConfiguration& configuration) {
  check_limits(policies.shape(), configuration.limits, configuration.sm,
               policies.residency().name().name);
  return policies.shape();
}

}  // namespace

Sm::Sm(std::uint16_t index, const SmConfiguration& configuration, SmPolicies policies,
       Replies& replies, Cycle& wake)
    : policies_(index, configuration.sm, std::move(policies)),
      contexts_(configuration.sm, shape_with_contexts(policies_, configuration),
                configuration.limits),
      gate_(policies_, contexts_.table, contexts_.gangs),
      probe_(contexts_, gate_),
      watchdog_(index, contexts_, gate_),
      view_{.warps = contexts_.views.data(),
            .entities = contexts_.entities(),
            .slots = contexts_.shape.slots,
            .names = contexts_.names,
            .blocks = static_cast<std::uint32_t>(contexts_.blocks.size()),
            .l1_lines =
                static_cast<std::uint32_t>(configuration.l1.bytes / configuration.l1.line_bytes),
            .l1_line_bytes = configuration.l1.line_bytes,
            .paths = &contexts_.paths,
            .gated = &gate_.held(),
            .grids = contexts_.grids,
            .places = contexts_.places,
            .lane_members = contexts_.group_members,
            .gangs = contexts_.gangs.gangs()},
      stall_book_(contexts_, policies_, gate_, probe_),
      conditions_(contexts_.table, contexts_.entities(), policies_),
      peers_(contexts_, conditions_, policies_),
      residents_(
          index, configuration.sm, policies_.releases_warps(),
          {contexts_, conditions_, policies_, counters_, stall_book_, watchdog_, probe_, reports_},
          configuration.limits),
      units_(configuration.execution, contexts_.shape),
      load_store_(configuration, index, contexts_.shape, probe_.subscribers(), policies_.sharing(),
                  contexts_.shape.forms_warps() ? &contexts_ : nullptr),
      front_end_(configuration, index, contexts_, counters_, load_store_.port(), events_),
      flow_(configuration.sm, {contexts_, conditions_, front_end_, peers_, residents_, policies_,
                               watchdog_, load_store_, probe_}),
      gangs_(contexts_, conditions_, front_end_),
      paths_(make_path_unit({contexts_, conditions_, front_end_, flow_, watchdog_})),
      switch_(index, configuration, load_store_.port(), reports_,
              {contexts_, conditions_, front_end_, residents_, policies_, stall_book_, watchdog_,
               probe_, counters_}),
      executor_(index, configuration,
                {contexts_, conditions_, units_, load_store_, front_end_, flow_, policies_,
                 counters_, watchdog_, probe_, events_, reports_, gangs_, paths_.get()}),
      issue_stage_(configuration.sm, configuration.execution,
                   {contexts_, units_, load_store_, policies_, gate_, stall_book_, probe_,
                    executor_, gangs_}),
      replies_(replies),
      wake_(wake) {
  policies_.attach(view_, probe_.subscribers());
  contexts_.is_plain = is_plain(contexts_, policies_, gate_, configuration);
  WarpSlots& slots = residents_.slots();
  if (slots.exist()) probe_.subscribers().add(slots.listener());
}

void Sm::bind(std::uint8_t kernel, const exec::Grid& grid, const DecodedProgram& decoded,
              const model::BlockDemand& demand, const std::vector<isa::Offence>* offences) {
  contexts_.kernels[kernel] = {&grid, &decoded, demand, offences, {}};
  contexts_.grids[kernel] = grid.shape.grid_id;
  counters_.lifetimes[kernel] = {};
  executor_.bind(kernel, grid, decoded);
  load_store_.bind(kernel, grid.base);
  if (contexts_.may_be_away) policies_.residency().kernel_bound(kernel, demand);
  policies_.tell("kernel_started",
                 [&](policy::SmPolicy& policy) { policy.kernel_started(kernel, *grid.program); });
  probe_.show_kernel(kernel, grid);
}

void Sm::listen(model::Listener& listener) {
  probe_.subscribers().add(listener);
  probe_.tell_anew();
}

void Sm::schedule(Cycle when, const SmEvent& event) {
  events_.schedule(when, event);
  wake_ = std::min(wake_, when);
}

void Sm::schedule_block(Cycle when, std::uint8_t kernel, std::uint64_t block, std::uint32_t warps,
                        model::BlockGrant grant) {
  residents_.expect(kernel, block, std::move(grant));
  schedule(when, {SmEvent::Kind::block, kernel, static_cast<std::uint16_t>(warps), block});
}

void Sm::check_signals() const {
  if (policies_.stops_blocks()) check_leaves(contexts_, policies_, "--set preemption=drain");
}

void Sm::schedule_stop(Cycle when, std::uint16_t block_slot) {
  check_leaves(contexts_, policies_, "let the block end");
  const ResidentBlock& resident = contexts_.blocks.at(block_slot);
  schedule(when, {SmEvent::Kind::stop_block, resident.kernel, block_slot, resident.block.id});
}

void Sm::schedule_signal(Cycle when, std::optional<model::IncomingBlocks> incoming) {
  switch_.expect_signal(incoming);
  schedule(when, {SmEvent::Kind::signal, 0, 0, 0});
}

void Sm::schedule_restore(Cycle when, std::uint8_t kernel, BlockContext context,
                          model::BlockGrant grant) {
  const std::uint64_t block = context.state.id;
  residents_.expect(kernel, block, std::move(grant));
  switch_.expect(kernel, std::move(context));
  schedule(when, {SmEvent::Kind::restore_block, kernel, 0, block});
}

void Sm::run(Cycle until) {
  if (switch_.is_active())
    wake_ = std::min({wake_, load_store_.port().next_credit(), switch_.take_credits()});
  wake_ = std::min({wake_, replies_.next(), load_store_.take_credits()});
  const bool is_heard = probe_.subscribers().exist() || watchdog_.is_watching();
  contexts_.is_plain && !is_heard ? run_shape<true>(until) : run_shape<false>(until);
}

template <bool kPlain>
void Sm::run_shape(Cycle until) {
  Cycle now = wake_;
  for (; now < until; now = next_work<kPlain>(now)) {
    stall_book_.account<kPlain>(now);
    tick<kPlain>(now);
  }
  wake_ = now;
}

template <bool kPlain>
void Sm::tick(Cycle now) {
  view_.now = now;
  events_.deliver(now, [&](const SmEvent& event) {
    if (event.kind == SmEvent::Kind::write_back) {
      executor_.write_back<kPlain>(event.entity, *event.instruction, now);
    } else if (event.kind == SmEvent::Kind::fetched) {
      if (front_end_.fetched<kPlain>(event.entity, event.value, now))
        flow_.look_ahead<kPlain>(event.entity);
    } else {
      deliver(event, now);
    }
  });
  load_store_.deliver(now);
  if (replies_.next() <= now) receive(now);
  executor_.finish_accesses<kPlain>(now);
  if (!kPlain && paths_) paths_->settle(now);
  if (switch_.is_active()) switch_.hold(now);
  issue_stage_.issue<kPlain>(now, residents_.occupied_since());
  const std::uint64_t flits = switch_.is_active() ? load_store_.port().flits() : 0;
  load_store_.tick(now, counters_.kernels.data());
  if (!kPlain && load_store_.keeps_lanes()) executor_.release_lanes(now);
  executor_.finish_accesses<kPlain>(now);
  if (!kPlain && paths_) paths_->settle(now);
  if (!kPlain && gangs_.exists()) gangs_.settle(now);
  front_end_.tick<kPlain>(now);
  if (switch_.is_active()) {
    const bool was_reserved = load_store_.port().is_reserved();
    switch_.end_cycle(now, load_store_.port().flits() != flits);
    if (was_reserved && !load_store_.port().is_reserved()) load_store_.take_turn();
    start_launched(now);
  }
  if (residents_.may_start_waiting()) {
    residents_.start_waiting(now);
    start_launched(now);
    if (contexts_.may_be_away) {
      load_store_.loan().update(now, policies_.residency());
      if (residents_.slots().exchange(now)) expect_exchange(events_, residents_.slots().next());
    }
  }
  if (!kPlain && probe_.tells<model::WarpStateChanged, model::QueueDepths>())
    issue_stage_.show_end(now);
}

void Sm::start_launched(Cycle now) {
  if (gangs_.exists()) gangs_.form(residents_.launched());
  if (paths_ == nullptr) return flow_.start_launched(now);
  paths_->start(residents_.launched(), now);
  residents_.launched().clear();
}

void Sm::deliver(const SmEvent& event, Cycle now) {
  switch (event.kind) {
    case SmEvent::Kind::write_back:
    case SmEvent::Kind::fetched:
      break;  // tick() delivers these events
    case SmEvent::Kind::service_end:
      executor_.finish_service(event.entity, now);
      break;
    case SmEvent::Kind::last_block:
      policies_.tell("last_block_dispatched",
                     [&](policy::SmPolicy& policy) { policy.last_block_dispatched(event.kernel); });
      break;
    case SmEvent::Kind::block:
      residents_.start_block(event.kernel, event.value, event.entity, now);
      start_launched(now);
      break;
    case SmEvent::Kind::stop_block:
      switch_.stop(event.entity, event.kernel, event.value);
      break;
    case SmEvent::Kind::restore_block:
      switch_.restore(event.kernel, event.value, now);
      start_launched(now);
      break;
    case SmEvent::Kind::signal:
      switch_.signal(now);
      break;
    case SmEvent::Kind::directive:
      residents_.apply(event.value);
      break;
    case SmEvent::Kind::sharing:
      if (policies_.sharing().exists()) policies_.sharing().directive_arrived(*event.directive);
      break;
    case SmEvent::Kind::exchange:
      residents_.slots().advance_exchange(now, residents_.launched());
      start_launched(now);
      expect_exchange(events_, residents_.slots().next());
      break;
  }
}

void Sm::receive(Cycle now) {
  replies_.deliver(now, [&](const model::MemoryReply& reply) {
    if (replies_to_loss_ != 0 && --replies_to_loss_ == 0) return;
    switch (Origin(reply.origin).owner()) {
      case Origin::Owner::code:
        return front_end_.fill(reply.line, now);
      case Origin::Owner::context:
        return switch_.receive(reply, now);
      default:
        load_store_.receive(reply);
    }
  });
}

template <bool kPlain>
Cycle Sm::next_work(Cycle now) {
  Cycle other = std::min(
      {events_.next(), replies_.next(), load_store_.next(now), front_end_.next<kPlain>(now)});
  if (!kPlain && gangs_.exists()) other = std::min(other, gangs_.next(now));
  if (switch_.is_active()) other = std::min(other, switch_.next(now));
  return issue_stage_.next<kPlain>(now, other);
}

std::vector<std::string> Sm::waits() const {
  std::vector<std::string> lines = watchdog_.waits();
  if (residents_.has_waiting()) lines.push_back(residents_.waiting_line());
  return lines;
}

}  // namespace heddle::core
