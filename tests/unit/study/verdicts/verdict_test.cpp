// The rules of verdicts: the effect within a third, bounds, orders, signs; values by hand.
#include <gtest/gtest.h>

#include "study/verdicts/measures.hpp"

namespace heddle::study {
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

TEST(Verdict, AWrongSignIsRightOnlyWhereTheStudysEffectHasNone) {
  EXPECT_EQ(ratio(1.12, 0.995), Verdict::contradicted);
  EXPECT_EQ(ratio(1.005, 0.995), Verdict::same_sign);  // both below 1 percent
  EXPECT_EQ(ratio(1.005, 0.985), Verdict::contradicted);
  EXPECT_EQ(ratio(1.12, 0.98), Verdict::contradicted);
  EXPECT_EQ(ratio(0.9, 1.02), Verdict::contradicted);
}

/// Of 12 percent exactly none is left, of a gain, of a part, of a count.
TEST(Verdict, NoEffectHasNoSign) {
  const auto value = [](double paper, double measured) {
    return judged(ClaimKind::value, Comparison::equals, paper, "%", measured);
  };
  EXPECT_EQ(ratio(1.12, 1.0), Verdict::contradicted);
  EXPECT_EQ(ratio(1.12, 1.0001), Verdict::same_sign);
  EXPECT_EQ(ratio(1.005, 1.0), Verdict::same_sign);  // the study's own effect is none
  EXPECT_EQ(value(12, 0), Verdict::contradicted);
  EXPECT_EQ(value(-12, 0), Verdict::contradicted);
  EXPECT_EQ(value(0, 0), Verdict::reproduced);
  EXPECT_EQ(value(0, 5), Verdict::contradicted);
}

TEST(Verdict, NoEffectIsReproducedByNone) {
  EXPECT_EQ(ratio(1.0, 1.009), Verdict::reproduced);
  EXPECT_EQ(ratio(1.0, 0.991), Verdict::reproduced);
  EXPECT_EQ(ratio(1.0, 1.02), Verdict::contradicted);
  EXPECT_EQ(ratio(1.01, 1.012), Verdict::reproduced);
  EXPECT_EQ(ratio(1.01, 1.02), Verdict::same_sign);
}

/// A third off is reproduced, half and twice is near.
TEST(Verdict, OfAMeasurementTheErrorDecides) {
  const auto measurement = [](double chip, double simulated) {
    return judged(ClaimKind::measurement, Comparison::equals, chip, "cycles", simulated);
  };
  EXPECT_EQ(measurement(300, 400), Verdict::reproduced);
  EXPECT_EQ(measurement(300, 200), Verdict::reproduced);
  EXPECT_EQ(measurement(300, 401), Verdict::near);
  EXPECT_EQ(measurement(300, 199), Verdict::near);
  EXPECT_EQ(measurement(300, 600), Verdict::near);
  EXPECT_EQ(measurement(300, 150), Verdict::near);
  EXPECT_EQ(measurement(300, 601), Verdict::contradicted);
  EXPECT_EQ(measurement(300, 149), Verdict::contradicted);
  EXPECT_EQ(measurement(0, 0), Verdict::reproduced);
  EXPECT_EQ(measurement(0, 1), Verdict::contradicted);
}

TEST(Verdict, OnlyMeasurementsHaveARelativeError) {
  Claim claim;
  claim.kind = ClaimKind::measurement;
  claim.value = 200;
  EXPECT_DOUBLE_EQ(*relative_error(claim, {150.0, {}, ""}), -0.25);
  EXPECT_FALSE(relative_error(claim, {}));
  claim.value = 0;
  EXPECT_FALSE(relative_error(claim, {150.0, {}, ""}));
  claim.value = 200;
  claim.kind = ClaimKind::value;
  EXPECT_FALSE(relative_error(claim, {150.0, {}, ""}));
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

/// 40 % of a latency are left, so 60 % are saved: 40 to 80 % are a third less and more.
TEST(Verdict, OfAPartTheSavingIsJudged) {
  const auto part = [](double paper, const char* unit, double measured) {
    return judged(ClaimKind::part, Comparison::equals, paper, unit, measured);
  };
  EXPECT_EQ(part(40, "%", 59.9), Verdict::reproduced);
  EXPECT_EQ(part(40, "%", 20.1), Verdict::reproduced);
  EXPECT_EQ(part(40, "%", 60.1), Verdict::same_sign);
  EXPECT_EQ(part(40, "%", 19.9), Verdict::same_sign);
  EXPECT_EQ(part(40, "%", 99.9), Verdict::same_sign);
  EXPECT_EQ(part(0.4, "x", 0.59), Verdict::reproduced);
  EXPECT_EQ(part(0.4, "x", 0.61), Verdict::same_sign);
  EXPECT_EQ(part(99.5, "%", 100.4), Verdict::same_sign);  // both below 1 percent
  EXPECT_EQ(part(40.3, "%", 100.0), Verdict::contradicted);
  EXPECT_EQ(part(0.4, "x", 1.1), Verdict::contradicted);
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

/// At least 3 times claims an effect of 2, of which a third may be missed; at most 1.04 one of
/// 0.04.
TEST(Verdict, ABoundHoldsIsNearlyHeldOrIsContradicted) {
  const auto at_least = [](double bound, const char* unit, double measured) {
    return judged(ClaimKind::bound, Comparison::at_least, bound, unit, measured);
  };
  const auto at_most = [](double bound, const char* unit, double measured) {
    return judged(ClaimKind::bound, Comparison::at_most, bound, unit, measured);
  };
  EXPECT_EQ(at_least(3, "x", 3), Verdict::reproduced);
  EXPECT_EQ(at_least(3, "x", 2.34), Verdict::near);
  EXPECT_EQ(at_least(3, "x", 2.33), Verdict::contradicted);
  EXPECT_EQ(at_least(0.97, "x", 0.961), Verdict::near);
  EXPECT_EQ(at_least(0.97, "x", 0.959), Verdict::contradicted);
  EXPECT_EQ(at_most(1.04, "x", 1.05), Verdict::near);
  EXPECT_EQ(at_most(1.04, "x", 4.02), Verdict::contradicted);
  EXPECT_EQ(at_most(7, "%", 6), Verdict::reproduced);
  EXPECT_EQ(at_most(7, "%", 9.3), Verdict::near);
  EXPECT_EQ(at_most(7, "%", 9.4), Verdict::contradicted);
}

/// A bound of no effect may be missed by one percent.
TEST(Verdict, ABoundOfNoEffectMayBeMissedByNone) {
  const auto at_least_even = [](double measured) {
    return judged(ClaimKind::bound, Comparison::at_least, 1, "x", measured);
  };
  EXPECT_EQ(at_least_even(0.991), Verdict::near);
  EXPECT_EQ(at_least_even(0.989), Verdict::contradicted);
}

TEST(EffectRatio, IsTheMeasuredEffectOverTheStudys) {
  Claim claim;
  claim.kind = ClaimKind::ratio;
  claim.value = 1.2;
  EXPECT_NEAR(*effect_ratio(claim, {1.1, {}, ""}), 0.5, 1e-9);
  EXPECT_NEAR(*effect_ratio(claim, {0.9, {}, ""}), -0.5, 1e-9);
  claim.kind = ClaimKind::value;
  EXPECT_NEAR(*effect_ratio(claim, {0.3, {}, ""}), 0.25, 1e-9);
  claim.kind = ClaimKind::part;
  claim.value = 0.4;
  EXPECT_NEAR(*effect_ratio(claim, {0.7, {}, ""}), 0.5, 1e-9);  // 0.3 of 0.6 saved
  claim.unit = "%";
  claim.value = 40.3;
  EXPECT_NEAR(*effect_ratio(claim, {98.224, {}, ""}), 1.776 / 59.7, 1e-9);
  EXPECT_NEAR(*effect_ratio(claim, {106.8, {}, ""}), -6.8 / 59.7, 1e-9);
  claim.kind = ClaimKind::bound;
  EXPECT_EQ(effect_ratio(claim, {1.1, {}, ""}), std::nullopt);
  claim.kind = ClaimKind::ratio;
  claim.value = 1.0;
  EXPECT_EQ(effect_ratio(claim, {1.1, {}, ""}), std::nullopt);
  EXPECT_EQ(effect_ratio(claim, {}), std::nullopt);
}

TEST(EffectText, TellsOfTheSameSignHowMuchIsLeft) {
  const auto text = [](double measured) {
    JudgedClaim judged;
    judged.claim.value = 1.2;
    judged.measured.value = measured;
    judged.verdict = judge_claim(judged.claim, judged.measured);
    return judged.effect_text();
  };
  EXPECT_EQ(text(1.018), "0.09, under a tenth");
  EXPECT_EQ(text(1.022), "0.11");
  EXPECT_EQ(text(1.2), "1.00");
  EXPECT_EQ(text(1.59), "2.95");
  EXPECT_EQ(text(1.62), "3.10, over three times");
  EXPECT_EQ(text(0.9), "-0.50");  // contradicted: the verdict says enough
}

TEST(EffectText, TellsOfASavingHowMuchIsLeft) {
  JudgedClaim judged;
  judged.claim.kind = ClaimKind::part;
  judged.claim.unit = "%";
  judged.claim.value = 40.3;
  judged.measured.value = 98.224;
  judged.verdict = judge_claim(judged.claim, judged.measured);
  EXPECT_EQ(judged.effect_text(), "0.03, under a tenth");
}

/// An input agrees with itself: it has no effect and is not measured.
TEST(Verdict, AnInputIsGiven) {
  Experiment experiment;
  experiment.givens["t.area.*"] = "the study's own figure";
  Claim claim;
  claim.id = "t.area.control";
  claim.kind = ClaimKind::value;
  claim.value = 1.28;
  const JudgedClaim judged = judge(experiment, claim, {1.28, {}, ""});
  EXPECT_EQ(judged.verdict, Verdict::given);
  EXPECT_FALSE(is_measured(judged.verdict));
  EXPECT_EQ(judged.effect_text(), "-");
  EXPECT_EQ(judged.measured_text(), "1.28");
  EXPECT_EQ(judged.verdict_text(), "given: the study's own figure");
  EXPECT_EQ(judge(experiment, claim, {}).verdict, Verdict::missing);
  claim.id = "t.area2";
  EXPECT_EQ(judge(experiment, claim, {1.28, {}, ""}).verdict, Verdict::reproduced);
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
}  // namespace heddle::study
