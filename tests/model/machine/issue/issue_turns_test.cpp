// Schedulers that want the same unit get it in turn, whatever the number of cycles for which the
// unit serves one of them.

#include <algorithm>

#include <gtest/gtest.h>

#include "clocked.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

constexpr unsigned kInstructions = 200;

/// So many schedulers; the load-store unit and the special function unit take an instruction every
/// `service` cycles.
gpu::MachineSpec machine_of(unsigned schedulers, unsigned service) {
  auto machine = plain_machine();
  machine.sm.schedulers = schedulers;
  for (const auto kind : {core::UnitKind::memory, core::UnitKind::sfu}) {
    unit(machine, kind).count = 1;
    unit(machine, kind).lanes = 32 / service;
  }
  return machine;
}

/// A warp a scheduler, each of which has the same instructions: the cycles in which they have
/// issued them all, by warp.
std::vector<std::uint32_t> ends(const gpu::MachineSpec& machine, const std::string& instructions) {
  const unsigned warps = machine.sm.schedulers;
  Rig rig(machine, greedy());
  rig.run_body(
      "  mov.u32 %r1, %tid.x;\n  shr.u32 %r2, %r1, 5;\n  shl.b32 %r3, %r1, 2;\n"
      "  mov.u32 %r4, s;\n  add.u32 %r4, %r4, %r3;\n  mul.wide.u32 %rd2, %r2, 4;\n"
      "  add.u64 %rd3, %rd1, %rd2;\n  bar.sync 0;\n" +
          instructions + "  mov.u32 %r5, %clock;\n  st.global.u32 [%rd3], %r5;\n",
      {}, {warps * 32});
  return rig.read<std::uint32_t>(warps);
}

unsigned spread(const std::vector<std::uint32_t>& ends) {
  const auto [first, last] = std::ranges::minmax(ends);
  return last - first;
}

/// With n schedulers and a service of c cycles a warp's k-th store issues n c cycles after the one
/// before: the last ones of all warps within a round of n c cycles. If one scheduler were always
/// the first to choose when the unit is free, it would end c times its instructions before the
/// next.
TEST(IssueTurns, ASharedUnitServesSchedulersInTurn) {
  for (const auto& [schedulers, service] : std::vector<std::pair<unsigned, unsigned>>{
           {2, 2}, {2, 4}, {2, 8}, {3, 4}, {4, 2}, {4, 4}, {4, 8}}) {
    const auto machine = machine_of(schedulers, service);
    const auto of_warps = ends(machine, repeat(kInstructions, "  st.shared.u32 [%r4], %r1;\n"));
    EXPECT_LE(spread(of_warps), schedulers * service) << schedulers << " of " << service;
  }
}

TEST(IssueTurns, OfOtherUnitsToo) {
  std::string sines;
  for (unsigned i = 0; i < kInstructions; ++i)
    sines += fmt::format("  sin.approx.f32 %f{0}, %f{0};\n", 10 + i % 40);
  for (unsigned i = 0; i < 40; ++i) sines += fmt::format("  add.f32 %f1, %f1, %f{};\n", 10 + i);
  const std::string text = sines + "  st.shared.f32 [%r4], %f1;\n";
  for (const unsigned service : {2u, 4u, 8u})
    EXPECT_LE(spread(ends(machine_of(4, service), text)), 4 * service + 40 * 4) << service;
}

/// Two units of the same service, which all want in turn: neither unit's turn is the other's.
TEST(IssueTurns, EachUnitHasATurnOfItsOwn) {
  std::string both;
  for (unsigned i = 0; i < kInstructions; ++i)
    both +=
        fmt::format("  sin.approx.f32 %f{0}, %f{0};\n  st.shared.u32 [%r4], %r1;\n", 10 + i % 40);
  for (unsigned i = 0; i < 40; ++i) both += fmt::format("  add.f32 %f1, %f1, %f{};\n", 10 + i);
  const std::string text = both + "  st.shared.f32 [%r4], %f1;\n";
  EXPECT_LE(spread(ends(machine_of(4, 4), text)), 2 * 4 * 4 + 40 * 4);
}

/// The cycles in which n warps, one a scheduler, have issued all their stores, in ascending order.
std::vector<std::uint32_t> ordered_ends(core::IssueTurnRule rule, unsigned schedulers,
                                        unsigned service) {
  auto machine = machine_of(schedulers, service);
  machine.sm.issue_turns = rule;
  auto of_warps = ends(machine, repeat(kInstructions, "  st.shared.u32 [%r4], %r1;\n"));
  if (rule == core::IssueTurnRule::by_number) {
    EXPECT_TRUE(std::ranges::is_sorted(of_warps)) << "scheduler 0 first";
  }
  std::ranges::sort(of_warps);
  return of_warps;
}

/// A scheduler that is always the first takes each place, one in c cycles: it issues all N stores
/// before the next scheduler begins, and that ends N c cycles after it.
TEST(IssueTurns, InAFixedOrderASchedulerWaitsForAllBeforeIt) {
  for (const auto& [schedulers, service] :
       std::vector<std::pair<unsigned, unsigned>>{{2, 2}, {2, 4}, {3, 4}, {4, 4}, {4, 8}}) {
    const auto of_warps = ordered_ends(core::IssueTurnRule::by_number, schedulers, service);
    for (unsigned i = 1; i < schedulers; ++i)
      EXPECT_NEAR(of_warps[i] - of_warps[i - 1], kInstructions * service, 2 * schedulers * service)
          << schedulers << " of " << service;
  }
}

/// By cycles, n schedulers meet a unit of c cycles in turn if n and c have no common divisor. If n
/// divides c, the unit always meets the same one until its warp has ended.
TEST(IssueTurns, ByCyclesAUnitMaySeeOneSchedulerOnly) {
  const auto fair = ordered_ends(core::IssueTurnRule::by_cycle, 3, 4);
  EXPECT_LE(spread(fair), 2u * 3 * 4);
  for (const auto& [schedulers, service] :
       std::vector<std::pair<unsigned, unsigned>>{{2, 4}, {4, 4}, {4, 8}}) {
    const auto of_warps = ordered_ends(core::IssueTurnRule::by_cycle, schedulers, service);
    EXPECT_GE(spread(of_warps), (kInstructions - 4) * service) << schedulers << " of " << service;
  }
}

}  // namespace
}  // namespace heddle::test
