#include "heddle/core/terms/specs.hpp"

namespace heddle::core {

void UnitSpec::describe(ParameterVisitor& visit) {
  visit("count", count, {.maximum = 64, .doc = "pipelines of an SM; 0: none of this kind"});
  visit("lanes", lanes,
        {.minimum = 1, .maximum = 32, .doc = "threads that enter a pipeline in a cycle"});
  visit("collectors", collectors,
        {.maximum = 64,
         .doc = "instructions that collect operands or wait for a pipeline after issue; 0: they "
                "issue when a pipeline is free"});
}

void OpTiming::describe(ParameterVisitor& visit) {
  visit.choice("unit", unit, kUnitNames, {.doc = "what executes it"});
  visit("latency", latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 1000,
         .doc = "issue to the issue of a dependent instruction"});
  visit("initiation", initiation,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 1000,
         .doc = "between two passes into a pipeline"});
}

ExecutionSpec::ExecutionSpec() {
  units[static_cast<std::size_t>(UnitKind::scalar)] = {.count = 0, .lanes = 1};
  const auto at = [this](isa::OpClass op_class) -> OpTiming& {
    return operations[static_cast<std::size_t>(op_class)];
  };
  using enum isa::OpClass;
  at(integer_mul) = {UnitKind::sp, 5, 2};
  at(float64) = {UnitKind::dp, 8, 2};
  at(special) = {UnitKind::sfu, 16, 4};
  for (const auto op_class : {load, store, atomic, texture})
    at(op_class) = {UnitKind::memory, 1, 1};
  for (const auto op_class : {barrier, warp_sync, fence, branch, call, exit, system, nop})
    at(op_class) = {UnitKind::control, 1, 1};
}

void ExecutionSpec::describe(ParameterVisitor& visit) {
  for (unsigned i = 0; i < kUnitKinds - 1; ++i)
    visit.group(kUnitNames[i], units[i], "pipelines of this kind");
  for (unsigned i = 0; i < isa::kOpClasses; ++i) {
    visit.group(isa::name_of(static_cast<isa::OpClass>(i)), operations[i],
                "operations of this class");
  }
}

void FetchSpec::describe(ParameterVisitor& visit) {
  visit(
      "per_cycle", per_cycle,
      {.maximum = 32,
       .doc =
           "fetches in a cycle, of each lane group where they lie side by side; 0: without limit"});
  visit("instructions", instructions,
        {.minimum = 1, .maximum = 16, .doc = "that a fetch brings, within one line"});
  visit("latency", latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 100,
         .doc = "fetch to the issue of its first instruction"});
  visit("instruction_bytes", instruction_bytes,
        {.unit = "B", .minimum = 4, .maximum = 16, .doc = "of code"});
  visit("cache_bytes", cache_bytes,
        {.unit = "B",
         .maximum = 1 << 20,
         .doc = "instruction cache of the SM, in front of the L2; 0: it holds everything"});
  visit("line_bytes", line_bytes,
        {.unit = "B", .minimum = 32, .maximum = 256, .doc = "of the instruction cache"});
  visit("associativity", associativity,
        {.minimum = 1, .maximum = 64, .doc = "of the instruction caches"});
  policy::describe_replacement(visit, replacement,
                               "which line of a full set of the instruction caches goes");
  visit("own_cache_bytes", own_cache_bytes,
        {.unit = "B",
         .maximum = 1 << 20,
         .doc = "L0 instruction cache of a lane group, which needs no fetch port; 0: none"});
  visit(
      "own_line_bytes", own_line_bytes,
      {.unit = "B", .minimum = 16, .maximum = 256, .doc = "of the L0 caches, at most line_bytes"});
  visit("buffer_entries", buffer_entries,
        {.unit = "instructions",
         .maximum = 16,
         .doc = "that the buffer of a warp, or of a part of it, holds, each fetched by itself as "
                "soon as there is room; 0: the buffer holds what one fetch brings, and is refilled "
                "when it is empty"});
  visit("ports", ports,
        {.unit = "fetches/cycle",
         .maximum = 64,
         .doc = "of the instruction cache, for all lane groups together, where buffer_entries is "
                "not 0; 0: as many as they make"});
}

void L1Spec::describe(ParameterVisitor& visit) {
  CacheSpec::describe(visit);
  static constexpr std::array<std::string_view, 2> kAllocations = {"on_miss", "on_fill"};
  static constexpr std::array<std::string_view, 2> kLocalWrites = {"through", "back"};
  visit.choice("allocation", allocation, kAllocations,
               {.doc = "when a load that misses gets its line"});
  visit.choice("local_write", local_write, kLocalWrites,
               {.doc = "whether stores to local memory go to the L2 or stay until evicted"});
  visit("write_allocate", write_allocate,
        {.doc = "a global store gets a line, valid where it wrote"});
  visit("miss_latency", miss_latency,
        {.unit = "cycles", .maximum = 1000, .doc = "access to the departure of its request"});
}

void ReadOnlyCacheSpec::describe(ParameterVisitor& visit) {
  visit("enabled", enabled, {.doc = "there is such a cache"});
  CacheSpec::describe(visit);
}

