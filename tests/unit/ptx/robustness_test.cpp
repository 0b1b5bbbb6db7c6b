#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "ptx_text.hpp"

namespace heddle::ptx {
namespace {

std::string corpus_file(const std::string& name) {
  std::ifstream file(std::string(HEDDLE_PTX_CORPUS) + "/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Taken or refused, never anything else.
bool is_taken(const std::string& text) {
  try {
    parse(text, "x.ptx");
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Robustness, EveryPrefixAndEveryDeletionOfAFile) {
  const std::string text = corpus_file("instructions.ptx");
  ASSERT_TRUE(is_taken(text));
  for (std::size_t i = 0; i < text.size(); ++i) {
    is_taken(text.substr(0, i));
    is_taken(text.substr(0, i) + text.substr(i + 1));
  }
}

TEST(Robustness, LineEndsDoNotMatter) {
  const std::string text = corpus_file("declarations.ptx");
  std::string dos;
  for (const char c : text) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const Module left = parse(text, "x.ptx");
  const Module right = parse(dos, "x.ptx");
  ASSERT_EQ(left.functions.size(), right.functions.size());
  EXPECT_EQ(left.functions.back().place.line, right.functions.back().place.line);
}

TEST(Robustness, ZeroBytesInsideAreRefused) {
  std::string text = corpus_file("instructions.ptx");
  text[text.size() / 2] = '\0';
  EXPECT_FALSE(is_taken(text));
}

TEST(Robustness, LongWordsNumbersAndComments) {
  const std::size_t million = 1000000;
  EXPECT_EQ(statement_error("mov.u32 %r1, " + std::string(million, 'x') + ";").substr(0, 14),
            "5:14: 'xxxxxxx");
  EXPECT_EQ(error_of(".global .u32 a" + std::string(million, '7') + ";"), "");
  EXPECT_FALSE(is_taken(kHeader + std::string(million, '9')));
  EXPECT_FALSE(is_taken(kHeader + std::string("0.") + std::string(million, '9')));
  EXPECT_EQ(error_of("/*" + std::string(million, '*') + "*/"), "");
  EXPECT_FALSE(is_taken(std::string(kHeader) + ".file 1 \"" + std::string(million, 'y')));
}

TEST(Robustness, MessagesStayShort) {
  const std::string message = error_of(std::string(100000, 'x'));
  EXPECT_LT(message.size(), 200u);
}

TEST(Robustness, ManyOfEverything) {
  EXPECT_EQ(statement_error(repeated("add.s32 %r1, %r2, 3;", 100000)), "");
  EXPECT_EQ(statement_error(repeated("{.reg .b32 t; mov.u32 t, 1;}", 50000)), "");
  EXPECT_EQ(statement_error(repeated("bra L;", 100000) + "L:"), "");
  EXPECT_EQ(statement_error(repeated("{", 64) + repeated("bra L;", 100000) + repeated("}", 64) +
                            "L: ret;"),
            "");
  EXPECT_EQ(statement_error("mov.b64 {" + repeated("%r1,", 100000) + "%r1}, %rd1;"), "");
  EXPECT_EQ(error_of(".global .u32 a[100000] = {" + repeated("1,", 99999) + "1};"), "");
}

TEST(Corpus, InstructionsAreCounted) {
  const auto count = [](const std::string& name) {
    const Module module = parse(corpus_file(name), name);
    std::size_t instructions = 0;
    for (const Function& function : module.functions) instructions += function.body.size();
    return instructions;
  };
  EXPECT_EQ(count("nvcc.ptx"), 23u);
  EXPECT_EQ(count("instructions.ptx"), 49u);
}

TEST(Corpus, ClangsTablesOfAddresses) {
  const Module module = parse(corpus_file("tables.ptx"), "tables.ptx");
  const Variable* const first = module.find_variable("first");
  ASSERT_NE(first, nullptr);
  ASSERT_EQ(first->relocations.size(), 1u);
  EXPECT_EQ(first->relocations[0].offset, 8u);  // after int and padding
  EXPECT_EQ(module.variables[first->relocations[0].symbol.index].name, "last");
  const Variable* const packed = module.find_variable("packed");
  ASSERT_NE(packed, nullptr);
  ASSERT_EQ(packed->relocations.size(), 8u);  // a byte each of the unaligned pointer
  EXPECT_EQ(packed->relocations[0].offset, 1u);
  EXPECT_EQ(packed->relocations[7].mask, 0xFF00000000000000u);
  EXPECT_EQ(packed->relocations[7].addend, 8);  // &target[2]
  const Function* const entry = module.find_function("_Z4walkPi");
  ASSERT_NE(entry, nullptr);
  EXPECT_TRUE(entry->is_entry);
}

TEST(Corpus, ClangsCallsAndLines) {
  const Module calls = parse(corpus_file("calls.ptx"), "calls.ptx");
  EXPECT_EQ(calls.find_function("_Z8indirectPii")->prototypes.size(), 1u);
  EXPECT_FALSE(calls.find_function("vprintf")->has_body);
  EXPECT_TRUE(calls.find_function("__assertfail")->is_noreturn);
  EXPECT_EQ(calls.find_function("_Z4grow5Blockc")->parameters[0].bytes, 20u);
  const Module lines = parse(corpus_file("lines.ptx"), "lines.ptx");
  EXPECT_EQ(lines.files.size(), 2u);
  EXPECT_EQ(lines.functions[0].body.back().source.line, 4u);
}

}  // namespace
}  // namespace heddle::ptx
