#include "heddle/trace/sass/opcode.hpp"

#include <set>

#include <gtest/gtest.h>

#include "temporary_folder.hpp"

namespace heddle::trace {
namespace {

constexpr Generation kGenerations[] = {Generation::pascal, Generation::volta, Generation::turing,
                                       Generation::ampere, Generation::hopper};

isa::OpClass class_of(Generation generation, std::string_view opcode) {
  const Opcode* const row = find_opcode(generation, opcode);
  EXPECT_NE(row, nullptr) << opcode;
  return row == nullptr ? isa::OpClass::nop : row->op_class;
}

TEST(Opcode, EachGenerationHasAnOpcodeOnce) {
  std::set<std::pair<std::string_view, char>> known;
  for (const Opcode& row : opcode_table()) {
    for (const char generation : row.generations) {
      EXPECT_NE(std::string_view("PVTAH").find(generation), std::string_view::npos) << row.name;
      EXPECT_TRUE(known.emplace(row.name, generation).second) << row.name << " " << generation;
    }
  }
  EXPECT_GT(known.size(), 700u);
}

TEST(Opcode, WhatAllGenerationsHave) {
  for (const Generation generation : kGenerations) {
    EXPECT_EQ(class_of(generation, "FFMA"), isa::OpClass::float32);
    EXPECT_EQ(class_of(generation, "DFMA"), isa::OpClass::float64);
    EXPECT_EQ(class_of(generation, "MUFU.RCP"), isa::OpClass::special);
    EXPECT_EQ(class_of(generation, "LDG.E.128.SYS"), isa::OpClass::load);
    EXPECT_EQ(class_of(generation, "STS.64"), isa::OpClass::store);
    EXPECT_EQ(class_of(generation, "BAR.SYNC"), isa::OpClass::barrier);
    EXPECT_EQ(class_of(generation, "EXIT"), isa::OpClass::exit);
    EXPECT_EQ(find_opcode(generation, "FFMAX"), nullptr);
    EXPECT_EQ(find_opcode(generation, ""), nullptr);
  }
}

// Source: CUDA Binary Utilities, "Instruction Set Reference".
TEST(Opcode, GenerationsBeginAndEndOpcodes) {
  const auto generations = [](std::string_view opcode) {
    std::string letters;
    for (std::size_t i = 0; i < 5; ++i)
      if (find_opcode(kGenerations[i], opcode) != nullptr) letters += "PVTAH"[i];
    return letters;
  };
  EXPECT_EQ(generations("XMAD"), "P");
  EXPECT_EQ(generations("SSY"), "P");
  EXPECT_EQ(generations("BSSY"), "VTAH");
  EXPECT_EQ(generations("HMMA"), "VTAH");
  EXPECT_EQ(generations("ATOMG"), "VTAH");
  EXPECT_EQ(generations("UIADD3"), "TAH");
  EXPECT_EQ(generations("LDSM"), "TAH");
  EXPECT_EQ(generations("LDGSTS"), "AH");
  EXPECT_EQ(generations("REDUX"), "AH");
  EXPECT_EQ(generations("UTMALDG"), "H");
  EXPECT_EQ(generations("HGMMA"), "H");
}

TEST(Opcode, SuffixesGiveTheWidthOfAnAccess) {
  EXPECT_EQ(access_bytes("LDG.E"), 4u);
  EXPECT_EQ(access_bytes("LDG.E.U8"), 1u);
  EXPECT_EQ(access_bytes("LDG.E.S16.SYS"), 2u);
  EXPECT_EQ(access_bytes("LDG.E.64.CONSTANT.SYS"), 8u);
  EXPECT_EQ(access_bytes("LDS.U.128"), 16u);
  EXPECT_EQ(access_bytes("RED.E.ADD.F64.RN.STRONG.GPU"), 8u);
  EXPECT_EQ(access_bytes("LDGSTS.E.BYPASS.LTC128B.128"), 16u);
  EXPECT_EQ(access_bytes("LDSM.16.M88.4"), 16u);
}

TEST(Generation, FollowsFromTheBinaryVersion) {
  EXPECT_EQ(generation_of(61), Generation::pascal);
  EXPECT_EQ(generation_of(70), Generation::volta);
  EXPECT_EQ(generation_of(75), Generation::turing);
  EXPECT_EQ(generation_of(86), Generation::ampere);
  EXPECT_EQ(generation_of(89), Generation::ampere);
  EXPECT_EQ(generation_of(90), Generation::hopper);
  for (const unsigned version : {0u, 35u, 71u, 100u})
    EXPECT_TRUE(sim::error_of([&] {
                  generation_of(version);
                }).starts_with("binary version " + std::to_string(version)));
}

}  // namespace
}  // namespace heddle::trace
