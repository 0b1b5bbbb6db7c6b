#include <gtest/gtest.h>

#include "ptx_text.hpp"

namespace heddle::ptx {
namespace {

TEST(Instruction, OpcodeAndModifiersInOrder) {
  const Module module = parse_statements("ld.global.nc.L1::no_allocate.v2.f32 {%f1,%f2}, [%rd1];");
  const Instruction& ld = only(module);
  EXPECT_EQ(ld.opcode, "ld");
  EXPECT_EQ(ld.modifiers,
            (std::vector<std::string_view>{"global", "nc", "L1::no_allocate", "v2", "f32"}));
  EXPECT_TRUE(ld.has("nc"));
  EXPECT_FALSE(ld.has("volatile"));
  EXPECT_EQ(ld.mnemonic(), "ld.global.nc.L1::no_allocate.v2.f32");
  EXPECT_EQ(ld.guard.reg, kNoIndex);
}

TEST(Instruction, ModifiersMayStandApart) {
  EXPECT_EQ(only(parse_statements("add .s32 %r1, %r2, %r3;")).mnemonic(), "add.s32");
}

TEST(Instruction, Guards) {
  const Module module = parse_statements("@%p1 ret;\n@!%p2 ret;\n@ ! %p1 ret;");
  const Function& f = module.functions[0];
  EXPECT_EQ(f.registers[f.body[0].guard.reg].name, "%p1");
  EXPECT_FALSE(f.body[0].guard.negated);
  EXPECT_TRUE(f.body[1].guard.negated);
  EXPECT_EQ(f.body[2].guard.reg, f.body[0].guard.reg);
  EXPECT_TRUE(f.body[2].guard.negated);
  EXPECT_EQ(f.body[1].place.line, 6u);
  EXPECT_EQ(f.body[1].place.column, 1u);
  EXPECT_EQ(statement_error("@%r1 ret;"), "5:2: guard '%r1' is not a predicate register");
  EXPECT_EQ(statement_error("@%q1 ret;"), "5:2: register '%q1' is not declared");
  EXPECT_EQ(statement_error("@1 ret;"), "5:2: expected a predicate register before '1'");
  EXPECT_EQ(statement_error("@%p1 L: ret;"), "5:7: expected an operand or ';' before ':'");
}

TEST(Instruction, SourceLines) {
  const Module module = parse_statements(
      "ret;\n.loc 1 12 5\nret;\nret;\n"
      ".loc 2 30 1, function_name $L__info_string0, inlined_at 1 12 5\nret;\n"
      ".loc 1 31 1, function_name $L__info_string0+7, inlined_at 1 12 5\nret;");
  const std::vector<Instruction>& body = module.functions[0].body;
  EXPECT_EQ(body[0].source.line, 0u);
  EXPECT_EQ(body[1].source.file, 1u);
  EXPECT_EQ(body[2].source.line, 12u);
  EXPECT_EQ(body[3].source.file, 2u);
  EXPECT_EQ(body[4].source.line, 31u);
}

TEST(Instruction, PragmasInTheBody) {
  const Module module = parse_statements("ret;\n.pragma \"nounroll\";");
  EXPECT_EQ(module.functions[0].pragmas, (std::vector<std::string_view>{"nounroll"}));
}

TEST(Instruction, MissingPartsAreNamed) {
  EXPECT_EQ(statement_error("add.s32 %r1 %r2, %r3;"), "5:13: expected ',' or ';' before '%r2'");
  EXPECT_EQ(statement_error("add.s32 %r1, , %r3;"), "5:14: expected an operand before ','");
  EXPECT_EQ(statement_error("add.s32 %r1, %r2\nret;"), "6:1: expected ',' or ';' before 'ret'");
  EXPECT_EQ(statement_error("ret"), "6:1: expected an operand or ';' before '}'");
  EXPECT_EQ(statement_error(";"), "5:1: expected an instruction or '}' before ';'");
  EXPECT_EQ(statement_error(".wibble;"),
            "5:1: expected an instruction, a declaration or a label before '.wibble'");
  EXPECT_EQ(statement_error("@%p1 {"), "5:6: expected an instruction before '{'");
}

TEST(VectorArity, FollowsTheModifier) {
  EXPECT_EQ(statement_error("ld.global.v4.u32 {%r1,%r2,%r3}, [%rd1];"),
            "5:18: expected 4 elements for ld.global.v4.u32, not 3");
  EXPECT_EQ(statement_error("st.global.v2.u32 [%rd1], {%r1,%r2,%r3,%r4};"),
            "5:26: expected 2 elements for st.global.v2.u32, not 4");
  EXPECT_EQ(statement_error("ld.global.v8.b32 {%r1,%r2,%r3,%r4,%r5,%r6,%r7,%r8}, [%rd1];"), "");
  EXPECT_EQ(statement_error("ld.global.v4.f32 %v1, [%rd1];"), "");
  EXPECT_EQ(statement_error("ld.global.v2.f32 %v1, [%rd1];"),
            "5:18: expected 2 elements for ld.global.v2.f32, not 4");
  EXPECT_EQ(statement_error("ld.global.v2.u32 %r1, [%rd1];"),
            "5:1: ld.global.v2.u32 needs a vector of 2 elements");
  EXPECT_EQ(statement_error("ld.global.u32 {%r1,%r2}, [%rd1];"),
            "5:15: ld.global.u32 takes a vector only with .v2, .v4 or .v8");
}

TEST(VectorArity, CoordinatesAndGradientsAreTheirOwn) {
  EXPECT_EQ(
      statement_error("tex.grad.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f5,%f6}], {%f1,%f2}, "
                      "{%f3,%f4};"),
      "");
  EXPECT_EQ(statement_error("sust.b.2d.v2.b32.trap [%rd1, {%r1,%r2}], {%r3,%r4};"), "");
  EXPECT_EQ(statement_error("tex.1d.v4.f32.s32 {%f1,%f2}, [%rd1, {%r1}];"),
            "5:19: expected 4 elements for tex.1d.v4.f32.s32, not 2");
}

constexpr const char* kCallee =
    ".func (.param .b32 r) g(.param .b64 x, .param .b32 y) { ret; }\n.func h() { ret; }\n";

Module parse_call(const std::string& statements) { return parse_statements(statements, kCallee); }

std::string call_error(const std::string& statements) {
  try {
    parse_call(statements);
  } catch (const SourceError& error) {
    return error.what();
  }
  return "";
}

TEST(Call, DirectWithParameterSpace) {
  const Module module = parse_call(
      "{ .param .b64 p0; .param .b32 p1; .param .b32 r0;\n"
      "call.uni (r0), g, (p0, p1); }");
  const CallParts parts = call_parts(only(module));
  ASSERT_NE(parts.returns, nullptr);
  EXPECT_EQ(parts.returns->elements[0].symbol, (SymbolRef{SymbolKind::function_variable, 2}));
  EXPECT_EQ(parts.callee->symbol, (SymbolRef{SymbolKind::function, 0}));
  EXPECT_EQ(parts.arguments->elements.size(), 2u);
  EXPECT_EQ(parts.prototype, nullptr);
}

TEST(Call, RegistersAndImmediatesAsArguments) {
  const Module module = parse_call("call (%r1), g, (%rd1, 4);");
  EXPECT_EQ(call_parts(only(module)).arguments->elements[1].value, 4u);
  EXPECT_EQ(call_error("call (_), g, (%rd1, 4);"), "");
}

TEST(Call, ShortForms) {
  for (const char* text :
       {"call h;", "call.uni h;", "call h, ();", "call (), h, ();", "call (), h;"}) {
    EXPECT_EQ(call_error(text), "") << text;
  }
}

TEST(Call, IndirectByPrototype) {
  const Module module = parse_call(
      "P: .callprototype (.param .b32 _) _ (.param .b64 _, .param .align 8 .b8 _[16]) .noreturn;\n"
      "{ .param .b64 p0; .param .align 8 .b8 p1[16]; .param .b32 r0;\n"
      "call (r0), %rd1, (p0, p1), P; }");
  const Function& f = module.functions.back();
  ASSERT_EQ(f.prototypes.size(), 1u);
  EXPECT_TRUE(f.prototypes[0].is_noreturn);
  EXPECT_EQ(f.prototypes[0].parameters[1].bytes, 16u);
  const CallParts parts = call_parts(f.body[0]);
  EXPECT_EQ(parts.callee->kind, OperandKind::reg);
  ASSERT_NE(parts.prototype, nullptr);
  EXPECT_EQ(parts.prototype->kind, OperandKind::prototype);
  EXPECT_EQ(parts.prototype->index, 0u);
}

TEST(Call, IndirectByTargets) {
  const Module module = parse_call("T: .calltargets h;\ncall %rd1, T;");
  const Function& f = module.functions.back();
  EXPECT_TRUE(f.target_lists[0].is_call);
  EXPECT_EQ(f.target_lists[0].targets, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(call_parts(f.body[0]).prototype->kind, OperandKind::targets);
}

TEST(Call, Refusals) {
  EXPECT_EQ(call_error("call nope;"), "test.ptx:7:6: 'nope' is not declared");
  EXPECT_EQ(call_error("call (%r1), g, (%rd1);"),
            "test.ptx:7:16: 'g' has 2 parameters, the call gives 1");
  EXPECT_EQ(call_error("call g, (%rd1, %r1);"),
            "test.ptx:7:6: 'g' has 1 return values, the call gives 0");
  EXPECT_EQ(call_error("call %rd1;"),
            "test.ptx:7:6: the call through '%rd1' needs the name of a .callprototype or "
            ".calltargets as its last operand");
  EXPECT_EQ(call_error("P: .callprototype _ (.param .b32 _);\ncall %rd1, P;"),
            "test.ptx:8:12: 'P' has 1 parameters, the call gives 0");
  EXPECT_EQ(call_error("call 7;"), "test.ptx:7:6: expected a function or a register to call");
  EXPECT_EQ(call_error("call;"),
            "test.ptx:7:1: expected: call (returns), callee, (arguments), prototype; where all but "
            "the callee may be left out");
  EXPECT_NE(call_error("call (%r1), (%r1), h;"), "");
  EXPECT_NE(call_error("call h, h, h;"), "");
}

TEST(BranchTable, ListsLabels) {
  const Module module =
      parse_statements("T: .branchtargets A, B, A;\nbrx.idx %r1, T;\nA: ret;\nB: ret;");
  const Function& f = module.functions[0];
  const Operand& table = f.body[0].operands[1];
  EXPECT_EQ(table.kind, OperandKind::targets);
  const TargetList& list = f.target_lists.at(table.index);
  EXPECT_FALSE(list.is_call);
  ASSERT_EQ(list.targets.size(), 3u);
  EXPECT_EQ(f.labels[list.targets[0]].position, 1u);
  EXPECT_EQ(f.labels[list.targets[1]].position, 2u);
  EXPECT_EQ(f.labels[list.targets[2]].position, 1u);
}

TEST(BranchTable, Refusals) {
  EXPECT_EQ(statement_error("T: .branchtargets A;"),
            "5:19: label 'A' is not defined in this function");
  EXPECT_EQ(statement_error("T: .branchtargets N<3>;"),
            "5:20: expected ',' or ';' (no label ranges) before '<'");
  EXPECT_EQ(statement_error("T: .calltargets A;"), "5:17: function 'A' is not declared");
  EXPECT_EQ(statement_error("brx.idx %r1, T;"), "5:14: 'T' is not declared");
}

}  // namespace
}  // namespace heddle::ptx
