// The units of an SM without the SM, and a kernel that they run: `length` instructions that do
// nothing, then exit. Its blocks have two warps.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "heddle/base/ring_queue.hpp"
#include "heddle/core/eviction/checkpoint.hpp"
#include "heddle/core/issue/executor_path.hpp"
#include "heddle/core/issue/issue_path.hpp"
#include "sm_rig.hpp"

namespace heddle::core::rig {

inline isa::Program idle_program(unsigned length) {
  isa::Program program;
  program.name = "idle";
  program.file = "idle.ptx";
  program.functions.emplace_back();
  program.code.resize(length + 1);
  for (unsigned pc = 0; pc <= length; ++pc) {
    isa::Instruction& instruction = program.code[pc];
    instruction.op = pc == length ? isa::Op::exit : isa::Op::nanosleep;
    instruction.op_class = pc == length ? isa::OpClass::exit : isa::OpClass::nop;
    instruction.line = pc + 1;
  }
  return program;
}

inline exec::Grid idle_grid(unsigned length) {
  exec::Grid grid;
  grid.program = std::make_shared<const isa::Program>(idle_program(length));
  grid.executable = exec::make_executable(*grid.program);
  grid.shape = {.grid = {16, 1, 1}, .block = {64, 1, 1}};
  return grid;
}

/// Tests of both shapes of the cycle.
template <typename ShapeOfSm>
class OfBothShapes : public testing::Test {
 protected:
  using Shape = ShapeOfSm;
};
using Shapes = testing::Types<PlainShape, GeneralShape>;

struct UnitRig : SmRig {
  static constexpr Addr kCodeBase = 0x1000;
  /// 32 registers a thread.
  static constexpr model::BlockDemand kDemand = {.warps = 2,
                                                 .threads = 64,
                                                 .registers = 2048,
                                                 .shared_bytes = 256,
                                                 .quota = 4,
                                                 .rule = {.thread = 32}};

  explicit UnitRig(unsigned length = 3, const policy::Shape& shape = {.slots = 2},
                   const SmConfiguration& set = {})
      : SmRig(shape),
        configuration(set),
        grid(idle_grid(length)),
        decoded(*grid.program, configuration.execution, configuration.sm.register_banks, shape,
                kCodeBase, configuration.fetch.instruction_bytes) {
    contexts.kernels[0] = {&grid, &decoded, kDemand};
    executor.bind(0, grid, decoded);
    load_store.port().connect(credits);
  }

  /// The block arrives at `now` with all its warps, whose instructions are there in the next cycle.
  void start(std::uint64_t block, Cycle now) {
    residents.start_block(0, block, 2, now);
    flow.start_launched(now);
    deliver(now + 1);
  }
  /// Delivers what is scheduled for `now`.
  void deliver(Cycle now) {
    events.deliver(now, [&](const SmEvent& event) {
      if (event.kind == SmEvent::Kind::fetched) flow.look_ahead(event.entity);
      if (event.kind == SmEvent::Kind::write_back)
        executor.write_back<GeneralShape>(event.entity, *event.instruction, now);
    });
  }
  Condition condition(unsigned entity) const { return contexts.table[entity].condition; }

  SmConfiguration configuration;
  exec::Grid grid;
  DecodedProgram decoded;
  RingQueue<Cycle> credits;
  SmCounters counters;
  SmEvents events;
  std::vector<SmReport> reports;
  StallBook book{contexts, policies, gate, probe};
  SmWatchdog watchdog{0, contexts, gate};
  EntityConditions conditions{contexts.table, contexts.entities(), policies};
  PeerWaits peers{contexts, conditions, policies};
  Residents residents{
      0, spec, true, {contexts, conditions, policies, counters, book, watchdog, probe, reports}};
  ExecutionUnits units{configuration.execution, contexts.shape};
  LoadStoreUnit load_store{configuration, 0, contexts.shape, probe.subscribers(),
                           policies.sharing()};
  FrontEnd front_end{configuration, 0, contexts, counters, load_store.port(), events};
  Flow flow{
      spec,
      configuration.ideal.fences,
      {contexts, conditions, front_end, peers, residents, policies, watchdog, load_store, probe}};
  GangingUnit gangs{contexts, conditions, front_end};
  ContextEngine engine{configuration.context_switch, 0, 16, load_store.port()};
  Checkpoint checkpoint{
      0,
      configuration.context_switch,
      engine,
      {contexts, conditions, front_end, residents, policies, book, watchdog, probe, counters}};
  Executor executor{0,
                    configuration,
                    {contexts, conditions, units, load_store, front_end, flow, policies, counters,
                     watchdog, probe, events, reports, gangs}};
  IssueStage issue_stage{
      spec,
      configuration.execution,
      {contexts, units, load_store, policies, gate, book, probe, executor, gangs}};
};

}  // namespace heddle::core::rig
