#include "cli/reproduce/verdict.hpp"

#include <algorithm>
#include <cmath>

namespace heddle::cli {
namespace {

constexpr double kTolerance = 1.0 / 3 + 1e-9;  ///< of the study's effect; rounding aside
constexpr double kNoEffect = 0.01;             ///< of a ratio, and of the study's value otherwise

/// Values that are shares of another system's, though their unit is no "x".
bool is_ratio(const Claim& claim) {
  return claim.unit == "x" || claim.metric.starts_with("fraction of") ||
         claim.metric == "performance fraction";
}

/// Effects this small have no sign.
double smallest_effect(const Claim& claim) {
  const bool is_relative = !is_ratio(claim) && *claim.value != 0;
  return is_relative ? std::abs(*claim.value) * kNoEffect : kNoEffect;
}

Verdict by_sign(double paper, double measured, double smallest) {
  const bool has_sign = std::abs(measured) > smallest;
  if (has_sign && (paper == 0 || std::signbit(paper) != std::signbit(measured))) {
    return Verdict::contradicted;
  }
  return Verdict::same_sign;
}

bool is_near(double paper, double measured, double smallest) {
  if (paper == 0) return std::abs(measured) <= smallest;
  return paper * measured > 0 && std::abs(measured - paper) <= kTolerance * std::abs(paper);
}

Verdict judge_number(const Claim& claim, double value) {
  const double paper = effect(claim, *claim.value);
  const double measured = effect(claim, value);
  const double smallest = smallest_effect(claim);
  switch (claim.comparison) {
    case Comparison::at_most:
      if (value <= *claim.value) return Verdict::reproduced;
      break;
    case Comparison::at_least:
      if (value >= *claim.value) return Verdict::reproduced;
      break;
    default:
      if (is_near(paper, measured, smallest)) return Verdict::reproduced;
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

std::optional<Verdict> verdict_named(std::string_view name) {
  const auto found = std::ranges::find(kVerdicts, name, name_of);
  return found == kVerdicts.end() ? std::nullopt : std::optional(*found);
}

double effect(const Claim& claim, double value) { return is_ratio(claim) ? value - 1 : value; }

Verdict judge_claim(const Claim& claim, const Measured& measured) {
  if (claim.comparison == Comparison::ordering) {
    if (!measured.holds) return Verdict::missing;
    return *measured.holds ? Verdict::reproduced : Verdict::contradicted;
  }
  return measured.value ? judge_number(claim, *measured.value) : Verdict::missing;
}

}  // namespace heddle::cli
