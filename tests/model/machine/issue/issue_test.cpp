// Issue, register banks, collectors, result buses and pipelines, against the machine's parameters.

#include <algorithm>
#include <array>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clocked.hpp"
#include "closed_form.hpp"
#include "heddle/isa/operands.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::test {
namespace {

using core::UnitKind;
using isa::OpClass;

const std::string kAdds = each("add.f32 %f{0}, %f{0}, 0f3F800000");

/// Oldest first; keeps what it hears of the instruction at a place.
class Hears final : public policy::WarpScheduler {
 public:
  static inline std::vector<LaneMask> heard;
  unsigned pick(unsigned /*slot*/, const model::EntityMask& candidates) override {
    return oldest(candidates);
  }
  bool hears_issues() const override { return true; }
  void instruction_issued(unsigned /*entity*/, Pc /*pc*/, LaneMask lanes) override {
    heard.push_back(lanes);
  }
};
const policy::Register<policy::WarpScheduler, Hears> hears("hears", "for a test");

/// A guard that holds for no lane: the warp of 20 threads was there with all of them.
TEST(Issue, PoliciesHearOfLanesWhateverTheGuard) {
  Hears::heard.clear();
  Rig rig(plain_machine(), {.warp_scheduler = "hears"});
  rig.run_body(R"(
  mov.u32 %r1, %tid.x;
  setp.gt.u32 %p1, %r1, 100;
  @%p1 st.global.u32 [%rd1], %r1;
)",
               {}, {20});
  EXPECT_GE(Hears::heard.size(), 4u);
  EXPECT_THAT(Hears::heard, testing::Each((1u << 20) - 1));
}

TEST(Issue, OneInstructionACycleOrTwo) {
  const ClosedForm form{"cycles of 16 independent additions of a warp",
                        "instructions / issue width"};
  auto machine = plain_machine();
  unit(machine, UnitKind::sp).count = 2;
  for (const std::uint32_t width : {1u, 2u}) {
    machine.sm.issue_width = width;
    form.expect(fmt::format("issue width {}", width), 1.0 * kRegisters / width,
                cycles_per_copy(kFloats, kAdds, kStoreFloats, machine));
  }
}

TEST(Issue, TwoInACycleMayHaveToGoToDifferentUnits) {
  auto machine = plain_machine();
  machine.sm.issue_width = 2;
  machine.sm.issue_to_different_units = true;
  unit(machine, UnitKind::sp).count = 2;
  const ClosedForm form{"cycles of 16 instructions, two a cycle to different units",
                        "instructions of the unit with the most"};
  form.expect("all on one unit", kRegisters,
              cycles_per_copy(kFloats, kAdds, kStoreFloats, machine));
  std::string pairs;
  for (unsigned i = kFirst; i < kFirst + kRegisters; i += 2)
    pairs += fmt::format("  add.f32 %f{0}, %f{0}, 0f3F800000;\n  sin.approx.f32 %f{1}, %f{1};\n", i,
                         i + 1);
  // Twice, so that a sine's latency of 16 has passed when its register is next.
  timing(machine, OpClass::special).latency = 4;
  form.expect("half of them on each of two units", 0.5 * kRegisters,
              cycles_per_copy(kFloats, pairs, kStoreFloats, machine));
}

// A warp for each scheduler, and one pipeline that takes one instruction a cycle: each gets its
// share, so that all end at the same time.
TEST(Issue, SchedulersTakeTurnsAtAPipelineThatTheyShare) {
  const ClosedForm form{"lifetime of the warps of schedulers that share a pipeline",
                        "schedulers x instructions of each", 0.02};
  for (const std::uint32_t schedulers : {2u, 3u, 4u}) {
    auto machine = plain_machine();
    machine.sm.schedulers = schedulers;
    unit(machine, UnitKind::sp).count = 1;
    const auto lifetimes = [&](unsigned copies) {
      Rig rig(machine);
      const std::string body = kFloats + repeat(copies, kAdds) + kStoreFloats;
      return rig.run_body(body, {}, {schedulers * 32}).lifetimes.warp;
    };
    const auto few = lifetimes(2), many = lifetimes(42);
    const double expected = 40.0 * kRegisters * schedulers;
    form.expect(fmt::format("{} schedulers, first warp to end", schedulers), expected,
                static_cast<double>(many.least - few.least));
    form.expect(fmt::format("{} schedulers, last warp to end", schedulers), expected,
                static_cast<double>(many.greatest - few.greatest));
  }
}

