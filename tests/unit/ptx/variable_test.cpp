#include <gtest/gtest.h>

#include "ptx_text.hpp"

namespace heddle::ptx {
namespace {

Variable only_variable(const std::string& text) {
  Module module = parse_module(text);
  EXPECT_EQ(module.variables.size(), 1u);
  return module.variables.at(0);
}

TEST(Variable, SpaceTypeAndNaturalAlignment) {
  const Variable variable = only_variable(".global .u64 a;");
  EXPECT_EQ(variable.space, Space::global);
  EXPECT_EQ(variable.linkage, Linkage::none);
  EXPECT_EQ(variable.type, Type::u64);
  EXPECT_EQ(variable.bytes, 8u);
  EXPECT_EQ(variable.alignment, 8u);
  EXPECT_TRUE(variable.dimensions.empty());
}

TEST(Variable, ArraysHaveDimensions) {
  const Variable variable = only_variable(".visible .const .align 16 .b8 a[3][0x10];");
  EXPECT_EQ(variable.space, Space::constant);
  EXPECT_EQ(variable.linkage, Linkage::visible);
  EXPECT_EQ(variable.alignment, 16u);
  EXPECT_EQ(variable.dimensions, (std::vector<std::uint64_t>{3, 16}));
  EXPECT_EQ(variable.bytes, 48u);
}

TEST(Variable, VectorsAlignAsAWhole) {
  const Variable variable = only_variable(".global .v4 .f32 a[2];");
  EXPECT_EQ(variable.vector_width, 4);
  EXPECT_EQ(variable.alignment, 16u);
  EXPECT_EQ(variable.bytes, 32u);
}

TEST(Variable, AlignmentMayFollowTheType) {
  EXPECT_EQ(only_variable(".shared .b8 .align 8 a[16];").alignment, 8u);
}

TEST(Variable, ExternArraysMayHaveNoSize) {
  const Variable variable = only_variable(".extern .shared .align 16 .b8 a[];");
  EXPECT_EQ(variable.linkage, Linkage::external);
  EXPECT_EQ(variable.bytes, 0u);
  EXPECT_EQ(variable.dimensions, (std::vector<std::uint64_t>{0}));
}

TEST(Variable, OneDeclarationMayHoldSeveral) {
  const Module module = parse_module(".global .u32 a, b[4], c = 7;");
  ASSERT_EQ(module.variables.size(), 3u);
  EXPECT_EQ(module.variables[1].bytes, 16u);
  EXPECT_EQ(module.variables[2].image, (std::vector<std::uint8_t>{7, 0, 0, 0}));
}

TEST(Variable, ManagedAndOtherAttributes) {
  EXPECT_TRUE(only_variable(".visible .global .attribute(.managed) .align 4 .u32 a;").managed);
  EXPECT_FALSE(only_variable(".global .attribute(.unified(19,95)) .f32 f;").managed);
  EXPECT_TRUE(only_variable(".global .attribute(.unified(19,95), .managed) .f32 f;").managed);
}

TEST(Variable, OpaqueReferences) {
  const Module module = parse_module(".global .texref t; .visible .global .surfref s[2];");
  EXPECT_EQ(module.variables[0].type, Type::texref);
  EXPECT_EQ(module.variables[1].type, Type::surfref);
  EXPECT_EQ(module.variables[1].bytes, 16u);
}

TEST(Variable, ExternDeclarationsMeetTheirDefinition) {
  const Module after = parse_module(".extern .global .u32 a[];\n.visible .global .u32 a[2]={1,2};");
  ASSERT_EQ(after.variables.size(), 1u);
  EXPECT_EQ(after.variables[0].linkage, Linkage::visible);
  EXPECT_EQ(after.variables[0].bytes, 8u);
  const Module before = parse_module(".visible .global .u32 a = 1;\n.extern .global .u32 a;");
  ASSERT_EQ(before.variables.size(), 1u);
  EXPECT_EQ(before.variables[0].image.size(), 4u);
  EXPECT_EQ(error_of(".extern .global .u64 a;\n.global .u32 a;"),
            "5:14: 'a' differs from its declaration in line 4");
}

TEST(Variable, Refusals) {
  EXPECT_EQ(error_of(".global .u32 a;\n.global .u32 a;"), "5:14: 'a' is already declared");
  EXPECT_EQ(error_of(".global a;"), "4:9: expected a type such as '.b32' before 'a'");
  EXPECT_EQ(error_of(".global .u32;"), "4:13: expected a variable name before ';'");
  EXPECT_EQ(error_of(".global .u32 a"), "4:15: expected ';' before the end of the file");
  EXPECT_EQ(error_of(".global .u32 .u32 a;"), "4:14: expected a variable name before '.u32'");
  EXPECT_EQ(error_of(".global .v4 .f64 a;"), "4:18: .v4 .f64 is longer than 128 bits");
  EXPECT_EQ(error_of(".global .bf16 a;"), "4:9: expected a type such as '.b32' before '.bf16'");
  EXPECT_EQ(error_of(".global .align 3 .u8 a;"), "4:16: alignment 3 is not a power of two");
  EXPECT_EQ(error_of(".global .align 0 .u8 a;"), "4:16: alignment 0 is not a power of two");
  EXPECT_EQ(error_of(".global .u32 a[-1];"), "4:16: expected the number of elements before '-'");
  EXPECT_EQ(error_of(".global .u32 a[4;"), "4:17: expected ']' before ';'");
  EXPECT_EQ(error_of(".global .u32 a[2][];"), "4:19: expected the number of elements before ']'");
  EXPECT_EQ(error_of(".global .pred a;"),
            "4:15: predicates live in registers only: write .reg .pred");
  EXPECT_EQ(error_of(".const[11] .u32 a;"),
            "4:8: the number of a constant bank is 11, the largest possible is 10");
  EXPECT_EQ(error_of(".local .u32 a;"), "4:1: .local variables are declared within functions only");
}

TEST(Variable, SizesAreKnownAndBounded) {
  for (const char* text : {".global .u32 a[];", ".global .u32 a[0];", ".shared .u32 a[4][0];"}) {
    EXPECT_NE(error_of(text).find("array 'a' has no size"), std::string::npos) << text;
  }
  EXPECT_EQ(error_of(".global .u32 a[0x100000000][0x100000000];"),
            "4:14: larger than 1099511627776 bytes");
  EXPECT_EQ(error_of(".extern .global .u32 a[][0x10000000000][0x10000000000];"),
            "4:22: larger than 1099511627776 bytes");
  EXPECT_EQ(error_of(".global .u32 a[0xFFFFFFFFFFFFFFFF];"),
            "4:16: the number of elements is 0xFFFFFFFFFFFFFFFF, the largest possible is "
            "1099511627776");
}

}  // namespace
}  // namespace heddle::ptx
