#include "heddle/trace/kernel_summary.hpp"

#include <gtest/gtest.h>

#include "heddle/trace/sectors.hpp"
#include "heddle/trace/summary_text.hpp"
#include "temporary_folder.hpp"
#include "trace_text.hpp"

namespace heddle::trace {
namespace {

using isa::Space;
using sim::TemporaryFolder;

KernelSummary summary_of(const Lines& lines, HeaderText header = {}) {
  const TemporaryFolder folder;
  return summarize(folder.write("kernel-1.traceg", header.text() + block_text("0,0,0", {lines})));
}

TEST(KernelSummary, CountsInstructionsByClass) {
  const KernelSummary summary = summary_of(add_lines());
  EXPECT_EQ(summary.blocks, 1u);
  EXPECT_EQ(summary.warps, 1u);
  EXPECT_EQ(summary.warp_instructions, 6u);
  EXPECT_EQ(summary.thread_instructions, 6u * 32);
  EXPECT_EQ(summary.code_instructions, 6u);
  const auto of_class = [&](isa::OpClass op_class) {
    return summary.by_class[static_cast<std::size_t>(op_class)];
  };
  EXPECT_EQ(of_class(isa::OpClass::move), 1u);
  EXPECT_EQ(of_class(isa::OpClass::integer_mul), 1u);
  EXPECT_EQ(of_class(isa::OpClass::float32), 1u);
  EXPECT_EQ(of_class(isa::OpClass::load), 1u);
  EXPECT_EQ(of_class(isa::OpClass::store), 1u);
  EXPECT_EQ(of_class(isa::OpClass::exit), 1u);
  EXPECT_EQ(summary.open_ends, 0u);
  EXPECT_TRUE(summary.unknown.empty());
}

TEST(KernelSummary, CountsTheSectorsOfGlobalAccesses) {
  // 32 words in a row are four sectors; words 64 bytes apart are a sector each; 16 bytes a lane
  // are 16 sectors; 8 words from the middle of a sector on are two.
  const KernelSummary summary = summary_of(
      {"0000 ffffffff 1 R5 LDG.E 1 R2 4 1 0x7d0000001000 4",
       "0010 ffffffff 1 R5 LDG.E 1 R2 4 1 0x1000 64",
       "0020 ffffffff 1 R8 LDG.E.128 1 R2 16 1 0x1000 16",
       "0030 000000ff 1 R5 LDG.E 1 R2 4 1 0x1010 4", "0040 00000000 1 R5 LDG.E 1 R2 4 1 0x0 0",
       "0050 00000009 0 RED.E.ADD 2 R2 R5 4 2 0x1000 4096", "0060 ffffffff 0 EXIT 0 0"});
  const AccessCounts& loads = summary.at(Space::global, AccessDirection::load);
  EXPECT_EQ(loads.instructions, 4u);
  EXPECT_EQ(loads.lanes, 3u * 32 + 8);
  EXPECT_EQ(loads.sectors, 4u + 32 + 16 + 2);
  EXPECT_EQ(summary.at(Space::global, AccessDirection::atomic).sectors, 2u);
  EXPECT_EQ(summary.at(Space::global, AccessDirection::store).instructions, 0u);
}

TEST(KernelSummary, FindsTheSpaceOfGenericAddresses) {
  const KernelSummary summary =
      summary_of({"0000 00000007 1 R5 LD.E 1 R2 4 0 0x7f0000000010 0x7e0000000010 0x7d0000000010",
                  "0010 ffffffff 1 R5 LDS 1 R2 4 1 0x0 4",
                  "0020 ffffffff 0 STL 2 R2 R5 4 1 0xfffce8 0", "0030 ffffffff 0 EXIT 0 0"});
  EXPECT_EQ(summary.at(Space::shared, AccessDirection::load).instructions, 2u);
  EXPECT_EQ(summary.at(Space::shared, AccessDirection::load).lanes, 33u);
  EXPECT_EQ(summary.at(Space::local, AccessDirection::load).lanes, 1u);
  EXPECT_EQ(summary.at(Space::global, AccessDirection::load).lanes, 1u);
  EXPECT_EQ(summary.at(Space::local, AccessDirection::store).lanes, 32u);
}

TEST(KernelSummary, CountsWhatItDoesNotKnow) {
  const KernelSummary summary =
      summary_of({"0000 ffffffff 1 R5 FROB.X 1 R2 4 9 what ever", "0010 ffffffff 0 FROB.X 0 0",
                  "0020 ffffffff 1 R4 TEX.LZ 2 R4 R5 0"});
  ASSERT_EQ(summary.unknown.size(), 1u);
  EXPECT_EQ(summary.unknown.at("FROB.X"), 2u);
  EXPECT_EQ(summary.without_addresses, 1u);
  EXPECT_EQ(summary.open_ends, 1u);
  const std::string text = summary_text(summary);
  EXPECT_NE(text.find("FROB.X (2 times)"), std::string::npos) << text;
  EXPECT_NE(text.find("1 access without addresses"), std::string::npos) << text;
  EXPECT_NE(text.find("1 warp without EXIT"), std::string::npos) << text;
}

// One PC can have several instructions, in a kernel and in the functions that it calls.
TEST(KernelSummary, TellsInstructionsOfSeveralFunctionsApart) {
  const KernelSummary summary =
      summary_of({"0000 ffffffff 1 R5 MOV 0 0", "0010 ffffffff 0 CALL.REL.NOINC 0 0",
                  "0000 ffffffff 1 R6 MOV 0 0", "0010 ffffffff 0 RET.REL.NODEC 1 R2 0",
                  "0020 ffffffff 0 EXIT 0 0"});
  EXPECT_EQ(summary.code_instructions, 5u);
}

TEST(KernelSummary, RefusesAPcWithinAnInstruction) {
  EXPECT_NE(sim::error_of([] {
              summary_of({"0008 ffffffff 0 EXIT 0 0"});
            }).find("the PC 0008 is no multiple of 16"),
            std::string::npos);
  HeaderText pascal;
  pascal.binary_version = 61;
  EXPECT_EQ(summary_of({"0008 ffffffff 0 EXIT 0 0"}, pascal).warp_instructions, 1u);
}

TEST(Sectors, AreCountedOnce) {
  std::array<Addr, kWarpSize> address{};
  for (unsigned lane = 0; lane < kWarpSize; ++lane) address[lane] = 0x1000 + (lane * 7 % 32) * 4;
  EXPECT_EQ(count_sectors(kAllLanes, address, 4), 4u);
  EXPECT_EQ(count_sectors(1, address, 4), 1u);
  address[0] = 0x101E;
  EXPECT_EQ(count_sectors(1, address, 4), 2u);
}

TEST(ListText, AddsUpTheKernels) {
  const TemporaryFolder folder;
  folder.write("kernel-1.traceg", HeaderText().text() + block_text("0,0,0", {add_lines()}));
  HeaderText other;
  other.name = "_Z3mulPfS_";
  folder.write("kernel-2.traceg", other.text() + block_text("0,0,0", {add_lines()}));
  const std::string text = list_text(
      folder.write("kernelslist.g",
                   "MemcpyHtoD,0x1000,4096\nkernel-1.traceg\nkernel-2.traceg\nkernel-1.traceg\n"));
  EXPECT_TRUE(
      text.starts_with("a list of 3 launches of 2 kernels in 1 stream, and 1 copy of 4 KiB"))
      << text;
  EXPECT_NE(text.find("add(float*, float*): 2 launches, 12 warp instructions"), std::string::npos)
      << text;
  EXPECT_NE(text.find("18 warp instructions"), std::string::npos) << text;
  EXPECT_NE(text.find("3 global loads of 12 sectors"), std::string::npos) << text;
}

}  // namespace
}  // namespace heddle::trace