TEST(Issue, OneAtATimeEachInstructionCostsItsLatency) {
  const ClosedForm pipelined{"cycles of 16 independent additions, scoreboard", "instructions"};
  const ClosedForm alone{"cycles of 16 independent additions, one at a time",
                         "instructions x latency"};
  for (const std::uint32_t latency : {4u, 9u}) {
    auto machine = plain_machine();
    timing(machine, OpClass::float32).latency = latency;
    const std::string with = fmt::format("latency {}", latency);
    pipelined.expect(with, kRegisters, cycles_per_copy(kFloats, kAdds, kStoreFloats, machine));
    machine.sm.issue_discipline = core::IssueDiscipline::one_at_a_time;
    alone.expect(with, kRegisters * latency,
                 cycles_per_copy(kFloats, kAdds, kStoreFloats, machine));
  }
}

/// Operands of the text's multiply-add that lie in the fullest of `banks` banks.
unsigned most_on_one_bank(const std::string& ptx, std::uint32_t banks) {
  const auto module = compile::lower(ptx::parse(ptx, "test.ptx"));
  std::map<unsigned, unsigned> on_bank;
  for (const auto& instruction : module.kernels.at(0)->code) {
    unsigned rows = 0;
    isa::for_each_source_row(instruction, [&](const auto&, unsigned) { ++rows; });
    if (rows != 3 || instruction.op_class != OpClass::float32) continue;
    isa::for_each_source_row(instruction, [&](const isa::Operand& operand, unsigned) {
      ++on_bank[operand.index % banks];
    });
    break;
  }
  unsigned most = 0;
  for (const auto& [bank, count] : on_bank) most = std::max(most, count);
  return most;
}

// The k operands of one bank are read in k cycles.
TEST(Registers, OperandsOnOneBankAreReadOneAfterAnother) {
  const ClosedForm form{"cycles of a multiply-add by the banks of its operands",
                        "latency + operands on the fullest bank - 1"};
  const std::string text = "  fma.rn.f32 %f10, %f10, %f11, %f12;\n";
  std::map<unsigned, unsigned> seen;
  for (const std::uint32_t banks : {1u, 2u, 3u, 4u, 16u}) {
    auto machine = plain_machine();
    machine.sm.register_banks = banks;
    const unsigned most = most_on_one_bank(kernel(kFloats + text + kStoreFloats), banks);
    ++seen[most];
    form.expect(fmt::format("banks {}, on the fullest {}", banks, most),
                timing(machine, OpClass::float32).latency + most - 1,
                cycles_per_copy(kFloats, text, kStoreFloats, machine));
  }
  EXPECT_GT(seen[3], 0u);  // all three on the one bank
  EXPECT_GT(seen[1], 0u);
}

// A sine of latency 9 and, a cycle later, an addition of latency 8 are done in one cycle, and the
// next needs both.
TEST(Registers, ResultsOfOneCycleNeedABusEach) {
  auto machine = plain_machine();
  timing(machine, OpClass::special).latency = 9;
  timing(machine, OpClass::float32).latency = 8;
  const std::string text =
      "  sin.approx.f32 %f10, %f10;\n  add.f32 %f11, %f11, 0f3F800000;\n"
      "  add.f32 %f10, %f10, %f11;\n";
  const ClosedForm form{"cycles of two instructions done in one cycle, and one that needs both",
                        "9 + 8, and 1 for a result that waits for the bus"};
  for (const std::uint32_t buses : {0u, 1u, 2u}) {
    machine.sm.result_buses = buses;
    form.expect(buses == 0 ? "buses without limit" : fmt::format("result buses {}", buses),
                9 + 8 + (buses == 1 ? 1 : 0),
                cycles_per_copy(kFloats, text, kStoreFloats, machine));
  }
}

// One sine in the pipeline, which takes it 32 cycles, and one in each collector: those issue one a
// cycle. The next waits until the pipeline has taken the first from its collector.
TEST(Collectors, SoManyWaitForABusyUnitAndNoMore) {
  const ClosedForm form{"cycles in which sines issue to a pipeline that takes each for 32",
                        "one a cycle while collectors are free, then one in 32"};
  for (const unsigned collectors : {0u, 1u, 2u, 4u}) {
    for (const unsigned sines : {1u, 2u, 3u, 4u, 5u, 6u, 8u}) {
      auto machine = plain_machine();
      unit(machine, UnitKind::sfu) = {.count = 1, .lanes = 1, .collectors = collectors};
      const unsigned last = sines - 1;
      const unsigned issue = collectors == 0      ? 32 * last
                             : last <= collectors ? last
                                                  : 32 * (last - collectors) + 1;
      form.expect(
          fmt::format("sines {}, collectors {}", sines, collectors), issue + 2,
          ticks(machine, kFloats, each("sin.approx.f32 %f{0}, %f{0}", sines), kStoreFloats));
    }
  }
}

