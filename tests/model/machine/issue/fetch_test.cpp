// Where instructions come from: fetch bandwidth, instruction caches.

#include <gtest/gtest.h>

#include "clocked.hpp"
#include "closed_form.hpp"

namespace heddle::test {
namespace {

constexpr unsigned kPredicates = 8;

/// Predicates 1..8 that a compiler knows nothing of; operations on them read no register.
std::string predicates(const std::string& operation) {
  std::string text;
  for (unsigned i = 1; i <= kPredicates; ++i)
    text += fmt::format(fmt::runtime("  " + operation + ";\n"), i);
  return text;
}
const std::string kSetup = "  mov.u32 %r1, %tid.x;\n" + predicates("setp.lt.u32 %p{0}, %r1, {0}") +
                           "  setp.lt.u32 %p10, %r1, 9;\n";
const std::string kText = predicates("xor.pred %p{0}, %p{0}, %p10");
const std::string kEnd =
    predicates("selp.u32 %r{0}, 1, 2, %p{0}") + predicates("st.global.u32 [%rd1], %r{0}");

// Four schedulers could issue four instructions a cycle; a port that brings fewer bounds them.
TEST(Fetch, InstructionsIssueAsFastAsTheyAreFetched) {
  constexpr unsigned kWarps = 16;
  const ClosedForm form{"cycles of 8 instructions of 16 warps on four schedulers",
                        "instructions / min(4, fetches x instructions of a fetch)", 0.02};
  for (const std::uint32_t fetches : {1u, 2u}) {
    for (const std::uint32_t instructions : {1u, 2u, 4u}) {
      auto machine = plain_machine();
      machine.sm.schedulers = 4;
      unit(machine, core::UnitKind::sp).count = 4;
      machine.fetch.per_cycle = fetches;
      machine.fetch.instructions = instructions;
      const double rate = std::min(4u, fetches * instructions);
      const double expected = kWarps * kPredicates / rate;
      form.expect(fmt::format("fetches a cycle {}, instructions of each {}", fetches, instructions),
                  expected, cycles_per_copy(kSetup, kText, kEnd, machine, {kWarps * 32}));
    }
  }
}

// A warp alone fetches when it has nothing left: n instructions in n - 1 + latency cycles.
TEST(Fetch, AWarpAloneWaitsTheLatencyForEachFetch) {
  const ClosedForm form{"cycles of 8 instructions of a warp alone",
                        "for each fetch of n: n - 1 + latency"};
  for (const std::uint32_t latency : {1u, 3u, 8u}) {
    for (const std::uint32_t instructions : {1u, 4u, 8u}) {
      auto machine = plain_machine();
      timing(machine, isa::OpClass::predicate).latency = 1;
      timing(machine, isa::OpClass::logic).latency = 1;
      machine.fetch.instructions = instructions;
      machine.fetch.latency = latency;
      form.expect(fmt::format("fetches of {}, latency {}", instructions, latency),
                  1.0 * kPredicates / instructions * (instructions - 1 + latency),
                  cycles_per_copy(kSetup, kText, kEnd, machine));
    }
  }
}

/// A loop of `copies` times the text, and where it lies.
struct Loop {
  Loop(const gpu::MachineSpec& spec, unsigned copies) : machine(spec), copies_(copies) {
    const auto once = run(1).kernel.warp_instructions, ninth = run(9).kernel.warp_instructions;
    const auto trip = (ninth - once) / 8;
    // Behind the branch come what is read off the predicates, and exit.
    const auto end = 2 * kPredicates + 1;
    const auto first = once - end - trip;
    const auto in_line = machine.fetch.line_bytes / machine.fetch.instruction_bytes;
    lines = (once + in_line - 1) / in_line;
    loop_lines = (first + trip - 1) / in_line - first / in_line + 1;
  }
  gpu::GridCounters run(unsigned trips) const {
    Rig rig(machine);
    return rig.run_body(kSetup + "  mov.u32 %r20, 0;\nL:\n" + repeat(copies_, kText) +
                        fmt::format("  add.u32 %r20, %r20, 1;\n  setp.lt.u32 %p11, %r20, {};\n"
                                    "  @%p11 bra L;\n",
                                    trips) +
                        kEnd);
  }
  double cycles_a_trip() const {
    return static_cast<double>(duration(run(18)) - duration(run(2))) / 16;
  }

