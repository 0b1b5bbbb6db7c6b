// What is scalar agrees within each part of a warp, whichever parts execute it together: parts do
// not wait for each other, so that one may be a trip of a loop ahead of another.

#include "heddle/exec/step/scalar_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

using isa::Op;
using testing::HasSubstr;

constexpr PartMask kAllParts = 0xFF;

/// Counts in row 0 and says in predicate 0 whether the count is 7; both are called scalar.
class ScalarCheckRig {
 public:
  explicit ScalarCheckRig(unsigned parts) : rig_(build(builder_)) {
    rig_.grid.executable = make_checked_executable(*rig_.grid.program);
    rig_.block.start(rig_.grid, 0);
    rig_.warp.parts.resize(parts);
    rig_.warp.start(rig_.block, 0);
  }

  void set_count(unsigned lane, std::uint32_t count) { rig_.row(0)[lane] = count; }
  std::uint32_t count(unsigned lane) { return rig_.row(0)[lane]; }
  /// Both instructions, by these parts together. What the fault says, or "".
  std::string run(PartMask parts) {
    return message_of([&] {
      for (unsigned i = 0; i < 2; ++i) exec::step(rig_.warp, rig_.environment, rig_.last, parts);
    });
  }

 private:
  static ProgramBuilder& build(ProgramBuilder& b) {
    b.add(Op::add_b32, {row(0)}, {row(0), b.word(1)});
    isa::Instruction& is_seven = b.add(Op::setp_u32, {predicate(0)}, {row(0), b.word(7)});
    is_seven.modifiers.compare = isa::Compare::eq;
    b.add(Op::exit);
    isa::Annotations annotations;
    annotations.scalar = annotations.scalar_convergent = {true, true, false};
    b.program().annotations = std::make_shared<const isa::Annotations>(annotations);
    return b;
  }

  ProgramBuilder builder_;
  WarpRig rig_;
};

TEST(ScalarCheck, PartsInDifferentTripsMayExecuteTogether) {
  ScalarCheckRig rig(8);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) rig.set_count(lane, lane / 4);
  EXPECT_EQ(rig.run(kAllParts), "");
  for (unsigned lane = 0; lane < kWarpSize; ++lane) EXPECT_EQ(rig.count(lane), lane / 4 + 1);
}

TEST(ScalarCheck, TheThreadsOfAPartAgree) {
  for (const unsigned parts : {2u, 4u, 8u}) {
    const unsigned width = kWarpSize / parts;
    ScalarCheckRig rig(parts);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) rig.set_count(lane, lane / width);
    rig.set_count(2 * width - 1, 5);
    EXPECT_THAT(rig.run(static_cast<PartMask>((1u << parts) - 1)),
                HasSubstr(fmt::format("source 0 is 0x1 in lane {} and 0x5 in lane {}", width,
                                      2 * width - 1)));
  }
}

TEST(ScalarCheck, AllThreadsOfAnUndividedWarpAgree) {
  ScalarCheckRig rig(1);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) rig.set_count(lane, lane / 4);
  EXPECT_THAT(rig.run(1), HasSubstr("source 0 is 0x0 in lane 0 and 0x1 in lane 4"));
}

}  // namespace
}  // namespace heddle::exec
