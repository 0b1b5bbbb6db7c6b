#include <gtest/gtest.h>

#include "ptx_text.hpp"

namespace heddle::ptx {
namespace {

TEST(Registers, TableHoldsThoseThatAreUsed) {
  const Module module = parse_module(
      ".entry f() { .reg .b32 %r<1000000>; .reg .pred p, q; .reg .v2 .f32 v;\n"
      "mov.u32 %r999999, %r7; mov.u32 %r7, 1; }");
  const std::vector<Register>& registers = module.functions[0].registers;
  ASSERT_EQ(registers.size(), 2u);
  EXPECT_EQ(registers[0].name, "%r999999");
  EXPECT_EQ(registers[0].type, Type::b32);
  EXPECT_EQ(registers[1].name, "%r7");
}

TEST(Registers, RangesEndWhereTheySay) {
  EXPECT_EQ(statement_error("mov.u32 %r19, 1;"), "");
  EXPECT_EQ(statement_error("mov.u32 %r20, 1;"), "5:9: register '%r20' is not declared");
  EXPECT_EQ(statement_error("mov.u32 %r, 1;"), "5:9: register '%r' is not declared");
  EXPECT_EQ(statement_error("mov.u32 %r01, 1;"), "5:9: register '%r01' is not declared");
  EXPECT_EQ(statement_error("mov.u32 %r99999999999999999999, 1;"),
            "5:9: register '%r99999999999999999999' is not declared");
}

TEST(Registers, RangeOfAPrefixThatEndsInADigit) {
  EXPECT_EQ(statement_error(".reg .b32 x1<3>; mov.u32 x12, x10;"), "");
  EXPECT_EQ(statement_error(".reg .b32 x1<3>; mov.u32 x13, 0;"), "5:26: 'x13' is not declared");
}

TEST(Registers, InnerScopesHideOuterOnes) {
  const Module module =
      parse_statements("mov.b32 %r1, 1;\n{ .reg .b64 %r1; mov.b64 %r1, 2; }\nmov.b32 %r1, 3;");
  const Function& f = module.functions[0];
  const std::uint32_t outer = f.body[0].operands[0].reg;
  const std::uint32_t inner = f.body[1].operands[0].reg;
  EXPECT_NE(outer, inner);
  EXPECT_EQ(f.registers[inner].type, Type::b64);
  EXPECT_EQ(f.body[2].operands[0].reg, outer);
}

TEST(Registers, ScopesEnd) {
  EXPECT_EQ(statement_error("{ .reg .b32 t; }\nmov.u32 t, 1;"), "6:9: 't' is not declared");
}

TEST(Registers, DuplicatesAreRefused) {
  EXPECT_EQ(statement_error(".reg .b32 x, x;"), "5:14: 'x' is already declared in this scope");
  EXPECT_EQ(statement_error(".reg .b64 %r3;"), "5:11: '%r3' is already declared in this scope");
  EXPECT_EQ(statement_error(".reg .b64 %r<3>;"), "5:11: '%r0' is already declared in this scope");
  EXPECT_EQ(statement_error(".reg .b64 %r1<3>;"), "5:11: '%r10' is already declared in this scope");
  EXPECT_EQ(statement_error(".reg .b64 x7; .reg .b32 x<9>;"),
            "5:25: 'x7' is already declared in this scope");
  EXPECT_EQ(statement_error(".reg .b64 x1<3>; .reg .b32 x<12>;"),
            "5:28: 'x10' is already declared in this scope");
  EXPECT_EQ(statement_error(".reg .b32 a;"), "5:11: 'a' is already declared in this scope");
}

TEST(Registers, NamesThatOnlyLookAlikeAreNoDuplicates) {
  EXPECT_EQ(statement_error(".reg .b64 %r20; .reg .b32 %r2<0>;"), "");
  EXPECT_EQ(statement_error(".reg .b64 x9; .reg .b32 x<9>;"), "");
  EXPECT_EQ(statement_error(".reg .b64 x1<3>; .reg .b32 x<10>;"), "");
  EXPECT_EQ(statement_error("{ .reg .b32 a; }"), "");
}

TEST(Registers, RangeHasALimit) {
  EXPECT_EQ(statement_error(".reg .b32 q<4000000000>;"),
            "5:13: the number of registers is 4000000000, the largest possible is 16777216");
  EXPECT_EQ(statement_error(".reg .b32 q<16777216>; mov.u32 q16777215, 1;"), "");
  EXPECT_EQ(statement_error(".reg .b32 q<2+1>;"), "5:14: expected '>' before '+'");
}

TEST(Registers, TypesThatARegisterCannotHave) {
  EXPECT_EQ(statement_error(".reg .texref t;"),
            "5:14: expected a type that a register can have before 't'");
}

TEST(Labels, PointAtInstructions) {
  const Module module = parse_statements("A: bra B;\nbra A;\nB: ret;\nC:");
  const Function& f = module.functions[0];
  EXPECT_EQ(f.labels[f.body[0].operands[0].index].position, 2u);
  EXPECT_EQ(f.labels[f.body[1].operands[0].index].position, 0u);
  EXPECT_EQ(f.labels.back().name, "C");
  EXPECT_EQ(f.labels.back().position, 3u);
}

TEST(Labels, OfAnInnerScopeAreItsOwn) {
  const Module module =
      parse_statements("bra L;\n{ bra L; L: ret; }\n{ bra L; ret; L: ret; }\nL: ret;\n{ bra L; }");
  const Function& f = module.functions[0];
  const auto target = [&](std::size_t i) { return f.labels[f.body[i].operands[0].index].position; };
  EXPECT_EQ(target(0), 6u);
  EXPECT_EQ(target(1), 2u);
  EXPECT_EQ(target(3), 5u);
  EXPECT_EQ(target(7), 6u);
}

TEST(Labels, AnInnerLabelDefinedLaterHidesAnOuterOneDefinedBefore) {
  const Module module = parse_statements("L: ret;\n{ bra L; ret; L: ret; }");
  const Function& f = module.functions[0];
  EXPECT_EQ(f.labels[f.body[1].operands[0].index].position, 3u);
}

TEST(Labels, MayBeNamedAsAModuleSymbol) {
  const Module module = parse_statements("g: bra g;", ".global .u32 g;\n");
  EXPECT_EQ(only(module).operands[0].kind, OperandKind::label);
}

TEST(Labels, Refusals) {
  EXPECT_EQ(statement_error("bra L;\nbra M;"), "5:5: label 'L' is not defined in this function");
  EXPECT_EQ(statement_error("bra L;\n{ L: ret; }"),
            "5:5: label 'L' is not defined in this function");
  EXPECT_EQ(statement_error("L: ret;\nL: ret;"), "6:1: 'L' is already declared in this scope");
  EXPECT_EQ(statement_error(".reg .b32 L;\nL: ret;"), "6:1: 'L' is already declared in this scope");
  EXPECT_EQ(statement_error("L: ret;\n.reg .b32 L;"),
            "6:11: 'L' is already declared in this scope");
}

TEST(Scopes, DepthIsLimited) {
  EXPECT_EQ(statement_error(std::string(64, '{') + std::string(64, '}')), "");
  EXPECT_EQ(statement_error(std::string(100000, '{')), "5:65: scopes are nested more than 64 deep");
}

TEST(BodyVariables, AreTheFunctionsOwn) {
  const Module module = parse_statements(
      ".local .align 8 .b8 depot[16]; .shared .v2 .u32 s[4];\n"
      "{ .param .b32 p0; { .param .b64 p0; st.param.b64 [p0], %rd1; } st.param.b32 [p0], %r1; }\n"
      "mov.u64 %rd1, depot;");
  const Function& f = module.functions[0];
  ASSERT_EQ(f.variables.size(), 4u);
  EXPECT_EQ(f.variables[0].space, Space::local);
  EXPECT_EQ(f.variables[0].bytes, 16u);
  EXPECT_EQ(f.variables[1].vector_width, 2);
  EXPECT_EQ(f.body[0].operands[0].symbol, (SymbolRef{SymbolKind::function_variable, 3}));
  EXPECT_EQ(f.body[1].operands[0].symbol, (SymbolRef{SymbolKind::function_variable, 2}));
  EXPECT_EQ(f.body[2].operands[1].symbol, (SymbolRef{SymbolKind::function_variable, 0}));
}

TEST(BodyVariables, MayHoldAddressesOfEachOther) {
  const Module module = parse_statements(".global .u32 g; .global .u64 h = g;");
  EXPECT_EQ(module.functions[0].variables[1].relocations[0].symbol,
            (SymbolRef{SymbolKind::function_variable, 0}));
}

}  // namespace
}  // namespace heddle::ptx