struct Operation {
  const char* name;
  std::string setup;
  const char* text;
  std::string end;
  OpClass op_class;
  UnitKind unit;
};

const std::string kWords = "  mov.u32 %r1, %tid.x;\n" + each("add.u32 %r{0}, %r1, {0}");
const std::string kStoreWords = each("st.global.u32 [%rd1+4], %r{0}");

const std::array kOperations = {
    Operation{"add.f32", kFloats, "add.f32 %f{0}, %f{0}, 0f3F800000", kStoreFloats,
              OpClass::float32, UnitKind::sp},
    Operation{"add.f64", each("cvt.rn.f64.u32 %d{0}, %tid.x"),
              "add.f64 %d{0}, %d{0}, 0d3FF0000000000000", each("st.global.f64 [%rd1+8], %d{0}"),
              OpClass::float64, UnitKind::dp},
    Operation{"sin.approx.f32", kFloats, "sin.approx.f32 %f{0}, %f{0}", kStoreFloats,
              OpClass::special, UnitKind::sfu},
    Operation{"not.b32", kWords, "not.b32 %r{0}, %r{0}", kStoreWords, OpClass::logic,
              UnitKind::integer},
    Operation{"mul.lo.u32", kWords, "mul.lo.u32 %r{0}, %r{0}, 77", kStoreWords,
              OpClass::integer_mul, UnitKind::integer},
};

// Dependent instructions are a latency apart, and a cycle for each pass behind the first;
// independent ones the passes' initiation intervals.
TEST(Pipeline, EveryUnitHasItsLatencyAndItsInitiationInterval) {
  const ClosedForm dependent{"cycles from an instruction to one that needs its result, by unit",
                             "latency + passes - 1"};
  const ClosedForm independent{"cycles of 16 independent instructions, by unit",
                               "16 x passes x initiation"};
  for (const Operation& operation : kOperations) {
    for (const std::uint32_t latency : {4u, 7u}) {
      for (const std::uint32_t lanes : {32u, 16u, 8u}) {
        auto machine = plain_machine();
        timing(machine, operation.op_class) = {operation.unit, latency, 1};
        unit(machine, operation.unit).lanes = lanes;
        const std::string one = each(operation.text, 1);
        const unsigned passes = 32 / lanes;
        const std::string with =
            fmt::format("{}, latency {}, {} lanes", operation.name, latency, lanes);
        dependent.expect(with, latency + passes - 1,
                         cycles_per_copy(operation.setup, one, operation.end, machine));
        independent.expect(
            with, kRegisters * passes,
            cycles_per_copy(operation.setup, each(operation.text), operation.end, machine));
      }
    }
    for (const std::uint32_t initiation : {2u, 3u}) {
      auto machine = plain_machine();
      timing(machine, operation.op_class) = {operation.unit, 4, initiation};
      independent.expect(
          fmt::format("{}, initiation {}", operation.name, initiation), kRegisters * initiation,
          cycles_per_copy(operation.setup, each(operation.text), operation.end, machine));
    }
  }
}

// Address generation takes a warp in passes: a load begins with the last of them.
TEST(Pipeline, AddressesAreMadeSoManyACycle) {
  const ClosedForm loads{"cycles from a load of shared memory to the next, by address lanes",
                         "latency + passes - 1"};
  const ClosedForm stores{"cycles of a store to shared memory, by address lanes", "passes"};
  for (const std::uint32_t lanes : {32u, 8u, 4u}) {
    auto machine = plain_machine();
    unit(machine, UnitKind::memory).lanes = lanes;
    const unsigned passes = 32 / lanes;
    const std::string with = fmt::format("{} lanes", lanes);
    loads.expect(with, machine.load_store.shared_latency + passes - 1,
                 cycles_per_copy("  mov.u32 %r1, s;\n", "  ld.shared.u32 %r1, [%r1];\n",
                                 "  st.global.u32 [%rd1], %r1;\n", machine));
    stores.expect(with, passes,
                  cycles_per_copy("  mov.u32 %r1, %tid.x;\n  mov.u32 %r2, s;\n",
                                  "  st.shared.u32 [%r2], %r1;\n", "", machine));
  }
}

}  // namespace
}  // namespace heddle::test
