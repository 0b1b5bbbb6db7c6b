#include "heddle/exec/memory/atomic_order.hpp"

#include <gtest/gtest.h>

#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

using isa::Space;
using isa::Type;

/// An atomic on the 32-byte sector at an address, of lane 0.
AtomicRequest atomic_at(Addr address) {
  AtomicRequest request;
  request.lanes = 1;
  request.address[0] = address;
  return request;
}

TEST(AtomicOrder, ComparesSectors) {
  ProgramBuilder b;
  b.load(Space::global, Type::u64, {row(4)}, row(0), 28);
  WarpRig rig(b);
  const Addr base = rig.image.allocate(4096);
  for (unsigned lane = 0; lane < 32; ++lane) rig.set_pair(0, lane, base + 128 * lane);
  EXPECT_TRUE(next_access_overlaps(rig.warp, 0, atomic_at(base)));
  EXPECT_TRUE(next_access_overlaps(rig.warp, 0, atomic_at(base + 32))) << "its last bytes";
  EXPECT_FALSE(next_access_overlaps(rig.warp, 0, atomic_at(base + 64)));
  EXPECT_TRUE(next_access_overlaps(rig.warp, 0, atomic_at(base + 31 * 128)));
  EXPECT_FALSE(next_access_overlaps(rig.warp, 0, atomic_at(base + 32 * 128)));
}

TEST(AtomicOrder, SeesExecutingLanesOnly) {
  ProgramBuilder b;
  ProgramBuilder::guarded(b.load(Space::global, Type::u32, {row(4)}, row(0)), 1, true);
  WarpRig rig(b);
  const Addr base = rig.image.allocate(4096);
  for (unsigned lane = 0; lane < 32; ++lane) rig.set_pair(0, lane, base + 128 * lane);
  rig.warp.predicates[1] = 2;  // all but lane 1 load
  EXPECT_TRUE(next_access_overlaps(rig.warp, 0, atomic_at(base)));
  EXPECT_FALSE(next_access_overlaps(rig.warp, 0, atomic_at(base + 128)));
}

/// The row after a short address is another value's.
TEST(AtomicOrder, ShortAddressesTakeOneRowThatWraps) {
  ProgramBuilder b;
  b.store(Space::global, Type::u32, row(0), {row(4)}, -64).modifiers.short_address = true;
  WarpRig rig(b);
  const Addr base = rig.image.allocate(4096);
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.row(0)[lane] = static_cast<std::uint32_t>(base + 128 * lane);
    rig.row(1)[lane] = 0xFFFF'FFFF;
  }
  EXPECT_TRUE(next_access_overlaps(rig.warp, 0, atomic_at(base - 64)));
  EXPECT_TRUE(next_access_overlaps(rig.warp, 0, atomic_at(base + 64)));
  EXPECT_FALSE(next_access_overlaps(rig.warp, 0, atomic_at(base)));
  rig.row(0)[0] = 32;
  EXPECT_TRUE(next_access_overlaps(rig.warp, 0, atomic_at(0xFFFF'FFE0)));
}

TEST(AtomicOrder, ConstantAddresses) {
  ProgramBuilder b;
  b.load(Space::global, Type::u32, {row(4)}, b.pair(0x1'2345'6780));
  b.load(Space::global, Type::u32, {row(4)}, b.pair(0x1'2345'6780)).modifiers.short_address = true;
  WarpRig rig(b);
  EXPECT_TRUE(next_access_overlaps(rig.warp, 0, atomic_at(0x1'2345'6780)));
  EXPECT_FALSE(next_access_overlaps(rig.warp, 0, atomic_at(0x2345'6780)));
  rig.warp.parts[0].start(kAllLanes, 1);
  EXPECT_TRUE(next_access_overlaps(rig.warp, 0, atomic_at(0x2345'6780)));
  EXPECT_FALSE(next_access_overlaps(rig.warp, 0, atomic_at(0x1'2345'6780)));
}

}  // namespace
}  // namespace heddle::exec
