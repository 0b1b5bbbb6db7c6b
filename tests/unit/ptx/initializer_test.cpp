#include <gtest/gtest.h>

#include "ptx_text.hpp"

namespace heddle::ptx {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes image_of(const std::string& text) { return parse_module(text).variables.back().image; }

TEST(Initializer, IntegersAreLittleEndian) {
  EXPECT_EQ(image_of(".global .u32 a = 0x01020304;"), (Bytes{4, 3, 2, 1}));
  EXPECT_EQ(image_of(".global .s16 a = -2;"), (Bytes{0xFE, 0xFF}));
  EXPECT_EQ(image_of(".global .u8 a[3] = {1, 255, -1};"), (Bytes{1, 255, 255}));
  EXPECT_EQ(image_of(".global .b32 a = 2*3+1;"), (Bytes{7, 0, 0, 0}));
}

TEST(Initializer, WideBitTypesExtendTheSign) {
  Bytes minus_two(16, 0xFF);
  minus_two[0] = 0xFE;
  EXPECT_EQ(image_of(".global .b128 a = -2;"), minus_two);
  Bytes large(16, 0);
  for (int i = 0; i < 8; ++i) large[static_cast<std::size_t>(i)] = 0xFF;
  EXPECT_EQ(image_of(".global .b128 a = 0xFFFFFFFFFFFFFFFF;"), large);
}

TEST(Initializer, FloatsFromEveryForm) {
  const Bytes one_and_half = {0, 0, 0xC0, 0x3F};
  EXPECT_EQ(image_of(".global .f32 a = 1.5;"), one_and_half);
  EXPECT_EQ(image_of(".global .f32 a = 0f3FC00000;"), one_and_half);
  EXPECT_EQ(image_of(".global .f32 a = 0d3FF8000000000000;"), one_and_half);
  EXPECT_EQ(image_of(".global .b32 a = 0f3FC00000;"), one_and_half);
  const Bytes one_and_half_double = {0, 0, 0, 0, 0, 0, 0xF8, 0x3F};
  EXPECT_EQ(image_of(".global .f64 a = 1.5;"), one_and_half_double);
  EXPECT_EQ(image_of(".global .f64 a = 0f3FC00000;"), one_and_half_double);
}

TEST(Initializer, NestedBracesFillTheirRows) {
  EXPECT_EQ(image_of(".global .u8 a[2][3] = {{1}, {2, 3}};"), (Bytes{1, 0, 0, 2, 3}));
  EXPECT_EQ(image_of(".global .u8 a[2][2] = {{}, {5}};"), (Bytes{0, 0, 5}));
  EXPECT_EQ(image_of(".global .v2 .u8 a[2] = {{1, 2}, {3, 4}};"), (Bytes{1, 2, 3, 4}));
  EXPECT_EQ(image_of(".global .u8 a[4] = {};"), Bytes{});
}

TEST(Initializer, GivesAnArrayItsSize) {
  const Module module =
      parse_module(".global .u16 a[] = {1, 2, 3}; .global .u8 b[][4] = {{1},{2}};");
  EXPECT_EQ(module.variables[0].bytes, 6u);
  EXPECT_EQ(module.variables[0].dimensions[0], 3u);
  EXPECT_EQ(module.variables[1].bytes, 8u);
}

TEST(Initializer, AddressesAreRelocations) {
  const Module module = parse_module(
      ".global .u32 g[4];\n.func f(){ret;}\n"
      ".global .u64 a[5] = {g, g+8, generic(g)+-4, f, 7};");
  const Variable& a = module.variables[1];
  EXPECT_EQ(a.image.size(), 40u);
  ASSERT_EQ(a.relocations.size(), 4u);
  EXPECT_EQ(a.relocations[0].symbol, (SymbolRef{SymbolKind::module_variable, 0}));
  EXPECT_EQ(a.relocations[0].width, 8u);
  EXPECT_FALSE(a.relocations[0].generic);
  EXPECT_EQ(a.relocations[1].offset, 8u);
  EXPECT_EQ(a.relocations[1].addend, 8);
  EXPECT_TRUE(a.relocations[2].generic);
  EXPECT_EQ(a.relocations[2].addend, -4);
  EXPECT_EQ(a.relocations[3].symbol, (SymbolRef{SymbolKind::function, 0}));
  EXPECT_EQ(a.image[32], 7);
}

TEST(Initializer, MasksSelectAByteOfAnAddress) {
  const Module module =
      parse_module(".global .u32 g;\n.global .u8 a[3] = {1, 0xFF(generic(g)+8), 0xFF000000(g)};");
  const Variable& a = module.variables[1];
  ASSERT_EQ(a.relocations.size(), 2u);
  EXPECT_EQ(a.relocations[0].offset, 1u);
  EXPECT_EQ(a.relocations[0].width, 1u);
  EXPECT_EQ(a.relocations[0].mask, 0xFFu);
  EXPECT_EQ(a.relocations[0].addend, 8);
  EXPECT_TRUE(a.relocations[0].generic);
  EXPECT_EQ(a.relocations[1].mask, 0xFF000000u);
  EXPECT_FALSE(a.relocations[1].generic);
}

TEST(Initializer, Refusals) {
  EXPECT_EQ(error_of(".global .u8 a[2] = {1,2,3};"), "4:25: more than the 2 elements declared");
  EXPECT_EQ(error_of(".global .u8 a[2] = 1;"), "4:20: expected '{' before '1'");
  EXPECT_EQ(error_of(".global .u8 a[2] = {1,};"), "4:23: expected a constant before '}'");
  EXPECT_EQ(error_of(".global .u8 a = {1};"), "4:17: expected a constant before '{'");
  EXPECT_EQ(error_of(".global .u8 a[2] = {1 2};"), "4:23: expected '}' before '2'");
  EXPECT_EQ(error_of(".global .u64 a = b;"), "4:18: 'b' is not declared");
  EXPECT_EQ(error_of(".global .u64 a = a;"), "4:18: 'a' is not declared");
  EXPECT_EQ(error_of(".global .u32 g;\n.global .u16 a = g;"),
            "5:18: an address does not fit type .u16: use .u64");
  EXPECT_EQ(error_of(".global .u32 g;\n.global .u8 a = 0xF0(g);"),
            "5:17: a mask selects one byte (0xFF, 0xFF00, ...) for a variable of 8-bit type");
  EXPECT_EQ(error_of(".global .u32 g;\n.global .u8 a = 0(g);"),
            "5:17: a mask selects one byte (0xFF, 0xFF00, ...) for a variable of 8-bit type");
  EXPECT_EQ(error_of(".global .f32 a = 1;"),
            "4:18: expected a floating-point constant such as 1.0 or 0f3F800000");
  EXPECT_EQ(error_of(".global .u32 a = 1.0;"),
            "4:18: a floating-point constant does not fit type .u32");
  EXPECT_EQ(error_of(".global .f16 a = 1.0;"),
            "4:14: an initial value for type .f16 is not supported");
}

TEST(Initializer, OnlyForGlobalAndConstantDefinitions) {
  EXPECT_EQ(
      error_of(".shared .u32 a = 1;"),
      "4:16: 'a' cannot have an initial value: only .global and .const variables that are not "
      ".extern can");
  EXPECT_NE(error_of(".extern .global .u32 a = 1;"), "");
  EXPECT_NE(statement_error(".local .u32 a = 1;"), "");
}

TEST(Initializer, ImageIsBounded) {
  EXPECT_EQ(error_of(".global .u8 a[2][0x4000000] = {{1}, {2}};"),
            "4:37: initialisers beyond byte 67108864 are not supported");
  EXPECT_NE(error_of(".global .u8 a[][0x10000000000] = {{}, {}, {1}};"), "");
}

}  // namespace
}  // namespace heddle::ptx
