#include <gtest/gtest.h>

#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

/// What isspacep says of a variable of each space, in the order of the lanes below. PTX manual,
/// isspacep; that constants are not global was measured on an NVIDIA H200.
TEST(AddressSpace, ConstantsAreNotGlobal) {
  ProgramBuilder b;
  b.add(isa::Op::isspacep_global, {predicate(0)}, {row(0)});
  b.add(isa::Op::isspacep_const, {predicate(1)}, {row(0)});
  WarpRig rig(b);
  const Addr variable = rig.image.allocate(64);
  const Addr constant = rig.image.allocate(64, "table", false);
  const Addr addresses[] = {variable,
                            variable + 63,
                            constant,
                            constant + 63,
                            isa::kSharedWindow + 16,
                            isa::kLocalWindow + 16,
                            0};
  for (unsigned lane = 0; lane < 7; ++lane) rig.set_pair(0, lane, addresses[lane]);
  rig.warp.parts[0].start(0x7F, 0);
  rig.step();
  rig.step();
  EXPECT_EQ(rig.warp.predicates[0], 0b0000011u);
  EXPECT_EQ(rig.warp.predicates[1], 0b0001100u);
}

TEST(AddressSpace, ExecutingLanesOnly) {
  ProgramBuilder b;
  b.add(isa::Op::isspacep_global, {predicate(0)}, {row(0)});
  WarpRig rig(b);
  const Addr variable = rig.image.allocate(64);
  for (unsigned lane = 0; lane < 32; ++lane) rig.set_pair(0, lane, variable);
  rig.warp.parts[0].start(0xFFFF, 0);
  rig.warp.predicates[0] = 1u << 31;
  rig.step();
  EXPECT_EQ(rig.warp.predicates[0], 0x8000FFFFu);
}

}  // namespace
}  // namespace heddle::exec
