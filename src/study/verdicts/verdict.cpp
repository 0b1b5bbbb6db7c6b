#include "study/verdicts/verdict.hpp"

#include <algorithm>
#include <cmath>

namespace heddle::study {
namespace {

/// The tolerance as a share of the study's effect. The added 1e-9 allows for rounding errors.
constexpr double kTolerance = 1.0 / 3 + 1e-9;
/// An effect up to this size has no sign. The number is a share of the value that means no effect,
/// or, where this is 0, of the study's value.
constexpr double kNoEffect = 0.01;

/// A simulated value is near a chip's value if neither is more than this many times the other.
constexpr double kNearFactor = 2;

/// An effect of the study below this size counts as 0.
constexpr double kSmallestRatioBase = 1e-9;

/// The size up to which an effect has no sign.
double smallest_effect(const Claim& claim) {
  if (claim.no_effect() != 0) return claim.no_effect() * kNoEffect;
  return *claim.value != 0 ? std::abs(*claim.value) * kNoEffect : kNoEffect;
}

/// The verdict from the signs. Two effects of at most `smallest` agree. Else the signs must be the
/// same, and no effect has no sign.
Verdict by_sign(double paper, double measured, double smallest) {
  const bool both_none = std::abs(paper) <= smallest && std::abs(measured) <= smallest;
  return both_none || paper * measured > 0 ? Verdict::same_sign : Verdict::contradicted;
}

bool is_near(double paper, double measured, double smallest) {
  if (paper == 0) return std::abs(measured) <= smallest;
  return paper * measured > 0 && std::abs(measured - paper) <= kTolerance * std::abs(paper);
}

bool holds(const Claim& claim, double value) {
  return claim.comparison == Comparison::at_most ? value <= *claim.value : value >= *claim.value;
}

/// A missed bound contradicts the claim, unless the miss is within the tolerance.
Verdict judge_bound(const Claim& claim, double value) {
  if (holds(claim, value)) return Verdict::reproduced;
  const double miss = std::abs(value - *claim.value);
  const double most =
      std::max(kTolerance * std::abs(effect(claim, *claim.value)), smallest_effect(claim));
  return miss <= most ? Verdict::near : Verdict::contradicted;
}

/// Compares a simulated value with a chip's value. Both count something, so no sign is compared.
Verdict judge_measurement(const Claim& claim, double value) {
  if (*claim.value == 0) return value == 0 ? Verdict::reproduced : Verdict::contradicted;
  const double ratio = value / *claim.value;
  if (std::abs(ratio - 1) <= kTolerance) return Verdict::reproduced;
  return ratio >= 1 / kNearFactor && ratio <= kNearFactor ? Verdict::near : Verdict::contradicted;
}

Verdict judge_number(const Claim& claim, double value) {
  if (claim.kind == ClaimKind::measurement) return judge_measurement(claim, value);
  if (claim.kind == ClaimKind::bound) return judge_bound(claim, value);
  const double paper = effect(claim, *claim.value);
  const double measured = effect(claim, value);
  const double smallest = smallest_effect(claim);
  if (is_near(paper, measured, smallest)) return Verdict::reproduced;
  return by_sign(paper, measured, smallest);
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "reproduced";
    case Verdict::near:
      return "near";
    case Verdict::same_sign:
      return "same sign";
    case Verdict::contradicted:
      return "contradicted";
    case Verdict::given:
      return "given";
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

std::optional<double> effect_ratio(const Claim& claim, const Measured& measured) {
  if (!claim.value || !measured.value || claim.kind == ClaimKind::bound) return {};
  const double paper = effect(claim, *claim.value);
  if (std::abs(paper) < kSmallestRatioBase) return {};
  return effect(claim, *measured.value) / paper;
}

std::optional<double> relative_error(const Claim& claim, const Measured& measured) {
  const bool has_error = claim.kind == ClaimKind::measurement && claim.value && *claim.value != 0;
  if (!has_error || !measured.value) return {};
  return *measured.value / *claim.value - 1;
}

Verdict judge_claim(const Claim& claim, const Measured& measured) {
  if (claim.kind == ClaimKind::order) {
    if (!measured.holds) return Verdict::missing;
    return *measured.holds ? Verdict::reproduced : Verdict::contradicted;
  }
  return measured.value ? judge_number(claim, *measured.value) : Verdict::missing;
}

}  // namespace heddle::study
