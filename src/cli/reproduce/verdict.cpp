#include "cli/reproduce/verdict.hpp"

#include <algorithm>
#include <cmath>

namespace heddle::cli {
namespace {

constexpr double kTolerance = 1.0 / 3 + 1e-9;  ///< of the study's effect; rounding aside
constexpr double kNoEffect = 0.01;             ///< of a ratio, and of the study's value otherwise

/// Effects this small have no sign: of values and their bounds, in terms of the study's value.
double smallest_effect(const Claim& claim) {
  const bool is_relative = claim.no_effect() == 0 && *claim.value != 0;
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

bool holds(const Claim& claim, double value) {
  return claim.comparison == Comparison::at_most ? value <= *claim.value : value >= *claim.value;
}

Verdict judge_number(const Claim& claim, double value) {
  const double paper = effect(claim, *claim.value);
  const double measured = effect(claim, value);
  const double smallest = smallest_effect(claim);
  const bool is_reproduced =
      claim.kind == ClaimKind::bound ? holds(claim, value) : is_near(paper, measured, smallest);
  return is_reproduced ? Verdict::reproduced : by_sign(paper, measured, smallest);
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

double effect(const Claim& claim, double value) { return value - claim.no_effect(); }

Verdict judge_claim(const Claim& claim, const Measured& measured) {
  if (claim.kind == ClaimKind::order) {
    if (!measured.holds) return Verdict::missing;
    return *measured.holds ? Verdict::reproduced : Verdict::contradicted;
  }
  return measured.value ? judge_number(claim, *measured.value) : Verdict::missing;
}

}  // namespace heddle::cli
