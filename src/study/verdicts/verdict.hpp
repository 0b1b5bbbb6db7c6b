// The verdict on a claim, which says how far the measured value confirms the claim.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "study/claims/claim.hpp"

namespace heddle::study {

enum class Verdict : std::uint8_t {
  /// The measured effect differs from the study's effect by at most a third of the study's effect;
  /// or a bound or order holds.
  reproduced,
  /// A bound is missed by at most a third of the study's effect, or by at most 1 percent. For a
  /// measurement: the simulated value is between half and twice the chip's value.
  near,
  /// The sign of the effect is right; or the study's and the measured effect are both at most 1
  /// percent. A measured effect of exactly 0 has no sign.
  same_sign,
  /// The sign is wrong or none, a bound is missed by more, or an order is violated. For a
  /// measurement: the
  /// simulated value is below half or above twice the chip's value.
  contradicted,
  given,  ///< heddle's value is an input, so its agreement says nothing; a reason says whose
  not_measurable,  ///< no simulation can measure the claim; a reason says why
  missing,         ///< the results have no value, for example because a run failed
};

inline constexpr std::array kVerdicts = {
    Verdict::reproduced, Verdict::near,           Verdict::same_sign, Verdict::contradicted,
    Verdict::given,      Verdict::not_measurable, Verdict::missing};

/// Whether a claim with this verdict was measured: whether its value says how far it holds.
constexpr bool is_measured(Verdict verdict) {
  return verdict != Verdict::given && verdict != Verdict::not_measurable &&
         verdict != Verdict::missing;
}

std::string_view name_of(Verdict verdict);
/// The verdict with this name; none if there is none.
std::optional<Verdict> verdict_named(std::string_view name);

/// The measured value of a claim.
struct Measured {
  std::optional<double> value;  ///< none: not measured
  std::optional<bool> holds;    ///< for an order: whether it holds
  std::string text;             ///< for an order: the measured order
};

/// The effect that a value of the claim shows: value - claim.no_effect(). Of a part it is the
/// saving, with a minus.
double effect(const Claim& claim, double value);

/// The measured effect over the study's effect: 1 for an equal effect, 0 for no effect, -1 for the
/// opposite effect. None for bounds, for orders, for claims with no effect, and for claims without
/// a value.
std::optional<double> effect_ratio(const Claim& claim, const Measured& measured);

/// The relative error of a measurement: simulated value / the chip's value - 1. None for claims of
/// other kinds, for a chip's value of 0, and for claims without a simulated value.
std::optional<double> relative_error(const Claim& claim, const Measured& measured);

Verdict judge_claim(const Claim& claim, const Measured& measured);

}  // namespace heddle::study
