// Blocks resident on an SM, barriers, paths that diverge: against the machine's parameters.

#include <gtest/gtest.h>

#include "clocked.hpp"
#include "closed_form.hpp"

namespace heddle::test {
namespace {

// W warps arrive one a cycle; the last lets all go on.
TEST(Barrier, CostsItsLatencyAfterTheLastArrival) {
  const ClosedForm form{"cycles from a barrier to the next", "warps - 1 + barrier latency"};
  for (const std::uint32_t latency : {4u, 11u}) {
    for (const unsigned warps : {1u, 4u, 8u}) {
      auto machine = plain_machine();
      machine.sm.barrier_latency = latency;
      form.expect(fmt::format("warps {}, barrier latency {}", warps, latency), warps - 1 + latency,
                  cycles_per_copy("", "  bar.sync 0;\n", "", machine, {warps * 32}));
    }
  }
}

/// Time of a warp whose first `lanes` lanes run so many additions, the others `other` many.
Cycle time_of_paths(unsigned lanes, unsigned additions, unsigned other) {
  Rig rig(plain_machine());
  const std::string add = "  add.f32 %f10, %f10, 0f3F800000;\n";
  return duration(rig.run_body(kFloats + "  mov.u32 %r1, %tid.x;\n" +
                               fmt::format("  setp.lt.u32 %p1, %r1, {};\n  @%p1 bra L;\n", lanes) +
                               repeat(other, add) + "  bra M;\nL:\n" + repeat(additions, add) +
                               "M:\n" + kStoreFloats));
}

TEST(Divergence, PathsOfAWarpTakeTheSumOfTheirTimes) {
  const ClosedForm sum{"cycles that longer paths of a divergent branch add",
                       "additional instructions x latency"};
  const ClosedForm nobody{"cycles of a branch whose other path no lane takes",
                          "those with a short other path"};
  const std::uint32_t latency = plain_machine().execution.timing(isa::OpClass::float32).latency;
  const Cycle base = time_of_paths(5, 16, 16);
  for (const unsigned more : {8u, 40u}) {
    const std::string taken = fmt::format("instructions more {}, taken", more);
    const std::string other = fmt::format("instructions more {}, not taken", more);
    sum.expect(taken, more * latency, time_of_paths(5, 16 + more, 16) - base);
    sum.expect(other, more * latency, time_of_paths(5, 16, 16 + more) - base);
    // Nobody goes the other way: it costs nothing, however long it is.
    nobody.expect(other, time_of_paths(32, 16, 16), time_of_paths(32, 16, 16 + more));
    nobody.expect(taken, time_of_paths(0, 16, 16), time_of_paths(0, 16 + more, 16));
  }
}

struct Limit {
  const char* resource;
  void (*set)(core::SmSpec& sm, std::uint32_t blocks, std::uint32_t registers_of_a_warp);
};

constexpr unsigned kWarps = 2;
constexpr std::uint32_t kSharedBytes = 4096;

const Limit kLimits[] = {
    {"blocks", [](auto& sm, auto blocks, auto) { sm.blocks = blocks; }},
    {"warps", [](auto& sm, auto blocks, auto) { sm.warps = blocks * kWarps + 1; }},
    {"threads", [](auto& sm, auto blocks, auto) { sm.threads = blocks * kWarps * 32 + 63; }},
    {"registers", [](auto& sm, auto blocks,
                     auto of_warp) { sm.registers = (blocks + 1) * kWarps * of_warp - 1; }},
    {"shared memory",
     [](auto& sm, auto blocks, auto) { sm.shared_bytes = (blocks + 1) * kSharedBytes - 1; }},
};

/// A block of long additions that do not disturb those of other blocks.
std::string long_block() {
  return kernel(kFloats + "  st.shared.f32 [s], %f10;\n" +
                repeat(30, "  add.f32 %f10, %f10, 0f3F800000;\n") + kStoreFloats);
}

// Each resource in turn bounds the resident blocks: what fits at once takes the time of one, and
// each further set of as many takes it again, with a round trip to the block dispatcher.
TEST(Occupancy, EachResourceBoundsTheBlocksOfAWave) {
  const std::string ptx = long_block();
  const auto module = compile::lower(ptx::parse(ptx, "test.ptx"));
  const auto form = [](double waves) {
    return ClosedForm{"cycles of more blocks than fit on an SM",
                      "ceil(blocks / resident) x one wave", 0.05 / waves};  // of a wave
  };
  for (const Limit& limit : kLimits) {
    for (const std::uint32_t resident : {1u, 2u, 3u}) {
      auto machine = plain_machine();
      timing(machine, isa::OpClass::float32).latency = 400;
      machine.sm.registers = 1 << 20;
      machine.sm.shared_bytes = 1 << 20;
      const std::uint32_t unit = machine.sm.register_unit;
      const std::uint32_t of_warp = (module.kernels.at(0)->registers * 32 + unit - 1) / unit * unit;
      limit.set(machine.sm, resident, of_warp);
      const auto time = [&](unsigned blocks) {
        Rig rig(machine, greedy());
        return static_cast<double>(duration(rig.run(ptx, {blocks}, {kWarps * 32})));
      };
      const double one = time(1);
      for (const unsigned waves : {1u, 2u, 3u}) {
        const std::string with =
            fmt::format("{} for {} blocks, blocks: ", limit.resource, resident);
        form(waves).expect(with + std::to_string(waves * resident), waves * one,
                           time(waves * resident));
        form(waves + 1).expect(with + std::to_string(waves * resident + 1), (waves + 1) * one,
                               time(waves * resident + 1));
      }
    }
  }
}

}  // namespace
}  // namespace heddle::test
