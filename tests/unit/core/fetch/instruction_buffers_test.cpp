#include "heddle/core/fetch/instruction_buffers.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

TEST(InstructionBuffers, AreRefilledAsFarAsThereIsRoom) {
  InstructionBuffers buffers(2, 2);
  EXPECT_TRUE(buffers.wanting().none()) << "nobody has begun";
  buffers.begin(1);
  EXPECT_TRUE(buffers.wanting().test(1));
  EXPECT_FALSE(buffers.wanting().test(0));
  buffers.fetch(1, false, false);
  EXPECT_TRUE(buffers.wanting().test(1));
  buffers.fetch(1, false, false);
  EXPECT_FALSE(buffers.wanting().test(1)) << "two entries";
  EXPECT_EQ(buffers.fetched(1), 2u);
  EXPECT_FALSE(buffers.has_instruction(1)) << "both are on their way";
  buffers.arrived(1);
  EXPECT_TRUE(buffers.has_instruction(1));
  buffers.issued(1, true);
  EXPECT_FALSE(buffers.has_instruction(1));
  EXPECT_TRUE(buffers.wanting().test(1));
}

TEST(InstructionBuffers, NothingIsFetchedBehindWhatEndsTheFetch) {
  InstructionBuffers buffers(1, 2);
  buffers.begin(0);
  buffers.fetch(0, true, false);
  EXPECT_FALSE(buffers.wanting().test(0));
  buffers.arrived(0);
  buffers.issued(0, true);
  EXPECT_FALSE(buffers.wanting().test(0)) << "until the entity wants to go on";
  buffers.begin(0);
  EXPECT_TRUE(buffers.wanting().test(0));
}

TEST(InstructionBuffers, NothingIsFetchedBehindALateInstruction) {
  InstructionBuffers buffers(1, 2);
  buffers.begin(0);
  buffers.fetch(0, false, true);
  EXPECT_FALSE(buffers.wanting().test(0));
  buffers.found(0);
  EXPECT_TRUE(buffers.wanting().test(0));
}

TEST(InstructionBuffers, ABranchForgetsWhatWasFetched) {
  InstructionBuffers buffers(1, 2);
  buffers.begin(0);
  buffers.fetch(0, false, false);
  buffers.fetch(0, false, false);
  buffers.arrived(0);
  const std::uint32_t filling = buffers.filling(0);
  buffers.issued(0, false);
  EXPECT_EQ(buffers.fetched(0), 0u);
  EXPECT_NE(buffers.filling(0), filling) << "what is on its way is not wanted";
  EXPECT_TRUE(buffers.wanting().none());
}

}  // namespace
}  // namespace heddle::core
