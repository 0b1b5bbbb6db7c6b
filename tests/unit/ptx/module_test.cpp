#include <gtest/gtest.h>

#include "ptx_text.hpp"

namespace heddle::ptx {
namespace {

std::string whole_error(const std::string& text) {
  try {
    parse(text, "bad.ptx");
  } catch (const SourceError& error) {
    return error.what();
  }
  return "";
}

TEST(Module, HeaderGivesVersionTargetAndAddressSize) {
  const Module module = parse(
      ".version 9.2\n.target sm_75, texmode_independent, debug\n"
      ".address_size 32\n",
      "a.ptx");
  EXPECT_EQ(module.version_major, 9u);
  EXPECT_EQ(module.version_minor, 2u);
  EXPECT_EQ(module.target, "sm_75");
  ASSERT_EQ(module.target_options.size(), 2u);
  EXPECT_EQ(module.target_options[0], "texmode_independent");
  EXPECT_EQ(module.address_size, 32u);
}

TEST(Module, AddressesAre64BitsUnlessSaid) {
  EXPECT_EQ(parse(".version 7.0\n.target sm_75\n", "a.ptx").address_size, 64u);
}

TEST(Module, HeaderIsInsistedOn) {
  EXPECT_EQ(whole_error(""), "bad.ptx:1:1: expected '.version' before the end of the file");
  EXPECT_EQ(whole_error(".target sm_75\n"), "bad.ptx:1:1: expected '.version' before '.target'");
  EXPECT_EQ(whole_error(".version 8\n"), "bad.ptx:1:10: expected a version such as 8.0 before '8'");
  EXPECT_EQ(whole_error(".version 8.0\n.entry"), "bad.ptx:2:1: expected '.target' before '.entry'");
  EXPECT_EQ(whole_error(".version 0.9\n.target sm_30\n"),
            "bad.ptx:1:10: PTX version 0.9 is not supported: 1.0 to 9.x are");
  EXPECT_EQ(whole_error(".version 10.0\n.target sm_30\n"),
            "bad.ptx:1:10: PTX version 10.0 is not supported: 1.0 to 9.x are");
  EXPECT_EQ(whole_error(".version 8.0\n.target sm_75\n.address_size 16\n"),
            "bad.ptx:3:15: the address size is 32 or 64");
}

TEST(Module, ZeroBytesAtTheEndArePadding) {
  const std::string text = std::string(kHeader) + std::string(7, '\0');
  EXPECT_NO_THROW(parse(text, "a.ptx"));
}

TEST(Module, CarriageReturnsAreBlank) {
  EXPECT_NO_THROW(
      parse(".version 8.0\r\n.target sm_75\r\n.address_size 64\r\n.global .u32 a;\r\n", "a.ptx"));
}

TEST(Module, FileDirectivesAreKept) {
  const Module module = parse_module(".file 1 \"a b.cu\"\n.file 2 \"c.h\", 1234, 56\n");
  ASSERT_EQ(module.files.size(), 2u);
  EXPECT_EQ(module.files[0].name, "a b.cu");
  EXPECT_EQ(module.files[1].number, 2u);
}

TEST(Module, DebugSectionsAreSkipped) {
  const Module module = parse_module(
      ".section .debug_str {\n$L: .b8 95,0\n.b64 .debug_info+4\n.b32 $L-$L\n}\n.global .u32 a;\n");
  EXPECT_EQ(module.variables.size(), 1u);
  EXPECT_EQ(error_of(".section .debug_str {\n"),
            "5:1: expected '}' of section '.debug_str' before the end of the file");
}

TEST(Module, PragmasAreKept) {
  const Module module = parse_module(".pragma \"a\", \"b\";");
  EXPECT_EQ(module.pragmas, (std::vector<std::string_view>{"a", "b"}));
}

TEST(Module, AliasesNameTwoFunctions) {
  const Module module =
      parse_module(".visible .func f(){ret;}\n.visible .func g();\n.alias g, f;\n");
  ASSERT_EQ(module.aliases.size(), 1u);
  EXPECT_EQ(module.functions[module.aliases[0].alias].name, "g");
  EXPECT_EQ(module.functions[module.aliases[0].aliasee].name, "f");
  EXPECT_EQ(error_of(".func f(){ret;}\n.alias g, f;"), "5:8: function 'g' is not declared");
}

TEST(Module, SurvivesAMove) {
  Module first = parse_module(".global .u32 some_variable_with_a_name;");
  const Module second = std::move(first);
  EXPECT_EQ(second.find_variable("some_variable_with_a_name")->place.column, 14u);
  EXPECT_EQ(second.find_variable("other"), nullptr);
}

TEST(Module, OtherTextIsRefused) {
  EXPECT_EQ(error_of("hello"), "4:1: expected a function or a variable before 'hello'");
  EXPECT_EQ(error_of(".entry"), "4:7: expected a function name before the end of the file");
  EXPECT_EQ(error_of(".visible"),
            "4:9: expected a function or a variable before the end of the file");
  EXPECT_EQ(error_of(".visible .weak .global .u32 a;"),
            "4:10: expected a function or a variable before '.weak'");
  EXPECT_EQ(error_of(".reg .u32 a;"), "4:1: .reg variables are declared within functions only");
  EXPECT_EQ(error_of(".version 8.0"), "4:1: expected a function or a variable before '.version'");
}

TEST(Module, ErrorsOfLaterStagesHaveTheSameForm) {
  const Module module = parse_module(".global .u32 a;");
  EXPECT_STREQ(module.error({4, 2}, "message").what(), "test.ptx:4:2: message");
}

}  // namespace
}  // namespace heddle::ptx