  gpu::MachineSpec machine;
  std::uint64_t lines = 0, loop_lines = 0;  ///< of all code, of the loop

 private:
  unsigned copies_;
};

gpu::MachineSpec with_caches(std::uint32_t cache, std::uint32_t own) {
  auto machine = plain_machine();
  machine.fetch.cache_bytes = cache;
  machine.fetch.own_cache_bytes = own;
  machine.fetch.associativity = 64;  // the least recently used line of all goes
  return machine;
}

// 2 KiB hold 16 lines of 128 B: 256 instructions of 8 B. A loop that fits misses each line once;
// one that does not misses all of its lines in each trip, for the least recently used goes.
TEST(Fetch, CodeThatFitsIntoTheInstructionCacheMissesOnce) {
  const ClosedForm form{"misses of an instruction cache of 2 KiB in 6 trips of a loop",
                        "lines of the code; those of a loop that does not fit again in each trip"};
  for (const std::uint32_t line_bytes : {64u, 128u}) {
    for (const unsigned copies : {4u, 20u, 40u, 60u}) {
      auto machine = with_caches(2048, 0);
      machine.fetch.line_bytes = line_bytes;
      const Loop loop(machine, copies);
      const bool fits = loop.loop_lines * line_bytes <= 2048;
      constexpr unsigned kTrips = 6;
      form.expect(fmt::format("loop of {} lines of {} B", loop.loop_lines, line_bytes),
                  loop.lines + (fits ? 0 : (kTrips - 1) * loop.loop_lines),
                  loop.run(kTrips).kernel.fetch.misses);
    }
  }
  const Loop without(with_caches(0, 0), 60);
  EXPECT_EQ(without.run(6).kernel.fetch.misses, 0u);
}

// A miss takes the way to the L2 and back: a flit of request, a line of reply.
TEST(Fetch, AMissOfTheInstructionCacheCostsAReadOfTheL2) {
  const ClosedForm fits{"cycles a trip of a loop that fits into the instruction cache",
                        "those without misses"};
  const ClosedForm misses{"cycles a trip of a loop that does not fit",
                          "those without misses + lines x read of the L2"};
  for (const std::uint32_t latency : {120u, 200u}) {
    auto cached = with_caches(2048, 0);
    cached.l2.slice.hit_latency = latency;
    cached.l2.clock_mhz = cached.interconnect.clock_mhz = cached.device.core_clock_mhz;
    auto endless = cached;
    endless.fetch.cache_bytes = 0;
    const auto& link = cached.interconnect;
    const auto miss = cached.l1.miss_latency + 1 + 2 * link.latency + latency +
                      (128 + link.header_bytes + link.flit_bytes - 1) / link.flit_bytes;
    const Loop small(cached, 20), large(cached, 60);
    const std::string with = fmt::format("L2 latency {}", latency);
    fits.expect(with, Loop(endless, 20).cycles_a_trip(), small.cycles_a_trip());
    misses.expect(with,
                  Loop(endless, 60).cycles_a_trip() + static_cast<double>(large.loop_lines * miss),
                  large.cycles_a_trip());
  }
}

// What the L0 holds needs no port.
TEST(Fetch, CodeThatFitsIntoTheOwnCacheTakesThePortOnce) {
  const ClosedForm form{"fetches through the port in 6 trips of a loop, with an L0",
                        "lines of the code; those of a loop that does not fit again in each trip"};
  for (const std::uint32_t bytes : {0u, 512u, 2048u}) {
    const Loop loop(with_caches(0, bytes), 10);
    const bool fits = loop.loop_lines * 128 <= bytes;
    constexpr unsigned kTrips = 6;
    const auto counters = loop.run(kTrips).kernel.fetch;
    form.expect(fmt::format("loop of {} lines, L0 of {} B", loop.loop_lines, bytes),
                loop.lines + (fits ? 0 : (kTrips - 1) * loop.loop_lines), counters.fetches);
    EXPECT_EQ(counters.own_hits, fits ? (kTrips - 1) * loop.loop_lines : 0) << bytes;
  }
}

}  // namespace
}  // namespace heddle::test
