// The rules of verdicts: the effect within a third, bounds, orders, signs; values by hand.
#include "cli/reproduce/verdict.hpp"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

Verdict judged(ClaimKind kind, Comparison comparison, double paper, const char* unit,
               double measured) {
  Claim claim;
  claim.kind = kind;
  claim.comparison = comparison;
  claim.value = paper;
  claim.unit = unit;
  return judge_claim(claim, {measured, {}, ""});
}

Verdict ratio(double paper, double measured) {
  return judged(ClaimKind::ratio, Comparison::equals, paper, "x", measured);
}

TEST(Verdict, OfARatioTheEffectIsWhatItDiffersFromOne) {
  EXPECT_EQ(ratio(1.12, 1.08), Verdict::reproduced);  // 0.08 of 0.12: two thirds
  EXPECT_EQ(ratio(1.12, 1.16), Verdict::reproduced);
  EXPECT_EQ(ratio(1.12, 1.079), Verdict::same_sign);
  EXPECT_EQ(ratio(1.12, 1.161), Verdict::same_sign);
  EXPECT_EQ(ratio(0.36, 0.57), Verdict::reproduced);  // -0.43 of -0.64
  EXPECT_EQ(ratio(0.36, 0.58), Verdict::same_sign);
}

TEST(Verdict, AWrongSignCountsFromOnePercent) {
  EXPECT_EQ(ratio(1.12, 0.995), Verdict::same_sign);
  EXPECT_EQ(ratio(1.12, 0.98), Verdict::contradicted);
  EXPECT_EQ(ratio(0.9, 1.02), Verdict::contradicted);
}

TEST(Verdict, NoEffectIsReproducedByNone) {
  EXPECT_EQ(ratio(1.0, 1.009), Verdict::reproduced);
  EXPECT_EQ(ratio(1.0, 0.991), Verdict::reproduced);
  EXPECT_EQ(ratio(1.0, 1.02), Verdict::contradicted);
  EXPECT_EQ(ratio(1.01, 1.012), Verdict::reproduced);
  EXPECT_EQ(ratio(1.01, 1.02), Verdict::same_sign);
}

/// Whatever its unit and its words are.
TEST(Verdict, OfAShareOfAPerformanceTheEffectIsWhatItLacks) {
  const auto share = [](double paper, const char* unit, double measured) {
    return judged(ClaimKind::share, Comparison::equals, paper, unit, measured);
  };
  EXPECT_EQ(share(0.9, "fraction", 0.88), Verdict::reproduced);  // -0.12 of -0.1
  EXPECT_EQ(share(0.9, "fraction", 0.8), Verdict::same_sign);
  EXPECT_EQ(share(0.9, "x", 1.1), Verdict::contradicted);
  EXPECT_EQ(share(1.0, "fraction", 0.995), Verdict::reproduced);
}

/// 0.3 of the hits: a part of a whole has no sign to be wrong about.
TEST(Verdict, OfValuesTheEffectIsTheValue) {
  EXPECT_EQ(judged(ClaimKind::value, Comparison::equals, 0.3, "fraction", 0.35),
            Verdict::reproduced);
  EXPECT_EQ(judged(ClaimKind::value, Comparison::equals, 0.3, "fraction", 0.9), Verdict::same_sign);
  EXPECT_EQ(judged(ClaimKind::value, Comparison::equals, 16, "%", 11), Verdict::reproduced);
  EXPECT_EQ(judged(ClaimKind::value, Comparison::equals, 16, "%", 10), Verdict::same_sign);
  EXPECT_EQ(judged(ClaimKind::value, Comparison::equals, 16, "%", -1), Verdict::contradicted);
  EXPECT_EQ(judged(ClaimKind::value, Comparison::equals, 5, "warps", 6), Verdict::reproduced);
  EXPECT_EQ(judged(ClaimKind::value, Comparison::equals, 5, "warps", 8), Verdict::same_sign);
}

TEST(Verdict, ABoundHoldsOrHasTheSign) {
  EXPECT_EQ(judged(ClaimKind::bound, Comparison::at_least, 3, "x", 3), Verdict::reproduced);
  EXPECT_EQ(judged(ClaimKind::bound, Comparison::at_least, 3, "x", 2.5), Verdict::same_sign);
  EXPECT_EQ(judged(ClaimKind::bound, Comparison::at_least, 3, "x", 0.9), Verdict::contradicted);
  EXPECT_EQ(judged(ClaimKind::bound, Comparison::at_most, 7, "%", 6), Verdict::reproduced);
  EXPECT_EQ(judged(ClaimKind::bound, Comparison::at_most, 7, "%", 8), Verdict::same_sign);
}

TEST(Verdict, AnOrderHoldsOrNot) {
  Claim claim;
  claim.kind = ClaimKind::order;
  EXPECT_EQ(judge_claim(claim, {{}, true, "a < b"}), Verdict::reproduced);
  EXPECT_EQ(judge_claim(claim, {{}, false, "b < a"}), Verdict::contradicted);
  EXPECT_EQ(judge_claim(claim, {}), Verdict::missing);
}

TEST(Verdict, WithoutAValueItIsMissing) {
  Claim claim;
  claim.value = 1.1;
  EXPECT_EQ(judge_claim(claim, {}), Verdict::missing);
}

}  // namespace
}  // namespace heddle::cli
