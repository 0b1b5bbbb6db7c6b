#include <bit>
#include <deque>

#include <gtest/gtest.h>

#include "ptx_text.hpp"

namespace heddle::ptx {
namespace {

/// Keeps the modules: names of operands lie in their texts.
class OperandTest : public testing::Test {
 protected:
  /// The operand of the one instruction.
  const Operand& operand_of(const std::string& statement, std::size_t index,
                            const std::string& before = "") {
    return only(modules_.emplace_back(parse_statements(statement, before))).operands.at(index);
  }

 private:
  std::deque<Module> modules_;
};

TEST_F(OperandTest, RegistersAreIndices) {
  const Module module = parse_statements("add.s32 %r1, %r2, %r1;");
  const std::vector<Operand>& operands = only(module).operands;
  EXPECT_EQ(operands[0].kind, OperandKind::reg);
  EXPECT_EQ(register_name(module, operands[0]), "%r1");
  EXPECT_EQ(register_name(module, operands[1]), "%r2");
  EXPECT_EQ(operands[2].reg, operands[0].reg);
  EXPECT_EQ(operands[1].place.line, 5u);
  EXPECT_EQ(operands[1].place.column, 14u);
}

TEST_F(OperandTest, ComponentsOfVectorRegisters) {
  EXPECT_EQ(operand_of("mov.f32 %f1, %v1.x;", 1).component, 0);
  EXPECT_EQ(operand_of("mov.f32 %f1, %v1.w;", 1).component, 3);
  EXPECT_EQ(operand_of("mov.f32 %f1, %v1.g;", 1).component, 1);
  const Operand whole = operand_of("mov.v4.f32 %v1, %v2;", 1);
  EXPECT_EQ(whole.kind, OperandKind::vector);
  ASSERT_EQ(whole.elements.size(), 4u);
  EXPECT_EQ(whole.elements[3].component, 3);
  EXPECT_EQ(statement_error("mov.f32 %f1, %w1.z;"), "5:17: register '%w1' has no component '.z'");
  EXPECT_EQ(statement_error("mov.f32 %f1, %f2.x;"), "5:17: register '%f2' has no component '.x'");
}

TEST_F(OperandTest, PartsOfRegistersOfVideoInstructions) {
  EXPECT_EQ(operand_of("vadd.s32.u32.s32 %r1, %r2.b0, %r3;", 1).selector, "b0");
  EXPECT_EQ(operand_of("vadd2.s32.u32.s32 %r1.h1, %r2, %r3, %r1;", 0).selector, "h1");
  EXPECT_EQ(operand_of("vadd.s32.u32.s32 %r1, %r2.b0, %r3;", 2).selector, "");
  EXPECT_TRUE(operand_of("vmad.s32.s32.s32 %r1, -%r2, %r3, %r1;", 1).negated);
  EXPECT_EQ(statement_error("add.s32 %r1, %r2.b0, %r3;"),
            "5:17: register '%r2' has no component '.b0'");
}

TEST_F(OperandTest, Immediates) {
  const Operand& minus = operand_of("add.s32 %r1, %r2, -5;", 2);
  EXPECT_EQ(minus.kind, OperandKind::integer);
  EXPECT_EQ(static_cast<std::int64_t>(minus.value), -5);
  EXPECT_FALSE(minus.is_unsigned);
  EXPECT_TRUE(operand_of("add.s32 %r1, %r2, 0x10U;", 2).is_unsigned);
  EXPECT_EQ(operand_of("add.s32 %r1, %r2, (1+2)*3;", 2).value, 9u);
  EXPECT_EQ(operand_of("add.s32 %r1, %r2, WARP_SZ-1;", 2).value, 31u);
  const Operand& single = operand_of("mov.f32 %f1, 0f3F800000;", 1);
  EXPECT_EQ(single.kind, OperandKind::float32);
  EXPECT_EQ(single.value, 0x3F800000u);
  const Operand& decimal = operand_of("mov.f64 %fd1, -1.5;", 1);
  EXPECT_EQ(decimal.kind, OperandKind::float64);
  EXPECT_EQ(std::bit_cast<double>(decimal.value), -1.5);
}

TEST_F(OperandTest, SpecialRegisters) {
  for (const char* name :
       {"%tid.x", "%ctaid.y", "%nctaid.z", "%ntid.w", "%laneid", "%warpid", "%clock64",
        "%lanemask_lt", "%globaltimer", "%envreg31", "%pm7", "%pm3_64", "%cluster_ctarank",
        "%clusterid.x", "%dynamic_smem_size", "%smid", "%gridid", "%clock_hi"}) {
    const Operand& operand = operand_of(std::string("mov.u32 %r1, ") + name + ";", 1);
    EXPECT_EQ(operand.kind, OperandKind::special) << name;
    EXPECT_EQ(operand.name, name);
  }
  EXPECT_EQ(operand_of("mov.v4.f32 %v1, %tid;", 1).name, "%tid");
  for (const char* name :
       {"%envreg32", "%pm8", "%pm", "%envreg01", "%pm3_6", "%nosuch", "%clock6"}) {
    EXPECT_EQ(statement_error(std::string("mov.u32 %r1, ") + name + ";"),
              std::string("5:14: register '") + name + "' is not declared");
  }
  EXPECT_EQ(statement_error("mov.u32 %r1, %laneid.x;"),
            "5:21: register '%laneid' has no component '.x'");
  EXPECT_EQ(statement_error("mov.u32 %r1, %tid.q;"), "5:18: register '%tid' has no component '.q'");
}

TEST_F(OperandTest, SpecialRegisterNamesMayBeTaken) {
  EXPECT_EQ(operand_of("{ .reg .b32 %laneid; mov.u32 %r1, %laneid; }", 1).kind, OperandKind::reg);
}

TEST_F(OperandTest, Addresses) {
  const Operand& plain = operand_of("ld.global.u32 %r1, [%rd1];", 1);
  EXPECT_EQ(plain.kind, OperandKind::address);
  EXPECT_NE(plain.reg, kNoIndex);
  EXPECT_EQ(plain.offset, 0);
  EXPECT_EQ(operand_of("ld.global.u32 %r1, [%rd1+8];", 1).offset, 8);
  EXPECT_EQ(operand_of("ld.global.u32 %r1, [%rd1+-8];", 1).offset, -8);
  EXPECT_EQ(operand_of("ld.global.u32 %r1, [%rd1-8];", 1).offset, -8);
  EXPECT_EQ(operand_of("ld.global.u32 %r1, [%rd1+4*2+1];", 1).offset, 9);
  const Operand& absolute = operand_of("ld.local.u32 %r1, [0x100];", 1);
  EXPECT_EQ(absolute.reg, kNoIndex);
  EXPECT_EQ(absolute.symbol.kind, SymbolKind::none);
  EXPECT_EQ(absolute.offset, 0x100);
  const Operand& parameter = operand_of("ld.param.u64 %rd1, [a+4];", 1);
  EXPECT_EQ(parameter.symbol, (SymbolRef{SymbolKind::parameter, 0}));
  EXPECT_EQ(parameter.offset, 4);
  EXPECT_EQ(parameter.name, "a");
}

TEST_F(OperandTest, SymbolsAndArrayElements) {
  const std::string before = ".global .u32 g[4][3]; .shared .v2 .f32 s[8];\n";
  const Operand& symbol = operand_of("mov.u64 %rd1, g;", 1, before);
  EXPECT_EQ(symbol.kind, OperandKind::symbol);
  EXPECT_EQ(symbol.symbol, (SymbolRef{SymbolKind::module_variable, 0}));
  EXPECT_EQ(operand_of("mov.u64 %rd1, g+4*2;", 1, before).offset, 8);
  const Operand& row = operand_of("mov.u64 %rd1, g[2];", 1, before);
  EXPECT_EQ(row.kind, OperandKind::symbol);
  EXPECT_EQ(row.offset, 24);
  const Operand& element = operand_of("ld.shared.v2.f32 {%f1, %f2}, s[3];", 1, before);
  EXPECT_EQ(element.kind, OperandKind::address);
  EXPECT_EQ(element.offset, 24);
}

TEST_F(OperandTest, Vectors) {
  const Operand& vector = operand_of("ld.global.v4.u32 {%r1, _, %r3, %r1}, [%rd1];", 0);
  EXPECT_EQ(vector.kind, OperandKind::vector);
  ASSERT_EQ(vector.elements.size(), 4u);
  EXPECT_EQ(vector.elements[1].kind, OperandKind::sink);
  EXPECT_EQ(vector.elements[3].reg, vector.elements[0].reg);
  EXPECT_EQ(operand_of("st.global.v2.u32 [%rd1], {1, 2};", 1).elements[1].value, 2u);
  EXPECT_EQ(operand_of("mov.b64 {%r1, %r2}, %rd1;", 0).elements.size(), 2u);
}

TEST_F(OperandTest, PredicatePairs) {
  const Operand& pair = operand_of("setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;", 0);
  EXPECT_EQ(pair.kind, OperandKind::pair);
  ASSERT_EQ(pair.elements.size(), 2u);
  EXPECT_EQ(pair.elements[1].kind, OperandKind::reg);
  EXPECT_TRUE(operand_of("setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;", 3).negated);
  EXPECT_EQ(operand_of("elect.sync _|%p1, 0xffffffff;", 0).elements[0].kind, OperandKind::sink);
  EXPECT_EQ(operand_of("shfl.sync.down.b32 %r1|%p1, %r2, 1, 31, -1;", 0).kind, OperandKind::pair);
}

TEST_F(OperandTest, Textures) {
  const std::string before = ".global .texref t; .global .samplerref s;\n";
  const Operand& named =
      operand_of("tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%f5, %f6}];", 1, before);
  EXPECT_EQ(named.kind, OperandKind::texture);
  ASSERT_EQ(named.elements.size(), 2u);
  EXPECT_EQ(named.elements[0].kind, OperandKind::symbol);
  EXPECT_EQ(named.elements[1].elements.size(), 2u);
  const Operand& object = operand_of("tex.1d.v4.s32.s32 {%r1,%r2,%r3,%r4}, [%rd1, {%r5}];", 1);
  EXPECT_EQ(object.elements[0].kind, OperandKind::reg);
  EXPECT_EQ(operand_of("tex.1d.v4.s32.s32 {%r1,%r2,%r3,%r4}, [%rd1, %r5];", 1).elements[1].kind,
            OperandKind::reg);
  EXPECT_EQ(operand_of("tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, s, {%f5, %f6}];", 1, before)
                .elements.size(),
            3u);
  const Operand& resident =
      operand_of("tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}|%p1, [t, {%f5, %f6}];", 0, before);
  EXPECT_EQ(resident.kind, OperandKind::pair);
}

TEST_F(OperandTest, Refusals) {
  EXPECT_EQ(statement_error("mov.u32 %r1, foo;"), "5:14: 'foo' is not declared");
  EXPECT_EQ(statement_error("ld.global.u32 %r1, [foo];"), "5:21: 'foo' is not declared");
  EXPECT_EQ(statement_error("ld.global.u32 %r1, [%rd1;"), "5:25: expected ']' before ';'");
  EXPECT_EQ(statement_error("ld.global.u32 %r1, [];"), "5:21: expected an address before ']'");
  EXPECT_EQ(statement_error("ld.global.u32 %r1, [%tid.x];"), "5:21: '%tid.x' is not an address");
  EXPECT_EQ(statement_error("ld.global.u32 %r1, [%rd1+1.5];"),
            "5:26: the offset must be an integer");
  EXPECT_EQ(statement_error("ld.global.u32 %r1, a[0];"), "5:20: 'a' is not an array variable");
  EXPECT_EQ(statement_error("{.shared .u32 s[4]; ld.shared.u32 %r1, s[%r2]; }"),
            "5:42: expected a constant array index before '%r2'");
  EXPECT_EQ(statement_error("mov.pred %p1, !%r1;"),
            "5:15: '!' stands before a predicate register only, and '%r1' is none");
  EXPECT_EQ(statement_error("add.s32 %r1, -%r2, 1;"), "5:15: expected a constant before '%r2'");
  EXPECT_EQ(statement_error("mov.b64 {%r1, {%r2}}, %rd1;"), "5:15: expected an operand before '{'");
  EXPECT_EQ(statement_error("mov.b64 {}, %rd1;"), "5:10: expected an operand before '}'");
  EXPECT_EQ(statement_error("mov.b64 {%r1 %r2}, %rd1;"), "5:14: expected '}' before '%r2'");
}

}  // namespace
}  // namespace heddle::ptx
