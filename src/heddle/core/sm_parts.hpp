// The parts of an SM. A part gets references to the parts before it. Sm talks to the GPU, and
// SmCycle runs the cycles.
#pragma once

#include <memory>
#include <vector>

#include "heddle/core/accounts/sm_probe.hpp"
#include "heddle/core/accounts/sm_watchdog.hpp"
#include "heddle/core/accounts/stall_book.hpp"
#include "heddle/core/eviction/context_switch.hpp"
#include "heddle/core/fetch/front_end.hpp"
#include "heddle/core/formed_warps/ganging_unit.hpp"
#include "heddle/core/formed_warps/path_unit.hpp"
#include "heddle/core/issue/execution_units.hpp"
#include "heddle/core/issue/executor.hpp"
#include "heddle/core/issue/issue_stage.hpp"
#include "heddle/core/load_store/load_store_unit.hpp"
#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/residents/flow.hpp"
#include "heddle/core/residents/peer_waits.hpp"
#include "heddle/core/residents/residents.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/entity_conditions.hpp"
#include "heddle/core/state/issue_gate.hpp"
#include "heddle/core/terms/counters.hpp"
#include "heddle/core/terms/sm_event.hpp"
#include "heddle/core/terms/sm_report.hpp"
#include "heddle/memory/packet.hpp"
#include "heddle/model/subscribers.hpp"

namespace heddle::core {

struct SmParts {
  using Replies = memory::ArrivalQueue<model::MemoryReply>;

  SmParts(std::uint16_t index, const SmConfiguration& configuration, SmPolicies policies_of_sm,
          Replies& replies_to_sm, Cycle& wake_of_sm);
  SmParts(const SmParts&) = delete;
  SmParts& operator=(const SmParts&) = delete;

  SmEvents events;
  std::vector<SmReport> reports;
  SmCounters counters;
  PolicyBoundary policies;
  Contexts contexts;
  IssueGate gate;
  SmProbe probe;
  SmWatchdog watchdog;
  model::SmView view;
  StallBook stall_book;
  EntityConditions conditions;
  PeerWaits peers;
  Residents residents;
  ExecutionUnits units;
  LoadStoreUnit load_store;
  FrontEnd front_end;
  Flow flow;
  GangingUnit gangs;
  std::unique_ptr<PathUnit> paths;  ///< null: warps are not formed
  ContextSwitch context_switch;
  Executor executor;
  IssueStage issue_stage;
  Replies& replies;
  std::uint64_t replies_to_loss = 0;  ///< number of replies up to the one to lose; 0: none will be
                                      ///< lost
  Cycle& wake;                        ///< the next cycle in which the SM has something to do
};

}  // namespace heddle::core
