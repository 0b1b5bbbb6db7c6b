#include "heddle/core/sm_parts.hpp"

#include <utility>

#include "heddle/core/plain_shape.hpp"
#include "heddle/core/policies/organisation_shape.hpp"
#include "heddle/core/terms/shared_sizes.hpp"

namespace heddle::core {
namespace {

/// The shape of an SM. Checks that an SM of this shape can hold the contexts of its residency
/// policy.
const policy::Shape& shape_with_contexts(const PolicyBoundary& policies,
                                         const SmConfiguration& configuration) {
  check_limits(policies.shape(), configuration.limits, configuration.sm,
               policies.residency().name().name);
  return policies.shape();
}

}  // namespace

SmParts::SmParts(std::uint16_t index, const SmConfiguration& configuration,
                 SmPolicies policies_of_sm, Replies& replies_to_sm, Cycle& wake_of_sm)
    : policies(index, configuration.sm, std::move(policies_of_sm)),
      contexts(configuration.sm, shape_with_contexts(policies, configuration),
               configuration.limits),
      gate(policies, contexts.table, contexts.gangs),
      probe(contexts, gate),
      watchdog(index, contexts, gate),
      view{.warps = contexts.views.data(),
           .entities = contexts.entities(),
           .slots = contexts.shape.slots,
           .names = contexts.names,
           .blocks = static_cast<std::uint32_t>(contexts.blocks.size()),
           .l1_lines = most_l1_lines(configuration.sm, configuration.l1),
           .l1_line_bytes = configuration.l1.line_bytes,
           .paths = &contexts.paths,
           .gated = &gate.held(),
           .grids = contexts.grids,
           .places = contexts.places,
           .lane_members = contexts.group_members,
           .gangs = contexts.gangs.gangs()},
      stall_book(contexts, policies, gate, probe),
      conditions(contexts.table, contexts.entities(), policies),
      peers(contexts, conditions, policies),
      residents(index, configuration.sm, policies.releases_warps(),
                {contexts, conditions, policies, counters, stall_book, watchdog, probe, reports},
                configuration.limits),
      units(configuration.execution, contexts.shape),
      load_store(configuration, index, contexts.shape, probe.subscribers(), policies.sharing(),
                 contexts.shape.forms_warps() ? &contexts : nullptr),
      front_end(configuration, index, contexts, counters, load_store.port(), events),
      flow(configuration.sm, configuration.ideal.fences,
           {contexts, conditions, front_end, peers, residents, policies, watchdog, load_store,
            probe}),
      gangs(contexts, conditions, front_end),
      paths(make_path_unit({contexts, conditions, front_end, flow, watchdog})),
      context_switch(index, configuration, load_store.port(), reports,
                     {contexts, conditions, front_end, residents, policies, stall_book, watchdog,
                      probe, counters}),
      executor(index, configuration,
               {contexts, conditions, units, load_store, front_end, flow, policies, counters,
                watchdog, probe, events, reports, gangs, paths.get()}),
      issue_stage(
          configuration.sm, configuration.execution,
          {contexts, units, load_store, policies, gate, stall_book, probe, executor, gangs}),
      replies(replies_to_sm),
      wake(wake_of_sm) {
  policies.attach(view, probe.subscribers());
  contexts.is_plain = is_plain(contexts, policies, gate, configuration);
  WarpSlots& slots = residents.slots();
  if (slots.exist()) probe.subscribers().add(slots.listener());
}

}  // namespace heddle::core
