// Executes issued instructions. The executor occupies their registers, units and result buses,
// sends their accesses to the load-store unit, counts them, and writes back results that arrive.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "heddle/base/calendar.hpp"
#include "heddle/core/accounts/sm_probe.hpp"
#include "heddle/core/accounts/sm_watchdog.hpp"
#include "heddle/core/fetch/front_end.hpp"
#include "heddle/core/formed_warps/formed_step.hpp"
#include "heddle/core/formed_warps/ganging_unit.hpp"
#include "heddle/core/formed_warps/path_unit.hpp"
#include "heddle/core/issue/execution_units.hpp"
#include "heddle/core/issue/issue_counts.hpp"
#include "heddle/core/issue/lane_pacing.hpp"
#include "heddle/core/issue/register_file.hpp"
#include "heddle/core/issue/store_logs.hpp"
#include "heddle/core/load_store/load_store_unit.hpp"
#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/residents/flow.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/entity_conditions.hpp"
#include "heddle/core/terms/sm_event.hpp"
#include "heddle/core/terms/sm_report.hpp"
#include "heddle/exec/step/step.hpp"

namespace heddle::core {

class Executor {
 public:
  /// The units and the state that an executed instruction uses.
  struct Surroundings {
    Contexts& contexts;
    EntityConditions& conditions;
    ExecutionUnits& units;
    LoadStoreUnit& load_store;
    FrontEnd& front_end;
    Flow& flow;
    PolicyBoundary& policies;
    SmCounters& counters;
    SmWatchdog& watchdog;
    const SmProbe& probe;
    SmEvents& events;
    std::vector<SmReport>& reports;
    GangingUnit& gangs;
    PathUnit* paths = nullptr;  ///< null: warps are not formed
  };

  Executor(std::uint16_t sm, const SmConfiguration& configuration, const Surroundings& around);
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Issues the entity's next instruction in the slot. Other parts of the warp that execute this
  /// instruction together with the entity issue it, too.
  template <typename Shape>
  void execute(unsigned slot, std::uint16_t entity, Cycle now);
  /// Issues the next instruction for these parts of the entity's warp. All of them are at the same
  /// instruction.
  [[gnu::noinline]] void execute_gang(std::uint16_t entity, exec::PartMask parts, Cycle now);
  /// Resumes the entity after the service of the host for which it waited.
  void finish_service(std::uint16_t entity, Cycle now);
  /// Handles the result of the entity's instruction, which has arrived as an event.
  template <typename Shape>
  void write_back(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now);
  /// Begins the cycle `now`: writes the results of pipelines into the register banks.
  void begin_cycle(Cycle now) { registers_.apply(now); }
  /// Writes back the results of finished memory instructions.
  template <typename Shape>
  void finish_accesses(Cycle now) {
    if (!around_.load_store.finished().empty()) finish_all<Shape>(now);
  }

  /// Returns whether an instruction since the last call has done more than compute values.
  bool take_effects() { return std::exchange(has_effects_, false); }

  /// Frees lanes that the load-store unit has kept occupied.
  void release_lanes(Cycle now);

  /// Makes the kernel slot run the grid's program from now on.
  void bind(unsigned kernel, const exec::Grid& grid, const DecodedProgram& program) {
    logs_.bind(kernel, grid);
    issued_.add_to(around_.counters);
    issued_.bind(kernel, program);
  }
  /// Adds all instructions issued so far to the SM's counters.
  void count_issued() { issued_.add_to(around_.counters); }

  /// The logs of the stores to global memory since the logs were last cleared.
  StoreLogs& logs() { return logs_; }

 private:
  /// When the first and the last pass of an instruction enter the pipeline.
  struct Stay {
    Cycle start = 0, last = 0;
    Cycle lane_free = 0;  ///< when its lane is free; only if active threads pace the lanes
  };

