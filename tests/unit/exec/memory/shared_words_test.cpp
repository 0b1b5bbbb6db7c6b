// Words of 4 bytes in shared memory, which all 32 lanes access: what the access says and what is
// moved. load_store_test.cpp has every other access.
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/step/fault.hpp"
#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

using isa::Space;
using isa::Type;

constexpr std::uint32_t kSharedBytes = 1024, kInstructionOffset = 8;

using Place = std::function<std::uint32_t(unsigned)>;  ///< offset by lane

/// `ld.shared.u32 row 1, [row 0 + 8]; st.shared.u32 [row 0 + 8], row 2`. Word w of shared memory is
/// 1000 + w.
struct SharedRig : WarpRig {
  static ProgramBuilder& program(ProgramBuilder& b) {
    b.load(Space::shared, Type::u32, {row(1)}, row(0), kInstructionOffset);
    b.store(Space::shared, Type::u32, row(0), {row(2)}, kInstructionOffset);
    return b;
  }
  explicit SharedRig(const Place& place, ProgramBuilder builder = {})
      : WarpRig(program(builder), {32, 1, 1}, {}, kSharedBytes) {
    for (std::uint32_t word = 0; word < kSharedBytes / 4; ++word) set_word(word, 1000 + word);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      this->WarpRig::row(0)[lane] = place(lane) - kInstructionOffset;
      this->WarpRig::row(2)[lane] = lane;
    }
  }
  void set_word(std::uint32_t word, std::uint32_t value) {
    std::memcpy(block.shared.data() + 4 * word, &value, 4);
  }
  std::uint32_t word(std::uint32_t at) const {
    std::uint32_t value = 0;
    std::memcpy(&value, block.shared.data() + 4 * at, 4);
    return value;
  }
  static isa::Operand row(unsigned index) { return exec::row(index); }
  std::uint32_t loaded(unsigned lane) { return WarpRig::row(1)[lane]; }
};

const Place kContiguous = [](unsigned lane) { return 64 + 4 * lane; };
const Place kTwoRows = [](unsigned lane) { return lane / 16 * 512 + lane % 16 * 4; };
const Place kOneWord = [](unsigned) { return 20u; };
const Place kScattered = [](unsigned lane) { return (lane * 29 + 3) % 64 * 4; };

TEST(SharedWords, EachLaneLoadsTheWordAtItsOffset) {
  for (const Place& place : {kContiguous, kTwoRows, kOneWord, kScattered}) {
    SharedRig rig(place);
    const Step& step = rig.step();
    EXPECT_EQ(step.kind, StepKind::memory);
    EXPECT_FALSE(step.wrote);
    EXPECT_EQ(step.access.kind, AccessKind::load);
    EXPECT_EQ(step.access.bytes, 4u);
    EXPECT_EQ(step.access.shared, kAllLanes);
    EXPECT_EQ(step.access.lanes(), kAllLanes);
    EXPECT_EQ(step.access.global, 0u);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      EXPECT_EQ(step.access.address[lane], place(lane));
      EXPECT_EQ(rig.loaded(lane), 1000 + place(lane) / 4);
    }
  }
}

TEST(SharedWords, OnlyWordsInARowAreContiguous) {
  EXPECT_TRUE(SharedRig(kContiguous).step().access.contiguous);
  EXPECT_FALSE(SharedRig(kTwoRows).step().access.contiguous);
  EXPECT_FALSE(SharedRig(kOneWord).step().access.contiguous);
}

TEST(SharedWords, OfLanesThatStoreToOneWordTheLastWins) {
  for (const Place& place : {kContiguous, kTwoRows, kOneWord, kScattered}) {
    SharedRig rig(place);
    rig.step();
    EXPECT_TRUE(rig.step().wrote);
    EXPECT_EQ(rig.last.access.kind, AccessKind::store);
    for (std::uint32_t word = 0; word < kSharedBytes / 4; ++word) {
      std::uint32_t expected = 1000 + word;
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        if (place(lane) == 4 * word) expected = lane;
      EXPECT_EQ(rig.word(word), expected);
    }
  }
}

TEST(SharedWords, ALoadMayOverwriteItsAddresses) {
  ProgramBuilder b;
  b.load(Space::shared, Type::u32, {row(0)}, row(0));
  WarpRig rig(b, {32, 1, 1}, {}, kSharedBytes);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    rig.row(0)[lane] = 4 * (31 - lane);
    const std::uint32_t value = 7 * lane;
    std::memcpy(rig.block.shared.data() + 4 * lane, &value, 4);
  }
  rig.step();
  for (unsigned lane = 0; lane < kWarpSize; ++lane) EXPECT_EQ(rig.row(0)[lane], 7 * (31 - lane));
}

TEST(SharedWords, OneLaneAtAWrongAddressIsAFault) {
  for (const std::uint32_t wrong : {kSharedBytes, kSharedBytes - 2, 6u, 0xFFFFFFFCu}) {
    SharedRig rig([wrong](unsigned lane) { return lane == 19 ? wrong : 4 * lane; });
    try {
      rig.step();
      FAIL() << wrong;
    } catch (const ExecutionFault& fault) {
      EXPECT_EQ(fault.kind(), wrong % 4 == 0 ? FaultKind::out_of_bounds : FaultKind::misaligned);
      EXPECT_THAT(fault.what(),
                  testing::HasSubstr(wrong % 4 == 0 ? "1024 bytes" : "multiple of 4"));
    }
  }
}

}  // namespace
}  // namespace heddle::exec
