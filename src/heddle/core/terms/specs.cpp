#include "heddle/core/terms/specs.hpp"

namespace heddle::core {
namespace {

constexpr ParameterInfo kCount{.maximum = 64, .doc = "pipelines of an SM; 0: none of this kind"};
constexpr ParameterInfo kCollectors{
    .maximum = 64,
    .doc =
        "instructions that collect operands or wait for a pipeline after issue; 0: an "
        "instruction issues only when a pipeline is free"};

/// The parameters of the matrix unit. Its instructions take as many cycles as the multiply-adds of
/// their shape require.
struct MatrixUnit {
  UnitSpec& unit;
  OpTiming& timing;
  MatrixRates& rates;

  void describe(ParameterVisitor& visit) {
    visit("count", unit.count, kCount);
    visit("collectors", unit.collectors, kCollectors);
    visit(
        "latency", timing.latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 1000,
         .doc = "from the last cycle in which an instruction on matrices occupies its pipeline to "
                "the issue of a dependent one"});
    for (unsigned i = 0; i < isa::kMatrixElements; ++i) {
      visit(
          isa::name_of(static_cast<isa::MatrixElements>(i)), rates[i],
          {.maximum = 1 << 20,
           .doc = "multiply-adds of a pipeline in a cycle on matrices of these elements; 0: none"});
    }
  }
};

}  // namespace

void UnitSpec::describe(ParameterVisitor& visit) {
  visit("count", count, kCount);
  visit("lanes", lanes,
        {.minimum = 1, .maximum = 32, .doc = "threads that enter a pipeline in a cycle"});
  visit("collectors", collectors, kCollectors);
}

void OpTiming::describe(ParameterVisitor& visit) {
  visit.choice("unit", unit, kUnitNames, {.doc = "the unit that executes these operations"});
  visit("latency", latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 1000,
         .doc = "from the issue of an instruction to the issue of a dependent one"});
  visit("initiation", initiation,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 1000,
         .doc = "from one pass into a pipeline to the next"});
}

ExecutionSpec::ExecutionSpec() {
  units[static_cast<std::size_t>(UnitKind::scalar)] = {.count = 0, .lanes = 1};
  units[static_cast<std::size_t>(UnitKind::matrix)] = {.count = 0};
  const auto at = [this](isa::OpClass op_class) -> OpTiming& {
    return operations[static_cast<std::size_t>(op_class)];
  };
  using enum isa::OpClass;
  at(integer_mul) = {UnitKind::sp, 5, 2};
  at(float64) = {UnitKind::dp, 8, 2};
  at(special) = {UnitKind::sfu, 16, 4};
  at(matrix) = {UnitKind::matrix, 16, 1};
  for (const auto op_class : {load, store, atomic, texture})
    at(op_class) = {UnitKind::memory, 1, 1};
  for (const auto op_class : {barrier, warp_sync, fence, branch, call, exit, system, nop})
    at(op_class) = {UnitKind::control, 1, 1};
}

void ExecutionSpec::describe(ParameterVisitor& visit) {
  constexpr auto kMatrixUnit = static_cast<unsigned>(UnitKind::matrix);
  constexpr auto kMatrixClass = static_cast<unsigned>(isa::OpClass::matrix);
  for (unsigned i = 0; i < kMatrixUnit; ++i)
    visit.group(kUnitNames[i], units[i], "pipelines of this kind");
  MatrixUnit matrix{units[kMatrixUnit], operations[kMatrixClass], matrix_rates};
  visit.group(kUnitNames[kMatrixUnit], matrix, "pipelines that multiply matrices of a warp");
  for (unsigned i = 0; i < isa::kOpClasses; ++i) {
    if (i == kMatrixClass) continue;
    visit.group(isa::name_of(static_cast<isa::OpClass>(i)), operations[i],
                "operations of this class");
  }
}

