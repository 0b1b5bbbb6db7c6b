#include "heddle/core/issue/issue_counts.hpp"

#include <gtest/gtest.h>

#include "unit_rig.hpp"

namespace heddle::core {
namespace {

// What an instruction counts is its own times how often it was issued.
TEST(IssueCounts, AddWhatEachInstructionIsTimesHowOftenItWasIssued) {
  rig::UnitRig sm(3);
  IssueCounts counts;
  counts.bind(2, sm.decoded);
  SmCounters counters;
  counts.add(2, 0, 32);
  counts.add(2, 0, 7);
  counts.add(2, 1, 1);
  counts.add_to(counters);
  const DecodedInstruction &first = sm.decoded.at(0), &second = sm.decoded.at(1);
  const KernelCounters& of = counters.kernels[2];
  EXPECT_EQ(of.warp_instructions, 3u);
  EXPECT_EQ(of.thread_instructions(), 40u);
  EXPECT_EQ(of.ptx_instructions, 2u * first.ptx_instructions + second.ptx_instructions);
  EXPECT_EQ(of.register_writes, 2 * first.result_rows.size() + second.result_rows.size());
  EXPECT_EQ(of.register_reads, 2 * first.source_rows.size() + second.source_rows.size());
  EXPECT_EQ(counters.kernels[0].warp_instructions, 0u);
}

TEST(IssueCounts, AreAddedOnce) {
  rig::UnitRig sm(3);
  IssueCounts counts;
  counts.bind(0, sm.decoded);
  SmCounters counters;
  counts.add(0, 1, 32);
  counts.add_to(counters);
  counts.add_to(counters);
  EXPECT_EQ(counters.kernels[0].warp_instructions, 1u);
  counts.add(0, 1, 32);
  counts.add_to(counters);
  EXPECT_EQ(counters.kernels[0].warp_instructions, 2u);
}

}  // namespace
}  // namespace heddle::core
