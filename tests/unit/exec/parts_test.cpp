// A warp of several parts computes what a warp of one part computes, whether its parts run one
// after the other or together where they are at the same place.

#include <gtest/gtest.h>

#include "control_programs.hpp"
#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

using isa::Op;

struct Setting {
  unsigned parts;
  bool together;
};

class Parts : public testing::TestWithParam<Setting> {
 protected:
  static void divide(WarpRig& rig) {
    rig.warp.parts.resize(GetParam().parts);
    rig.warp.start(rig.block, 0);
  }

  /// The parts that are stepped next: the first that is not done, and where they go together those
  /// at the same place.
  static PartMask choose(const Warp& warp) {
    unsigned first = 0;
    while (warp.done(first)) ++first;
    PartMask chosen = 0;
    for (unsigned part = first; part < warp.parts.size(); ++part) {
      const bool same = !warp.done(part) && warp.pc(part) == warp.pc(first) &&
                        warp.path(part).row_base == warp.path(first).row_base;
      if (part == first || (GetParam().together && same))
        chosen |= static_cast<PartMask>(1u << part);
    }
    return chosen;
  }

  static unsigned run(WarpRig& rig) {
    unsigned steps = 0;
    for (; !rig.warp.done() && steps < 10'000; ++steps)
      exec::step(rig.warp, rig.environment, rig.last, choose(rig.warp));
    EXPECT_TRUE(rig.warp.done());
    return steps;
  }
};

TEST_P(Parts, LoopWithATripCountPerLane) {
  ProgramBuilder b;
  add_counted_loop(b);
  WarpRig rig(b);
  divide(rig);
  for (unsigned lane = 0; lane < 32; ++lane) rig.row(0)[lane] = lane % 7 + 1;
  run(rig);
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(rig.row(1)[lane], lane % 7 + 1);
}

TEST_P(Parts, WithoutDivergenceTogetherMeansOnce) {
  ProgramBuilder b;
  for (int i = 0; i < 9; ++i) b.add(Op::add_b32, {row(1)}, {row(1), b.word(1)});
  b.add(Op::exit);
  WarpRig rig(b);
  divide(rig);
  EXPECT_EQ(run(rig), GetParam().together ? 10u : 10 * GetParam().parts);
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(rig.row(1)[lane], 9u);
}

TEST_P(Parts, RecursionToADepthPerLane) {
  ProgramBuilder b;
  add_recursive_sum(b);
  WarpRig rig(b);
  divide(rig);
  run(rig);
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(rig.row(2)[lane], lane * (lane + 1) / 2) << lane;
}

TEST_P(Parts, BranchByTable) {
  ProgramBuilder b;
  add_branch_by_table(b);
  WarpRig rig(b);
  divide(rig);
  for (unsigned lane = 0; lane < 32; ++lane) rig.row(0)[lane] = lane / 3 % 3;
  run(rig);
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(rig.row(1)[lane], lane / 3 % 3 == 0 ? 101u : lane / 3 % 3 == 1 ? 301u : 1u);
}

TEST_P(Parts, ExitOfSomeLanes) {
  ProgramBuilder b;
  ProgramBuilder::guarded(b.add(Op::exit), 0);
  b.add(Op::add_b32, {row(1)}, {row(1), b.word(1)});
  b.add(Op::ret);
  WarpRig rig(b);
  divide(rig);
  rig.warp.predicates[0] = 0x0F0F00FF;
  run(rig);
  EXPECT_EQ(rig.warp.exited, kAllLanes);
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(rig.row(1)[lane], (0x0F0F00FFu >> lane & 1) != 0 ? 0u : 1u);
}

TEST_P(Parts, APartWithoutThreadsIsDoneFromTheStart) {
  ProgramBuilder b;
  b.add(Op::exit);
  WarpRig rig(b, {5, 1, 1});
  divide(rig);
  EXPECT_FALSE(rig.warp.done(0));
  for (unsigned part = 1; part < GetParam().parts; ++part)
    EXPECT_EQ(rig.warp.done(part), part * rig.warp.lanes_per_part() >= 5);
  run(rig);
}

INSTANTIATE_TEST_SUITE_P(Widths, Parts,
                         testing::Values(Setting{1, false}, Setting{2, false}, Setting{4, true},
                                         Setting{8, false}, Setting{8, true}),
                         [](const auto& setting) {
                           return std::to_string(setting.param.parts) +
                                  (setting.param.together ? "_together" : "_apart");
                         });

}  // namespace
}  // namespace heddle::exec
