#include "heddle/isa/op_pattern.hpp"

#include <gtest/gtest.h>

#include "heddle/base/error.hpp"

namespace heddle::isa {
namespace {

constexpr OpInfo kRows[] = {
    {Op{0}, "add", "add(.u32|.s32)", OpClass::integer, "r=rr"},
    {Op{1}, "add_float", "add{.rnd}{.ftz}{.sat}.f32", OpClass::float32, "r=rr"},
    {Op{2}, "load", "(ld|ldu){.sem}{.scope}{.space}{.nc}{.cachehint}{.vec}.type", OpClass::load,
     "v=a"},
    {Op{3}, "vote", "(vote{.sync}.ballot|vote.ballot.sync).b32", OpClass::vote, "r=pr"},
    {Op{4}, "convert", "cvt{.rndi|.rnd}{.ftz}{.sat}.type.stype", OpClass::convert, "t=s"},
    {Op{5}, "barrier", "(bar{.cta}.sync|barrier{.cta}.sync{.aligned})", OpClass::barrier, "=rr"},
};

const OpMatcher& matcher() {
  static const OpMatcher instance(kRows);
  return instance;
}

/// Name of the row that a spelling matches, "" for none.
std::string_view row_of(std::string_view spelling) {
  const auto match = matcher().match(spelling);
  return match ? kRows[static_cast<std::size_t>(match->op)].name : "";
}

TEST(OpPattern, ChoosesAmongAlternatives) {
  EXPECT_EQ(row_of("add.u32"), "add");
  EXPECT_EQ(row_of("add.s32"), "add");
  EXPECT_EQ(row_of("add.s64"), "");
  EXPECT_EQ(row_of("add"), "");
}

TEST(OpPattern, OptionalSuffixesKeepTheirOrder) {
  EXPECT_EQ(row_of("add.f32"), "add_float");
  EXPECT_EQ(row_of("add.rn.ftz.sat.f32"), "add_float");
  EXPECT_EQ(row_of("add.sat.f32"), "add_float");
  EXPECT_EQ(row_of("add.ftz.rn.f32"), "");
  EXPECT_EQ(row_of("add.f32.rn"), "");
}

TEST(OpPattern, SuffixesOfMemoryAccessesHaveAnyOrder) {
  const auto load = matcher().match("ld.global.v4.acquire.gpu.u16");
  ASSERT_TRUE(load);
  EXPECT_EQ(load->modifiers.ordering, Ordering::acquire);
  EXPECT_EQ(load->modifiers.scope, Scope::gpu);
  EXPECT_EQ(load->modifiers.space, Space::global);
  EXPECT_EQ(load->modifiers.vector, 4);
  EXPECT_EQ(row_of("ld.global.global.u32"), "");
  EXPECT_EQ(row_of("ld.global.nonsense.u32"), "");
}

TEST(OpPattern, FillsModifiers) {
  const auto load = matcher().match("ld.acquire.gpu.global.nc.L1::evict_last.v4.u16");
  ASSERT_TRUE(load);
  EXPECT_EQ(load->modifiers.ordering, Ordering::acquire);
  EXPECT_EQ(load->modifiers.scope, Scope::gpu);
  EXPECT_EQ(load->modifiers.space, Space::global);
  EXPECT_EQ(load->modifiers.cache, CacheOperator::nc);
  EXPECT_EQ(load->modifiers.vector, 4);
  EXPECT_EQ(load->modifiers.type, Type::u16);

  const auto convert = matcher().match("cvt.rzi.sat.s16.f64");
  ASSERT_TRUE(convert);
  EXPECT_EQ(convert->modifiers.rounding, Rounding::rzi);
  EXPECT_TRUE(convert->modifiers.saturate);
  EXPECT_FALSE(convert->modifiers.ftz);
  EXPECT_EQ(convert->modifiers.type, Type::s16);
  EXPECT_EQ(convert->modifiers.source, Type::f64);
}

TEST(OpPattern, AFailedBranchLeavesNoTrace) {
  // ".global" must not stay set from a try that did not lead to a match.
  const auto plain = matcher().match("ldu.f32");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->modifiers.space, Space::generic);
  EXPECT_EQ(plain->modifiers.type, Type::f32);
}

TEST(OpPattern, WholeSpellingsAreAlternatives) {
  EXPECT_EQ(row_of("vote.sync.ballot.b32"), "vote");
  EXPECT_EQ(row_of("vote.ballot.sync.b32"), "vote");
  EXPECT_EQ(row_of("vote.ballot.b32"), "vote");
  EXPECT_EQ(row_of("vote.sync.ballot.sync.b32"), "");
}

TEST(OpPattern, BarIsAlignedAndBarrierOnlyWhenItSays) {
  EXPECT_TRUE(matcher().match("bar.sync")->modifiers.aligned);
  EXPECT_FALSE(matcher().match("barrier.sync")->modifiers.aligned);
  EXPECT_TRUE(matcher().match("barrier.cta.sync.aligned")->modifiers.aligned);
}

TEST(OpPattern, UnknownOpcodesMatchNothing) {
  EXPECT_FALSE(matcher().match(""));
  EXPECT_FALSE(matcher().match("xyz.f32"));
  EXPECT_FALSE(matcher().match("add..f32"));
  EXPECT_EQ(matcher().forms_of("xyz"), "");
  EXPECT_EQ(matcher().forms_of("add"), "add(.u32|.s32), add{.rnd}{.ftz}{.sat}.f32");
}

TEST(OpPattern, MalformedPatternsAreRefused) {
  for (const char* pattern : {"add(.u32", "add{.u32", "add.", "add)", "(a|b"}) {
    EXPECT_THROW(OpPattern{pattern}, Error) << pattern;
  }
}

TEST(OpPattern, EveryRowOfTheTableCompiles) { EXPECT_NO_THROW(OpMatcher{}); }

}  // namespace
}  // namespace heddle::isa
