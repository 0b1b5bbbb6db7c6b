#include <gtest/gtest.h>

#include "ptx_text.hpp"

namespace heddle::ptx {
namespace {

const Function& only_function(const Module& module) {
  EXPECT_EQ(module.functions.size(), 1u);
  return module.functions.at(0);
}

TEST(FunctionHeader, EntryWithParameters) {
  const Module module =
      parse_module(".visible .entry f(.param .u64 a, .param .align 8 .b8 b[20]) { ret; }");
  const Function& f = only_function(module);
  EXPECT_TRUE(f.is_entry);
  EXPECT_TRUE(f.has_body);
  EXPECT_EQ(f.linkage, Linkage::visible);
  EXPECT_EQ(f.name, "f");
  ASSERT_EQ(f.parameters.size(), 2u);
  EXPECT_EQ(f.parameters[0].name, "a");
  EXPECT_EQ(f.parameters[0].type, Type::u64);
  EXPECT_EQ(f.parameters[0].bytes, 8u);
  EXPECT_EQ(f.parameters[0].alignment, 8u);
  EXPECT_FALSE(f.parameters[0].is_array);
  EXPECT_EQ(f.parameters[1].bytes, 20u);
  EXPECT_TRUE(f.parameters[1].is_array);
  EXPECT_EQ(f.parameters[1].alignment, 8u);
}

TEST(FunctionHeader, PointerAttributes) {
  const Module module = parse_module(
      ".entry f(.param .u64 .ptr .global .align 16 a, .param .u64 .ptr b, "
      ".param .u64 .ptr .align 4 c) {ret;}");
  const std::vector<Parameter>& p = module.functions[0].parameters;
  EXPECT_TRUE(p[0].is_pointer);
  EXPECT_FALSE(p[0].pointer_is_generic);
  EXPECT_EQ(p[0].pointer_space, Space::global);
  EXPECT_EQ(p[0].pointer_alignment, 16u);
  EXPECT_EQ(p[0].alignment, 8u);
  EXPECT_TRUE(p[1].pointer_is_generic);
  EXPECT_EQ(p[2].pointer_alignment, 4u);
}

TEST(FunctionHeader, ParenthesesMayBeLeftOut) {
  EXPECT_TRUE(parse_module(".entry f {ret;}").functions[0].parameters.empty());
  EXPECT_TRUE(parse_module(".func f {ret;}").functions[0].returns.empty());
}

TEST(FunctionHeader, PerformanceDirectives) {
  const Module module = parse_module(
      ".entry f() .maxntid 128, 2 .minnctapersm 3 .maxnreg 32 .pragma \"x\"; {ret;}\n"
      ".entry g() .reqntid 8,4,2 .maxnctapersm 5 .explicitcluster .maxclusterrank 8 {ret;}\n"
      ".entry h() .reqntid 8 .reqnctapercluster 2,1,1 .blocksareclusters {ret;}");
  const Bounds& f = module.functions[0].bounds;
  EXPECT_EQ(f.max_threads[0], 128u);
  EXPECT_EQ(f.max_threads[1], 2u);
  EXPECT_EQ(f.max_threads[2], 1u);
  EXPECT_EQ(f.min_blocks_per_sm, 3u);
  EXPECT_EQ(f.max_registers, 32u);
  EXPECT_EQ(module.functions[0].pragmas, (std::vector<std::string_view>{"x"}));
  const Bounds& g = module.functions[1].bounds;
  EXPECT_EQ(g.required_threads[2], 2u);
  EXPECT_EQ(g.max_threads[0], 0u);
  EXPECT_EQ(g.max_blocks_per_sm, 5u);
  EXPECT_TRUE(g.explicit_cluster);
  EXPECT_EQ(g.max_cluster_rank, 8u);
  EXPECT_EQ(module.functions[2].bounds.cluster_blocks[0], 2u);
  EXPECT_TRUE(module.functions[2].bounds.blocks_are_clusters);
}

TEST(FunctionHeader, DeclarationAndDefinitionAreOneFunction) {
  const Module module = parse_module(
      ".func (.param .b32 r) g(.param .b32 x);\n"
      ".func f() { ret; }\n"
      ".visible .func (.param .b32 result) g(.param .b32 y) { ret; }");
  ASSERT_EQ(module.functions.size(), 2u);
  EXPECT_EQ(module.functions[0].name, "g");
  EXPECT_TRUE(module.functions[0].has_body);
  EXPECT_EQ(module.functions[0].parameters[0].name, "y");
  EXPECT_EQ(module.functions[0].returns[0].name, "result");
}

TEST(FunctionHeader, NoreturnAndOtherAttributes) {
  const Module module = parse_module(
      ".extern .func __assertfail(.param .b64 a) .noreturn;\n"
      ".func .attribute(.unified(0xAB, 0xCD)) bar() .abi_preserve 3 {ret;}");
  EXPECT_TRUE(module.functions[0].is_noreturn);
  EXPECT_FALSE(module.functions[0].has_body);
  EXPECT_EQ(module.functions[0].linkage, Linkage::external);
  EXPECT_FALSE(module.functions[1].is_noreturn);
}

TEST(FunctionHeader, ParametersInRegisters) {
  const Module module =
      parse_module(".func (.reg .u32 r, .reg .u32 s) f(.reg .u64 x) { mov.u32 r, s; ret; }");
  const Function& f = module.functions[0];
  EXPECT_EQ(f.returns[0].space, Space::reg);
  EXPECT_EQ(f.registers[f.parameters[0].reg].name, "x");
  EXPECT_EQ(f.body[0].operands[0].reg, f.returns[0].reg);
  EXPECT_EQ(f.body[0].operands[1].reg, f.returns[1].reg);
}

TEST(FunctionHeader, MayCallItself) {
  const Module module = parse_module(".func f() { call f; ret; }");
  EXPECT_EQ(module.functions[0].body[0].operands[0].symbol, (SymbolRef{SymbolKind::function, 0}));
}

TEST(FunctionHeader, KernelsMayBeDeclared) {
  const Module module =
      parse_module(".weak .entry f(.param .u32 x);\n.weak .entry f(.param .u32 y) {ret;}");
  ASSERT_EQ(module.functions.size(), 1u);
  EXPECT_TRUE(module.functions[0].has_body);
  EXPECT_EQ(module.functions[0].parameters[0].name, "y");
}

TEST(FunctionHeader, Refusals) {
  EXPECT_EQ(error_of(".entry f()"), "4:11: expected '{' before the end of the file");
  EXPECT_EQ(error_of(".func f()"), "4:10: expected '{' before the end of the file");
  EXPECT_EQ(error_of(".func f() {ret;}\n.func f() {ret;}"), "5:7: 'f' is already defined");
  EXPECT_EQ(error_of(".global .u32 f;\n.func f() {ret;}"), "5:7: 'f' is already defined");
  EXPECT_EQ(error_of(".func f() {ret;}\n.global .u32 f;"), "5:14: 'f' is already declared");
  EXPECT_EQ(error_of(".func f(.param .u32 a);\n.func f(.param .u64 a) {ret;}"),
            "5:7: 'f' differs from its declaration in line 4");
  EXPECT_EQ(error_of(".func f(.param .u32 a);\n.func f() {ret;}"),
            "5:7: 'f' differs from its declaration in line 4");
  EXPECT_EQ(error_of(".func f(.param .u32 a, .param .u32 a) {ret;}"),
            "4:36: 'a' is already declared in this scope");
  EXPECT_EQ(error_of(".entry f(.reg .u32 a) {ret;}"),
            "4:20: parameters of an .entry are in the .param space");
  EXPECT_EQ(error_of(".entry (.param .u32 r) f() {ret;}"),
            "4:8: expected a function name before '('");
  EXPECT_EQ(error_of(".entry f(.global .u32 a) {ret;}"),
            "4:10: expected '.param' or '.reg' before '.global'");
  EXPECT_EQ(error_of(".entry f(.param .u32 a .param .u32 b) {ret;}"),
            "4:24: expected ')' before '.param'");
  EXPECT_EQ(error_of(".entry f(.param .pred a) {ret;}"),
            "4:23: a predicate cannot be passed in the .param space");
  EXPECT_EQ(error_of(".entry f() .maxntid {ret;}"), "4:21: expected the number before '{'");
  EXPECT_EQ(error_of(".entry f() .maxnreg 99999999999 {ret;}"),
            "4:21: the number is 99999999999, the largest possible is 2147483647");
  EXPECT_EQ(error_of(".entry f() .wibble {ret;}"),
            "4:12: expected a performance directive, '{' or ';' before '.wibble'");
  EXPECT_EQ(error_of(".entry f() { ret;"),
            "4:18: expected an instruction or '}' before the end of the file");
}

}  // namespace
}  // namespace heddle::ptx