  // Parameters named `state` are the entity's state.
  /// Executes the entity's next instruction. Returns 0 if only the entity takes part, and no gang
  /// can be concerned. Otherwise returns the parts of the warp that take part.
  template <typename Shape>
  exec::PartMask step(EntityTable::State& state, std::uint16_t entity);
  /// Handles the last step for these parts of the entity's warp, and for the warp's gangs.
  void execute_parts(std::uint16_t entity, exec::PartMask parts, const DecodedInstruction& decoded,
                     Cycle now);
  /// Tells the probe that the slot has issued the instruction for the entity and other parts.
  template <typename Shape = GeneralShape>
  void show_step(unsigned slot, std::uint16_t entity, const DecodedInstruction& decoded, Cycle now);
  /// Handles the last step for the entity, which has taken part in the step.
  template <typename Shape>
  void execute_member(EntityTable::State& state, std::uint16_t entity,
                      const DecodedInstruction& decoded, Cycle now);
  /// Sets the entity's next instruction after `decoded`, which it has executed.
  template <typename Shape>
  void set_next(EntityTable::State& state, std::uint16_t entity, const DecodedInstruction& decoded);
  /// Tells the watchdog about the last step.
  [[gnu::noinline]] void note_step(const EntityTable::State& state, std::uint16_t entity);
  /// Tells policies that the entity has issued the last step. Policies do not hear of formed warps.
  [[gnu::noinline]] void tell_issue(std::uint16_t entity);
  template <typename Shape = GeneralShape>
  void count(const EntityTable::State& state, std::uint16_t entity);
  static void count_for(model::WarpView& view, unsigned threads) {
    ++view.warp_instructions;
    view.thread_instructions += threads;
  }
  /// Prepares the next step, at cycle `now`, for an instruction of the kernel slot.
  void prepare(std::uint8_t kernel, Cycle now) {
    environment_.clock = now;
    if (logs_.are_several()) [[unlikely]]
      environment_.log = &logs_.of(kernel);
  }
  /// Applies the last step to the entity. Returns whether the entity goes on; otherwise, it waits
  /// at a barrier or for a service.
  template <typename Shape>
  bool take_effect(EntityTable::State& state, std::uint16_t entity,
                   const DecodedInstruction& decoded, const Stay& stay, Cycle now);
  /// The same for a step that does more than compute values.
  template <typename Shape>
  [[gnu::noinline]] bool take_other_effect(EntityTable::State& state, std::uint16_t entity,
                                           const DecodedInstruction& decoded, const Stay& stay,
                                           Cycle now);
  template <typename Shape = GeneralShape>
  void begin_access(EntityTable::State& state, std::uint16_t entity,
                    const DecodedInstruction& decoded, const Stay& stay);
  /// Sends the last step's access to the load-store unit. Returns the id of the access.
  template <typename Shape>
  std::uint32_t issue_access(EntityTable::State& state, std::uint16_t entity,
                             const DecodedInstruction& decoded, const Stay& stay);
  /// Applies the last step, which copies asynchronously, ends a group of copies, or arrives with
  /// copies. Apart from take_effect(), so that other instructions pay nothing.
  template <typename Shape>
  [[gnu::noinline]] void take_copy(EntityTable::State& state, std::uint16_t entity,
                                   const DecodedInstruction& decoded, const Stay& stay, Cycle now);
  /// Lets lanes of the last step arrive on barriers in shared memory, now or after their copies.
  void arrive_with_copies(EntityTable::State& state, std::uint16_t entity, LaneMask lanes,
                          Cycle now);
  /// Notes that an access of the entity, perhaps a copy, is complete.
  [[gnu::noinline]] void finish_copy(EntityTable::State& state, const FinishedAccess& finished,
                                     Cycle now);
  /// Notes when the results of the entity's instruction, whose last pass enters its pipeline at
  /// `entered`, will be there.
  template <typename Shape>
  void begin_result(EntityTable::State& state, std::uint16_t entity,
                    const DecodedInstruction& decoded, Cycle entered);
  template <typename Shape>
  void write_registers(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now);
  template <typename Shape>
  void finish_all(Cycle now);
  void want_service(std::uint16_t entity, Cycle now);
  template <typename Shape>
  void finish_access(const FinishedAccess& finished, Cycle now);
  /// Marks the registers of the entity's executed instruction as pending, and occupies a pipeline
  /// with the instruction.
  template <typename Shape = GeneralShape>
  Stay enter_pipeline(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now);
  /// Like enter_pipeline(), for lanes that are paced by active threads.
  Stay enter_lane(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now);
  /// Returns for how many cycles the last step occupies its lane. The step needs no pipeline. A
  /// branch takes time for all threads that reach it, including threads whose guard is false.
  std::uint32_t control_time(std::uint16_t entity, const DecodedInstruction& decoded) const;
  /// Returns the lanes of the entity that executed the last step.
  template <typename Shape = GeneralShape>
  LaneMask lanes_executed(unsigned entity) const {
    return contexts_.lanes_of<Shape>(step_.executed, entity);
  }
  /// Completes the finished access's atomic, if the entity has this atomic in flight.
  [[gnu::noinline]] void finish_atomic(EntityTable::State& state, const FinishedAccess& finished);
  void complete_atomic(std::uint16_t entity, const exec::AtomicRequest& request);

  std::uint16_t sm_;
  Contexts& contexts_;
  Surroundings around_;
  RegisterFile registers_;
  LanePacing pacing_;
  Calendar result_buses_;
  IssueCounts issued_;
  StoreLogs logs_;
  exec::StepEnvironment environment_;
  exec::Step step_;  ///< the last executed step
  FormedStep formed_step_;
  bool has_effects_ = false;
};

}  // namespace heddle::core