void FetchSpec::describe(ParameterVisitor& visit) {
  visit(
      "per_cycle", per_cycle,
      {.maximum = 32,
       .doc = "fetches in a cycle, for each lane group where these lie side by side; 0: no limit"});
  visit("instructions", instructions,
        {.minimum = 1, .maximum = 16, .doc = "instructions that a fetch brings, within one line"});
  visit("latency", latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 100,
         .doc = "from a fetch to the issue of its first instruction"});
  visit("instruction_bytes", instruction_bytes,
        {.unit = "B", .minimum = 4, .maximum = 16, .doc = "size of an instruction"});
  visit(
      "cache_bytes", cache_bytes,
      {.unit = "B",
       .maximum = 1 << 20,
       .doc =
           "capacity of the SM's instruction cache, which misses to the L2; 0: it holds all code"});
  visit("line_bytes", line_bytes,
        {.unit = "B", .minimum = 32, .maximum = 256, .doc = "line of the instruction cache"});
  visit("associativity", associativity,
        {.minimum = 1, .maximum = 64, .doc = "ways of the instruction cache and of the L0 caches"});
  policy::describe_replacement(
      visit, replacement, "which line of a full set the instruction cache and the L0 caches evict");
  visit("own_cache_bytes", own_cache_bytes,
        {.unit = "B",
         .maximum = 1 << 20,
         .doc = "capacity of the L0 instruction cache of a lane group, which needs no fetch port; "
                "0: none"});
  visit("own_line_bytes", own_line_bytes,
        {.unit = "B",
         .minimum = 16,
         .maximum = 256,
         .doc = "line of the L0 caches, at most line_bytes"});
  visit("buffer_entries", buffer_entries,
        {.unit = "instructions",
         .maximum = 16,
         .doc = "instructions in the buffer of a warp, or of a part of a warp; each is fetched "
                "by itself as soon as the buffer has room; 0: the buffer holds what one fetch "
                "brings, and is refilled when it is empty"});
  visit(
      "ports", ports,
      {.unit = "fetches/cycle",
       .maximum = 64,
       .doc = "fetches that the instruction cache serves in a cycle, for all lane groups together, "
              "where buffer_entries is not 0; 0: no limit"});
}

void L1Spec::describe(ParameterVisitor& visit) {
  CacheSpec::describe(visit);
  static constexpr std::array<std::string_view, 2> kAllocations = {"on_miss", "on_fill"};
  static constexpr std::array<std::string_view, 2> kLocalWrites = {"through", "back"};
  visit.choice(
      "allocation", allocation, kAllocations,
      {.doc = "when a load that misses gets a line: at the miss, or when its data arrive"});
  visit.choice("local_write", local_write, kLocalWrites,
               {.doc = "whether stores to local memory go to the L2 at once, or stay in the L1 "
                       "until their line is "
                       "evicted"});
  visit("write_allocate", write_allocate,
        {.doc = "a global store that misses gets a line, which is valid where the store wrote"});
  visit("miss_latency", miss_latency,
        {.unit = "cycles",
         .maximum = 1000,
         .doc = "from an access that misses to the departure of its request"});
  visit("lines_per_cycle", lines_per_cycle,
        {.unit = "lines",
         .minimum = 1,
         .maximum = 16,
         .doc = "lines that a load may look up in a cycle, if its words lie in different banks of "
                "4 bytes; more lines, or words of one bank, take further cycles"});
}

void ReadOnlyCacheSpec::describe(ParameterVisitor& visit) {
  visit("enabled", enabled, {.doc = "whether there is such a cache"});
  CacheSpec::describe(visit);
}

void LoadStoreSpec::describe(ParameterVisitor& visit) {
  static constexpr std::array<std::string_view, 2> kWriteHits = {"evict", "update"};
  visit("queue_entries", queue_entries,
        {.unit = "instructions",
         .minimum = 1,
         .maximum = 64,
         .doc = "memory instructions that have issued and wait for the load-store unit"});
  visit("shared_latency", shared_latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 1000,
         .doc = "access of shared memory without bank conflicts"});
  visit("shared_banks", shared_banks,
        {.minimum = 1, .maximum = 64, .doc = "banks of shared memory, each 4 bytes wide"});
  visit("shared_atomic_cycles", shared_atomic_cycles,
        {.unit = "cycles",
         .maximum = 1000,
         .doc = "what each further operation of an atomic's lanes on one word of shared memory "
                "costs; 0: operations on the same address cost nothing"});
  visit("constant_latency", constant_latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 1000,
         .doc = "access of a constant where there is no constant cache"});
  visit("injection_queue", injection_queue,
        {.unit = "packets",
         .minimum = 1,
         .maximum = 1024,
         .doc = "packets of an SM that may wait for the interconnect"});
  visit.choice("write_hit", write_hit, kWriteHits,
               {.doc = "whether a global store evicts its line from the L1 or updates the line"});
  visit("cache_global_loads", cache_global_loads,
        {.doc = "whether global loads may hit in the L1"});
  visit(
      "tenant_queues", tenant_queues,
      {.doc = "each program that shares the GPU has a queue of its own with queue_entries, so that "
              "a waiting access holds up only accesses of its own program"});
  visit("tenant_miss_queue", tenant_miss_queue,
        {.unit = "requests",
         .minimum = 1,
         .maximum = 1024,
         .doc = "misses of a program that may wait, where the sharing policy gives each program a "
                "queue"});
}