void LoadStoreSpec::describe(ParameterVisitor& visit) {
  static constexpr std::array<std::string_view, 2> kWriteHits = {"evict", "update"};
  visit("queue_entries", queue_entries,
        {.unit = "instructions",
         .minimum = 1,
         .maximum = 64,
         .doc = "issued and not yet worked off"});
  visit(
      "shared_latency", shared_latency,
      {.unit = "cycles", .minimum = 1, .maximum = 1000, .doc = "shared memory without conflicts"});
  visit("shared_banks", shared_banks,
        {.minimum = 1, .maximum = 64, .doc = "4-byte banks of shared memory"});
  visit("constant_latency", constant_latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 1000,
         .doc = "of constants when there is no constant cache"});
  visit("injection_queue", injection_queue,
        {.unit = "packets",
         .minimum = 1,
         .maximum = 1024,
         .doc = "that may wait for a place in the interconnect"});
  visit.choice("write_hit", write_hit, kWriteHits,
               {.doc = "what a global store does to its line in the L1"});
  visit("cache_global_loads", cache_global_loads, {.doc = "global loads may hit in the L1"});
  visit("tenant_queues", tenant_queues,
        {.doc = "each program that shares the GPU has a queue of queue_entries of its own, so that "
                "an access that waits holds up those of its program alone"});
  visit("tenant_miss_queue", tenant_miss_queue,
        {.unit = "requests",
         .minimum = 1,
         .maximum = 1024,
         .doc = "misses of a program that may wait where the sharing policy has a queue for each"});
}

void SmSpec::describe(ParameterVisitor& visit) {
  visit("count", count, {.minimum = 1, .maximum = 1024, .doc = "SMs"});
  visit("warps", warps, {.minimum = 1, .maximum = 128, .doc = "warps resident on an SM"});
  visit("blocks", blocks, {.minimum = 1, .maximum = 128, .doc = "blocks resident on an SM"});
  visit("threads", threads, {.minimum = 32, .maximum = 4096, .doc = "threads resident on an SM"});
  visit("registers", registers,
        {.minimum = 1024, .maximum = 1 << 20, .doc = "32-bit registers of an SM"});
  visit("register_unit", register_unit,
        {.minimum = 1, .maximum = 4096, .doc = "a warp's registers are rounded up to this"});
  visit("shared_bytes", shared_bytes,
        {.unit = "B", .minimum = 0, .maximum = 1 << 20, .doc = "shared memory of an SM"});
  visit("shared_unit", shared_unit,
        {.unit = "B",
         .minimum = 1,
         .maximum = 4096,
         .doc = "a block's shared memory is rounded up to this"});
  visit(
      "schedulers", schedulers,
      {.minimum = 1, .maximum = kMostSchedulers, .doc = "warp schedulers, one issue a cycle each"});
  visit("register_banks", register_banks,
        {.minimum = 1, .maximum = 64, .doc = "banks of the register file"});
  static constexpr std::array<std::string_view, 2> kDisciplines = {"scoreboard", "one_at_a_time"};
  visit("result_buses", result_buses,
        {.maximum = 64, .doc = "results of pipelines written in a cycle; 0: without limit"});
  visit("issue_width", issue_width,
        {.minimum = 1,
         .maximum = 2,
         .doc = "instructions that a scheduler issues of one warp in a cycle"});
  visit("issue_to_different_units", issue_to_different_units,
        {.doc = "those of one cycle go to units of different kinds"});
  visit.choice("issue_discipline", issue_discipline, kDisciplines,
               {.doc = "a warp issues when its registers are there, or only with nothing in "
                       "flight"});
  visit("barrier_latency", barrier_latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 100,
         .doc = "last arrival at a barrier to the next instruction"});
  visit("branch_latency", branch_latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 100,
         .doc = "branch to the next instruction of its warp"});
}

void ContextSwitchSpec::describe(ParameterVisitor& visit) {
  visit("stack_entry_bytes", stack_entry_bytes,
        {.unit = "B",
         .maximum = 128,
         .doc = "of an entry of a reconvergence stack, when a block is saved"});
  visit("predicate_bytes", predicate_bytes,
        {.unit = "B", .maximum = 128, .doc = "of a warp's predicates, when it is saved"});
  visit("pattern_bytes", pattern_bytes,
        {.unit = "B",
         .maximum = 128,
         .doc = "of a warp's pattern vector, when its registers are saved compressed"});
  visit("latency", latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 100,
         .doc = "from the arrival of saved registers to the first that is written"});
  visit("interval", interval,
        {.unit = "cycles",
         .maximum = 1000,
         .doc = "at least, from one segment of a context to the next; 0: as soon as it can leave"});
  visit("loads", loads,
        {.unit = "segments",
         .minimum = 2,
         .maximum = 4096,
         .doc = "of contexts that come back, that an SM has asked for and not yet written to its "
                "registers and shared memory, at most"});
  static constexpr std::array<std::string_view, 3> kPriorities = {"same", "low", "alternate"};
  visit.choice(
      "priority", priority, kPriorities,
      {.doc = "low: requests of contexts give way to others in the interconnect, the L2 and "
              "DRAM; same: they are served as any other there, and leave an SM in cycles in which "
              "nothing else does; alternate: as same, but the load-store unit and contexts have "
              "the SM's port in turn"});
  visit("age_limit", age_limit,
        {.unit = "cycles",
         .maximum = 1'000'000,
         .doc = "that a request which gives way waits in one place until it counts as any other; "
                "0: it never does, and waits for ever behind others that never cease"});
}

}  // namespace heddle::core
