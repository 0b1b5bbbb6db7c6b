#include <optional>

#include <gtest/gtest.h>

#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

using isa::AtomicKind;
using isa::Op;
using isa::ShuffleMode;
using isa::Type;

/// PTX ISA, shfl.sync, "Semantics", in its own words.
struct Shuffled {
  unsigned from;
  bool in_range;
};
Shuffled shuffled(ShuffleMode mode, int lane, unsigned b, unsigned c) {
  const int bval = b & 31;
  const int cval = c & 31;
  const int mask = (c >> 8) & 31;
  const int max_lane = (lane & mask) | (cval & ~mask);
  const int min_lane = lane & mask;
  int j = 0;
  bool pval = false;
  switch (mode) {
    case ShuffleMode::up:
      j = lane - bval, pval = j >= max_lane;
      break;
    case ShuffleMode::down:
      j = lane + bval, pval = j <= max_lane;
      break;
    case ShuffleMode::bfly:
      j = lane ^ bval, pval = j <= max_lane;
      break;
    default:
      j = min_lane | (bval & ~mask), pval = j <= max_lane;
      break;
  }
  return {static_cast<unsigned>(pval ? j : lane), pval};
}

TEST(Shuffle, EveryModeOffsetAndSegment) {
  for (const ShuffleMode mode :
       {ShuffleMode::up, ShuffleMode::down, ShuffleMode::bfly, ShuffleMode::idx}) {
    ProgramBuilder b;
    b.add(Op::shfl, {row(1), predicate(3)}, {row(0), row(2), row(3), b.word(kAllLanes)})
        .modifiers.shuffle = mode;
    WarpRig rig(b);
    for (const unsigned width : {32u, 16u, 8u, 2u})
      for (const unsigned clamp : {0u, 31u, 12u})
        for (unsigned offset = 0; offset < 34; ++offset) {
          const unsigned c = (32 - width) << 8 | clamp;
          for (unsigned lane = 0; lane < 32; ++lane) {
            rig.row(0)[lane] = 1000 + lane;
            rig.row(2)[lane] = offset;
            rig.row(3)[lane] = c;
          }
          rig.warp.parts[0].start(kAllLanes, 0);
          rig.step();
          for (unsigned lane = 0; lane < 32; ++lane) {
            const Shuffled wanted = shuffled(mode, static_cast<int>(lane), offset, c);
            ASSERT_EQ(rig.row(1)[lane], 1000 + wanted.from) << lane << ' ' << offset << ' ' << c;
            ASSERT_EQ((rig.warp.predicates[3] >> lane) & 1, wanted.in_range ? 1u : 0u);
          }
        }
  }
}

TEST(Shuffle, InPlaceAndUnderAMask) {
  ProgramBuilder b;
  b.add(Op::shfl, {row(0)}, {row(0), b.word(1), b.word(31)}).modifiers.shuffle = ShuffleMode::bfly;
  WarpRig rig(b);
  for (unsigned lane = 0; lane < 32; ++lane) rig.row(0)[lane] = lane;
  rig.warp.parts[0].start(0x0000FFFF, 0);
  rig.step();
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(rig.row(0)[lane], lane < 16 ? lane ^ 1 : lane);
}

TEST(Shuffle, LanesThatTheMaskDoesNotNameGiveZero) {
  constexpr LaneMask kLow = 0x000000FF, kHigh = 0xFF000000;
  ProgramBuilder b;
  b.add(Op::shfl, {row(1)}, {row(0), b.word(4), b.word(31), row(2)}).modifiers.shuffle =
      ShuffleMode::down;
  b.add(Op::shfl, {row(3)}, {row(0), b.word(4), b.word(31), b.word(kLow)}).modifiers.shuffle =
      ShuffleMode::down;
  WarpRig rig(b);
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.row(0)[lane] = 100 + lane;
    rig.row(2)[lane] = lane < 8 ? kLow : kHigh;
  }
  rig.warp.parts[0].start(kLow | kHigh, 0);
  rig.step();
  rig.step();
  for (unsigned lane = 0; lane < 8; ++lane) {
    EXPECT_EQ(rig.row(1)[lane], lane < 4 ? 104 + lane : 0);
    EXPECT_EQ(rig.row(3)[lane], lane < 4 ? 104 + lane : 0);
    // The last four are out of range and read themselves.
    EXPECT_EQ(rig.row(1)[24 + lane], lane < 4 ? 128 + lane : 124 + lane);
  }
}

struct VoteCase {
  LaneMask active, members, votes;
  isa::VoteMode mode;
  bool outcome;
};

