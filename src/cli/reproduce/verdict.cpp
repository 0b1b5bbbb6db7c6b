#include "cli/reproduce/verdict.hpp"

#include <cmath>

namespace heddle::cli {
namespace {

constexpr double kTolerance = 1.0 / 3 + 1e-9;  ///< of the study's effect; rounding aside
constexpr double kNoEffect = 0.01;             ///< of a ratio, and of the study's value otherwise

/// Effects this small have no sign.
double smallest_effect(const Claim& claim) {
  const bool is_relative = claim.unit != "x" && *claim.value != 0;
  return is_relative ? std::abs(*claim.value) * kNoEffect : kNoEffect;
}

Verdict by_sign(double paper, double measured, double smallest) {
  const bool has_sign = std::abs(measured) > smallest;
  const bool paper_has_sign = std::abs(paper) > smallest;
  if (has_sign && (!paper_has_sign || std::signbit(paper) != std::signbit(measured))) {
    return Verdict::contradicted;
  }
  return Verdict::same_sign;
}

Verdict judge_number(const Claim& claim, double value) {
  const double paper = effect(*claim.value, claim.unit);
  const double measured = effect(value, claim.unit);
  const double smallest = smallest_effect(claim);
  switch (claim.comparison) {
    case Comparison::at_most:
      if (value <= *claim.value) return Verdict::reproduced;
      break;
    case Comparison::at_least:
      if (value >= *claim.value) return Verdict::reproduced;
      break;
    default: {
      const double distance = std::abs(measured - paper);
      const bool same_sign = paper * measured > 0 || std::abs(paper) <= smallest;
      if (same_sign && distance <= std::max(kTolerance * std::abs(paper), smallest)) {
        return Verdict::reproduced;
      }
    }
  }
  return by_sign(paper, measured, smallest);
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "reproduced";
    case Verdict::same_sign:
      return "same sign";
    case Verdict::contradicted:
      return "contradicted";
    case Verdict::not_measurable:
      return "not measurable";
    case Verdict::missing:
      return "missing";
  }
  return "";
}

double effect(double value, const std::string& unit) { return unit == "x" ? value - 1 : value; }

Verdict judge_claim(const Claim& claim, const Measured& measured) {
  if (claim.comparison == Comparison::ordering) {
    if (!measured.holds) return Verdict::missing;
    return *measured.holds ? Verdict::reproduced : Verdict::contradicted;
  }
  return measured.value ? judge_number(claim, *measured.value) : Verdict::missing;
}

}  // namespace heddle::cli
