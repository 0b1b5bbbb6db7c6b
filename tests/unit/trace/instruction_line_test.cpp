#include "heddle/trace/format/instruction_line.hpp"

#include <gtest/gtest.h>

#include "temporary_folder.hpp"

namespace heddle::trace {
namespace {

using sim::error_of;

KernelHeader header_of(std::uint32_t version) {
  KernelHeader header;
  header.tracer_version = version;
  return header;
}

AccessColumns access_of(std::string_view line, std::uint32_t version = 4) {
  const KernelHeader header = header_of(version);
  AccessColumns access;
  parse_access(parse_instruction(line, header), header, access);
  return access;
}

TEST(InstructionLine, TakesTheColumnsApart) {
  const InstructionLine line =
      parse_instruction("0110 0000ffff 1 R20 LDG.E.64 2 R4 R255 8 1 0x7000 8 ", header_of(4));
  EXPECT_EQ(line.pc, 0x110u);
  EXPECT_EQ(line.lanes, 0xFFFFu);
  EXPECT_EQ(line.opcode, "LDG.E.64");
  EXPECT_EQ(line.fixed, "1 R20 LDG.E.64 2 R4 R255");
  EXPECT_EQ(line.memory_bytes, 8u);
  const FixedColumns fixed = parse_fixed(line.fixed);
  ASSERT_EQ(fixed.destination_count, 1u);
  EXPECT_EQ(fixed.destinations[0], 20);
  ASSERT_EQ(fixed.source_count, 2u);
  EXPECT_EQ(fixed.sources[0], 4);
  EXPECT_EQ(fixed.sources[1], 255);
}

// The example of the tracer's README, in which the block and the warp stand before the PC.
TEST(InstructionLine, VersionsBeforeThreeBeginWithBlockAndWarp) {
  const std::string_view text = "31 0 0 3 0000 ffffffff 1 R1 IMAD.MOV.U32 2 R255 R255 0 ";
  for (const std::uint32_t version : {0u, 1u, 2u}) {
    const InstructionLine line = parse_instruction(text, header_of(version));
    EXPECT_EQ(line.pc, 0u);
    EXPECT_EQ(line.lanes, kAllLanes);
    EXPECT_EQ(line.opcode, "IMAD.MOV.U32");
  }
  EXPECT_EQ(error_of([&] { parse_instruction(text, header_of(3)); }),
            "the width of the access is 'ffffffff', which is no number");
}

TEST(InstructionLine, LineNumbersOfTheSourceAreInFront) {
  KernelHeader header = header_of(4);
  header.has_line_numbers = true;
  const InstructionLine line = parse_instruction("57 0010 00000001 0 NOP 0 0", header);
  EXPECT_EQ(line.source_line, 57u);
  EXPECT_EQ(line.pc, 0x10u);
}

TEST(InstructionLine, VersionFiveEndsWithAnImmediate) {
  EXPECT_EQ(access_of("0010 ffffffff 0 DEPBAR.LE 0 0 12 ", 5).immediate, 12);
  EXPECT_EQ(access_of("0010 00000003 1 R0 LDG.E 1 R2 4 1 0x100 4 -7 ", 5).immediate, -7);
  EXPECT_EQ(error_of([] { access_of("0010 ffffffff 0 NOP 0 0 ", 5); }),
            "the line ends before the immediate");
  EXPECT_EQ(error_of([] { access_of("0010 ffffffff 0 NOP 0 0 12 ", 4); }),
            "the line goes on with '12' where the format of version 4 ends");
}

TEST(InstructionLine, ReadsAddressesInThreeForms) {
  const AccessColumns list =
      access_of("0010 00000005 1 R0 LDG.E 1 R2 4 0 0x100 0x00000000000001f0 ");
  EXPECT_EQ(list.address[0], 0x100u);
  EXPECT_EQ(list.address[2], 0x1F0u);
  const AccessColumns stride = access_of("0010 000000f0 1 R0 LDG.E 1 R2 4 1 0x1000 -16 ");
  EXPECT_EQ(stride.address[4], 0x1000u);
  EXPECT_EQ(stride.address[7], 0xFD0u);
  const AccessColumns deltas = access_of("0010 80000011 1 R0 LDG.E 1 R2 4 2 0x1000 256 -4096 ");
  EXPECT_EQ(deltas.address[0], 0x1000u);
  EXPECT_EQ(deltas.address[4], 0x1100u);
  EXPECT_EQ(deltas.address[31], 0x100u);
}

// The tracer writes a base and a stride of zeros where no lane executes.
TEST(InstructionLine, AnAccessOfNoLaneHasNoAddress) {
  access_of("0010 00000000 1 R0 LDG.E 1 R2 4 1 0x0 0 ");
  access_of("0010 00000000 1 R0 LDG.E 1 R2 4 0 ");
}

TEST(InstructionLine, NamesTheDamagedColumn) {
  const auto message = [](std::string_view line) { return error_of([&] { access_of(line); }); };
  EXPECT_EQ(message("xyz"), "the PC is 'xyz', which is no hexadecimal number");
  EXPECT_EQ(message("0010"), "the line ends before the mask");
  EXPECT_EQ(message("0010 1ffffffff 0 NOP 0 0"), "the mask is 8589934591; the most is 4294967295");
  EXPECT_EQ(message("0010 ffffffff 9 NOP 0 0"), "the number of destinations is 9; the most is 4");
  EXPECT_EQ(message("0010 ffffffff 0"), "the line ends before the opcode");
  EXPECT_EQ(message("0010 ffffffff 0 NOP 2 R1"), "the line ends before a register");
  EXPECT_EQ(message("0010 ffffffff 1 R0 LDG.E 1 R2 4 3 0x100 4"),
            "the form of the addresses is 3; the most is 2");
  EXPECT_EQ(message("0010 00000005 1 R0 LDG.E 1 R2 4 1 0x100 4"),
            "the addresses have a stride, but the lanes 00000005 are not neighbours");
  EXPECT_EQ(message("0010 00000005 1 R0 LDG.E 1 R2 4 2 0x100"),
            "the line ends before an address's difference");
  EXPECT_EQ(error_of([] { parse_fixed("1 R256 MOV 0"); }), "'R256' is no register: R0 to R255");
}

}  // namespace
}  // namespace heddle::trace
