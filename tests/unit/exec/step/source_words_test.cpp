// Where an instruction comes from, for PTX whose first instruction is inlined from a header.
#include "heddle/exec/step/source_words.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace heddle::exec {
namespace {

constexpr std::uint32_t kHeader = 1, kOwn = 2;

/// Four instructions, in the PTX lines 1 to 4: two inlined ones around a store, and the last.
isa::Program program_ending_with(isa::Op last) {
  isa::Program program;
  auto source = std::make_shared<isa::SourceText>("mov\nst\nadd\nret\n");
  source->add_file(kHeader, "vars.h");
  source->add_file(kOwn, "s.cu");
  source->set_place(1, kHeader, 53);
  source->set_place(2, kOwn, 4);
  source->set_place(3, kHeader, 60);
  source->set_place(4, kOwn, 5);
  program.source = source;
  for (const isa::Op op : {isa::Op::mov_b32, isa::Op::mov_b32, isa::Op::mov_b32, last}) {
    isa::Instruction instruction;
    instruction.op = op;
    instruction.line = static_cast<std::uint32_t>(program.code.size() + 1);
    program.code.push_back(instruction);
  }
  program.functions.push_back({.name = "k", .entry = 0, .end = 4});
  return program;
}

TEST(SourceWords, TheFunctionsOwnFileIsThatOfItsEnd) {
  for (const isa::Op last : {isa::Op::exit, isa::Op::ret}) {
    const isa::Program program = program_ending_with(last);
    EXPECT_EQ(source_in_words(program, 0), "vars.h:53");
    EXPECT_EQ(source_in_words(program, 1), "s.cu:4");
    EXPECT_EQ(source_in_words(program, 2), "vars.h:60, inlined near s.cu:4");
    EXPECT_EQ(source_in_words(program, 3), "s.cu:5");
  }
}

TEST(SourceWords, WithoutAnEndOnlyTheInstructionsOwnPlaceIsKnown) {
  EXPECT_EQ(source_in_words(program_ending_with(isa::Op::mov_b32), 2), "vars.h:60");
}

TEST(SourceWords, APlaceThatIsNotKnownHasNoWords) {
  isa::Program program = program_ending_with(isa::Op::exit);
  EXPECT_EQ(source_in_words(program, 4), "");
  program.code[1].line = 9;
  EXPECT_EQ(source_in_words(program, 1), "");
  program.source = nullptr;
  EXPECT_EQ(source_in_words(program, 0), "");
}

}  // namespace
}  // namespace heddle::exec