void SmSpec::describe(ParameterVisitor& visit) {
  visit("count", count, {.minimum = 1, .maximum = 1024, .doc = "number of SMs"});
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
  visit("shared_sizes", shared_sizes,
        {.doc = "sizes in KiB that shared memory can have, from the smallest to sm.shared_bytes, "
                "such as \"0 16 32\": a kernel gets the smallest that holds the blocks that other "
                "resources allow, and the L1 has l1.bytes and what shared memory leaves; single: "
                "shared memory has always sm.shared_bytes, and the L1 l1.bytes"});
  visit("schedulers", schedulers,
        {.minimum = 1,
         .maximum = kMostSchedulers,
         .doc = "warp schedulers; each picks one warp in a cycle"});
  visit("register_banks", register_banks,
        {.minimum = 1, .maximum = 64, .doc = "banks of the register file"});
  static constexpr std::array<std::string_view, 2> kDisciplines = {"scoreboard", "one_at_a_time"};
  visit("result_buses", result_buses,
        {.maximum = 64, .doc = "results of pipelines that are written in a cycle; 0: no limit"});
  visit("issue_width", issue_width,
        {.minimum = 1,
         .maximum = 2,
         .doc = "instructions that a scheduler issues of one warp in a cycle"});
  visit("issue_to_different_units", issue_to_different_units,
        {.doc = "whether the instructions that a scheduler issues in one cycle must go to units of "
                "different "
                "kinds"});
  visit.choice(
      "issue_discipline", issue_discipline, kDisciplines,
      {.doc = "scoreboard: a warp issues when the registers of its next instruction are ready; "
              "one_at_a_time: when none of its instructions is in flight"});
  static constexpr std::array<std::string_view, 3> kTurnRules = {"by_grant", "by_cycle",
                                                                 "by_number"};
  visit.choice("issue_turns", issue_turns, kTurnRules,
               {.doc = "which scheduler chooses first where several want one unit: by_grant: the "
                       "one after the scheduler that the unit served last; by_cycle: each in turn "
                       "for a cycle; by_number: always the one with the lowest number"});
  visit("barrier_latency", barrier_latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 100,
         .doc = "from the last arrival at a barrier to the next instruction"});
  visit("branch_latency", branch_latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 100,
         .doc = "from a branch to the next instruction of its warp"});
  static constexpr std::array<std::string_view, 2> kSchedulings = {"stack", "independent"};
  visit.choice("thread_scheduling", thread_scheduling, kSchedulings,
               {.doc = "stack: a path of a diverged warp runs until it ends, so that a lane cannot "
                       "wait for another one of its warp; independent: each lane makes progress, "
                       "and warp-wide instructions wait for the lanes that their masks name; with "
                       "an organisation that cuts or forms warps, as stack"});
  visit("yield_after", yield_after,
        {.unit = "turns",
         .minimum = 1,
         .maximum = 1 << 20,
         .doc = "with independent thread scheduling: turns of a loop that may wait for other "
                "threads, without a lane leaving it, after which the path gives way to paths that "
                "wait"});
}

void ContextSwitchSpec::describe(ParameterVisitor& visit) {
  visit("stack_entry_bytes", stack_entry_bytes,
        {.unit = "B",
         .maximum = 128,
         .doc = "saved size of an entry of a reconvergence stack: two pcs and a mask"});
  visit("predicate_bytes", predicate_bytes,
        {.unit = "B", .maximum = 128, .doc = "saved size of a warp's predicates"});
  visit(
      "pattern_bytes", pattern_bytes,
      {.unit = "B",
       .maximum = 128,
       .doc = "saved size of the pattern vector that says how a warp's registers are compressed"});
  visit("latency", latency,
        {.unit = "cycles",
         .minimum = 1,
         .maximum = 100,
         .doc = "from the arrival of saved registers to the write of the first one"});
  visit("interval", interval,
        {.unit = "cycles",
         .maximum = 1000,
         .doc = "least distance between two segments of a context; 0: a segment leaves as soon as "
                "it can"});
  visit(
      "loads", loads,
      {.unit = "segments",
       .minimum = 2,
       .maximum = 4096,
       .doc = "most segments of returning contexts that an SM has requested and not yet written to "
              "its registers and shared memory"});
  static constexpr std::array<std::string_view, 3> kPriorities = {"same", "low", "alternate"};
  visit.choice(
      "priority", priority, kPriorities,
      {.doc = "low: requests of contexts give way to other requests in the interconnect, the L2 "
              "and DRAM; same: they are served like others there, and leave an SM in cycles in "
              "which nothing else does; alternate: as same, but the load-store unit and contexts "
              "use the SM's port in turn"});
  visit("age_limit", age_limit,
        {.unit = "cycles",
         .maximum = 1'000'000,
         .doc = "time that a request of low priority waits in one place before it counts as any "
                "other; 0: never, so that requests without end starve it"});
}

}  // namespace heddle::core
