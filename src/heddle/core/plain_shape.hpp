// Tells which SMs are plain: PlainShape holds for them as long as nobody observes them.
#pragma once

#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/issue_gate.hpp"

namespace heddle::core {

/// Whether the SM is plain as long as its events have no subscribers and no watchdog watches it.
inline bool is_plain(const Contexts& contexts, const PolicyBoundary& policies,
                     const IssueGate& gate, const SmConfiguration& configuration) {
  const policy::Shape& shape = contexts.shape;
  const bool whole_warps = contexts.are_few && shape.parts == 1 && shape.lane_groups == 1 &&
                           !shape.forms_warps() && shape.sequential_lanes == 0 && !shape.narrows &&
                           !shape.forms_gangs();
  const bool hears =
      policies.has_selective_scheduler() || policies.hears().waits || policies.hears().issues;
  return whole_warps && !hears && !gate.exists() && !contexts.may_be_away &&
         !policies.sharing().exists() && !configuration.load_store.tenant_queues &&
         configuration.fetch.buffer_entries == 0 &&
         configuration.sm.issue_discipline != IssueDiscipline::one_at_a_time;
}

}  // namespace heddle::core
