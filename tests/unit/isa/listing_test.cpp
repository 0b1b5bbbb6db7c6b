#include "heddle/isa/listing.hpp"

#include <gtest/gtest.h>

#include "heddle/isa/module.hpp"
#include "heddle/isa/operands.hpp"
#include "row_operand.hpp"

namespace heddle::isa {
namespace {

Instruction make(Op op) {
  Instruction instruction;
  instruction.op = op;
  instruction.op_class = info(op).op_class;
  return instruction;
}
Operand constant(std::uint32_t index) { return {OperandKind::constant, false, index}; }
Operand predicate(std::uint32_t index, bool negated = false) {
  return {OperandKind::predicate, negated, index};
}

TEST(Listing, ShowsAProgramAsDrawnInTheHeader) {
  Program program;
  program.name = "scale";
  program.registers = 6;
  program.predicates = 1;
  program.constants = {{ConstantRow::Kind::parameter, {}, 0, 4, false, 0, 8}};
  program.code = {make(Op::sreg), make(Op::setp_s32), make(Op::bra), make(Op::ld), make(Op::exit)};
  program.code[0].modifiers.type = Type::u32;
  program.code[0].destinations[0] = row(0);
  program.code[1].modifiers.compare = Compare::ge;
  program.code[1].destinations[0] = predicate(0);
  program.code[1].sources = {row(0), constant(0)};
  program.code[2].guard = 0;
  program.code[2].target = program.code[2].reconvergence = 4;
  program.code[3].modifiers.space = Space::global;
  program.code[3].modifiers.type = Type::f32;
  program.code[3].destinations[0] = row(1);
  program.code[3].sources[0] = row(2);
  program.code[3].offset = 16;
  program.functions = {{.name = "scale", .entry = 0, .end = 5}};
  EXPECT_EQ(listing(program),
            "kernel scale: registers 6, predicates 1, shared 0, local 0\n"
            "    0  sreg.u32 r0 = tid_x\n"
            "    1  setp_s32.ge p0 = r0, param[8]\n"
            "    2  @p0 bra 4, meet 4\n"
            "    3  ld.global.f32 r1 = [r2:3 + 16]\n"
            "    4  exit\n");
}

TEST(Listing, NamesScalarRegistersByTheirClass) {
  Program program;
  program.name = "sum";
  program.has_scalar_class = true;
  program.registers = 3;
  program.scalar_registers = 2;
  program.predicates = 2;
  program.code = {make(Op::add_b32), make(Op::mad_wide_u32), make(Op::mov_b32)};
  program.code[0].is_scalar = true;
  program.code[0].guard = 1;
  program.code[0].destinations[0] = row(3);
  program.code[0].sources = {row(3), row(4)};
  program.code[1].guard = 0;
  program.code[1].destinations[0] = row(0);
  program.code[1].sources = {row(2), row(4), row(0)};
  program.code[2].destinations[0] = row(5);  // behind the frame: what a call hands over
  program.code[2].sources[0] = row(3);
  program.functions = {{.name = "sum",
                        .entry = 0,
                        .end = 3,
                        .rows = 5,
                        .scalar_rows = 2,
                        .predicates = 2,
                        .scalar_predicates = 1}};
  EXPECT_EQ(listing(program),
            "kernel sum: registers 3 and 2 a warp, predicates 2, shared 0, local 0\n"
            "    0  @sp0 s_add_b32 s0 = s0, s1\n"
            "    1  @p0 mad_wide_u32 r0:1 = r2, s1, r0:1\n"
            "    2  mov_b32 r5 = s0\n");
}

TEST(Listing, NamesConstantsByWhatFillsThem) {
  using Kind = ConstantRow::Kind;
  const ConstantRow rows[] = {{Kind::immediate, {}, 0, 4, false, 0, 0xFFFFFFFF},
                              {Kind::immediate, {}, 0, 4, false, 0, 1},
                              {Kind::uniform, Uniform::ntid_x, 0, 4, false, 0, 0},
                              {Kind::symbol, {}, 0, 4, false, 0, 12},
                              {Kind::symbol, {}, 1, 4, false, 0, 12},
                              {Kind::parameter, {}, 0, 2, true, 0, 6}};
  std::vector<Variable> variables(1);
  variables[0].name = "table";
  Instruction move = make(Op::mov_b32);
  move.destinations[0] = row(0);
  const auto source = [&](Op op, std::uint32_t index) {
    move.op = op;
    move.sources[0] = constant(index);
    const std::string text = listing(move, 0, rows, variables);
    return text.substr(text.find('=') + 2);
  };
  EXPECT_EQ(source(Op::mov_b32, 0), "-1");
  EXPECT_EQ(source(Op::mov_b64, 0), "8589934591");  // 1 * 2^32 + 2^32 - 1
  EXPECT_EQ(source(Op::mov_b32, 2), "ntid_x");
  EXPECT_EQ(source(Op::mov_b32, 4), "table+12.high");
  EXPECT_EQ(source(Op::mov_b64, 3), "table+12");
  EXPECT_EQ(source(Op::mov_b32, 5), "param.s16[6]");
}

TEST(Listing, MarksLoopsTablesAndAbsoluteAddresses) {
  Instruction branch = make(Op::bra);
  branch.guard = 2;
  branch.guard_negated = true;
  branch.target = 3;
  branch.reconvergence = 8;
  branch.uniform_branch = true;
  EXPECT_EQ(listing(branch, 7, {}), "@!p2 bra.uni 3, loop, meet 8");
  Instruction store = make(Op::st);
  store.modifiers.space = Space::shared;
  store.modifiers.type = Type::u64;
  store.modifiers.vector = 2;
  store.offset = 48;
  store.sources = {Operand{}, row(4), row(6)};
  EXPECT_EQ(listing(store, 0, {}), "st.shared.v2.u64 [48], r4:5, r6:7");
}

TEST(Operands, CoverTheRowsOfTheirShapes) {
  Instruction access = make(Op::ld);
  access.modifiers.type = Type::f64;
  access.modifiers.vector = 2;
  access.modifiers.space = Space::shared;
  access.destinations = {row(0), row(2)};
  access.sources[0] = row(4);
  EXPECT_EQ(destination_rows(access, 1), 2u);
  EXPECT_EQ(destination_rows(access, 2), 0u);
  EXPECT_EQ(source_rows(access, 0), 1u);
  access.modifiers.space = Space::global;
  EXPECT_EQ(source_rows(access, 0), 2u);
}

TEST(Operands, PairsOverlapUnlessTheyAreOneOrApart) {
  Instruction product = make(Op::mul_wide_u32);
  product.destinations[0] = row(4);
  EXPECT_TRUE(result_overlaps(product, row(4), 1));
  EXPECT_TRUE(result_overlaps(product, row(5), 1));
  EXPECT_TRUE(result_overlaps(product, row(3), 2));
  EXPECT_TRUE(result_overlaps(product, row(5), 2));
  EXPECT_FALSE(result_overlaps(product, row(4), 2));
  EXPECT_FALSE(result_overlaps(product, row(6), 2));
  EXPECT_FALSE(result_overlaps(product, row(3), 1));
  EXPECT_FALSE(result_overlaps(product, constant(4), 1));
}

}  // namespace
}  // namespace heddle::isa