TEST(Vote, OfNamedLanesThatExecute) {
  using enum isa::VoteMode;
  const VoteCase cases[] = {
      {kAllLanes, kAllLanes, kAllLanes, all, true},
      {kAllLanes, kAllLanes, 0x7FFFFFFF, all, false},
      {0xFF, kAllLanes, 0xFF, all, true},
      {kAllLanes, 0xF, 0xF, all, true},
      {kAllLanes, kAllLanes, 0, any, false},
      {kAllLanes, kAllLanes, 1, any, true},
      {0xFF, kAllLanes, 0x100, any, false},
      {kAllLanes, kAllLanes, 0, uni, true},
      {0xF, kAllLanes, 0xFF, uni, true},
      {kAllLanes, kAllLanes, 1, uni, false},
  };
  for (const VoteCase& c : cases) {
    ProgramBuilder b;
    b.add(Op::vote_pred, {predicate(1)}, {predicate(0), b.word(c.members)}).modifiers.vote = c.mode;
    b.add(Op::vote_ballot, {row(0)}, {predicate(0), b.word(c.members)});
    WarpRig rig(b);
    rig.warp.predicates[0] = c.votes;
    rig.warp.parts[0].start(c.active, 0);
    rig.step();
    rig.step();
    EXPECT_EQ(rig.warp.predicates[1], c.outcome ? c.active : 0u);
    EXPECT_EQ(rig.row(0)[first_lane(c.active)], c.votes & c.active & c.members);
  }
}

TEST(Vote, NegatedAndWithoutMemberMask) {
  ProgramBuilder b;
  b.add(Op::vote_ballot, {row(0)}, {predicate(0, true)});
  b.add(Op::activemask, {row(1)});
  WarpRig rig(b);
  rig.warp.predicates[0] = 0xF0;
  rig.warp.parts[0].start(0xFFFF, 0);
  rig.step();
  rig.step();
  EXPECT_EQ(rig.row(0)[3], 0xFF0Fu);
  EXPECT_EQ(rig.row(1)[3], 0xFFFFu);
  EXPECT_EQ(rig.row(1)[16], 0u);
}

TEST(Match, AnyGroupsEqualValues) {
  ProgramBuilder b;
  b.add(Op::match_any_b32, {row(1)}, {row(0), b.word(kAllLanes)});
  b.add(Op::match_any_b64, {row(4)}, {row(2), b.word(kAllLanes)});
  WarpRig rig(b);
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.row(0)[lane] = lane % 3;
    rig.set_pair(2, lane, std::uint64_t{lane % 2} << 40);
  }
  rig.step();
  rig.step();
  for (unsigned lane = 0; lane < 32; ++lane) {
    LaneMask thirds = 0;
    for (unsigned other = lane % 3; other < 32; other += 3) thirds |= lane_bit(other);
    EXPECT_EQ(rig.row(1)[lane], thirds);
    EXPECT_EQ(rig.row(4)[lane], lane % 2 == 0 ? 0x55555555u : 0xAAAAAAAAu);
  }
}

TEST(Match, AllOrNothing) {
  ProgramBuilder b;
  b.add(Op::match_all_b32, {row(1), predicate(0)}, {row(0), b.word(0xFF)});
  b.add(Op::match_all_b64, {row(4), predicate(1)}, {row(2), b.word(0xFF)});
  WarpRig rig(b);
  for (unsigned lane = 0; lane < 32; ++lane) rig.row(0)[lane] = 9;
  rig.set_pair(2, 7, std::uint64_t{1} << 32);
  rig.warp.parts[0].start(0xFF, 0);
  rig.step();
  rig.step();
  EXPECT_EQ(rig.row(1)[5], 0xFFu);
  EXPECT_EQ(rig.warp.predicates[0], 0xFFu);
  EXPECT_EQ(rig.row(4)[5], 0u);
  EXPECT_EQ(rig.warp.predicates[1], 0u);
}

std::uint32_t reduced(AtomicKind kind, Type type, LaneMask members) {
  ProgramBuilder b;
  isa::Instruction& redux = b.add(Op::redux, {row(1)}, {row(0), b.word(members)});
  redux.modifiers.atomic = kind;
  redux.modifiers.type = type;
  WarpRig rig(b);
  for (unsigned lane = 0; lane < 32; ++lane) rig.row(0)[lane] = lane - 4;
  rig.warp.parts[0].start(members, 0);
  rig.step();
  return rig.row(1)[first_lane(members)];
}

TEST(Redux, Integers) {
  EXPECT_EQ(reduced(AtomicKind::add, Type::s32, kAllLanes), 31u * 16 - 4 * 32);
  EXPECT_EQ(reduced(AtomicKind::min, Type::s32, kAllLanes), 0xFFFFFFFCu);
  EXPECT_EQ(reduced(AtomicKind::min, Type::u32, kAllLanes), 0u);
  EXPECT_EQ(reduced(AtomicKind::max, Type::s32, kAllLanes), 27u);
  EXPECT_EQ(reduced(AtomicKind::max, Type::u32, kAllLanes), 0xFFFFFFFFu);
  EXPECT_EQ(reduced(AtomicKind::and_, Type::b32, 0xF00), 4u);
  EXPECT_EQ(reduced(AtomicKind::or_, Type::b32, 0xF00), 7u);
  EXPECT_EQ(reduced(AtomicKind::xor_, Type::b32, 0x300), 1u);
}

TEST(Elect, ChoosesTheLowestLane) {
  ProgramBuilder b;
  b.add(Op::elect, {row(1), predicate(0)}, {b.word(0xFFF0)});
  WarpRig rig(b);
  rig.warp.parts[0].start(0xFFF0, 0);
  rig.step();
  EXPECT_EQ(rig.row(1)[9], 4u);
  EXPECT_EQ(rig.warp.predicates[0], 0x10u);
}

}  // namespace
}  // namespace heddle::exec
