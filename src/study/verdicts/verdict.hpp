// Whether what was measured bears a claim out.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "study/claims/claim.hpp"

namespace heddle::study {

enum class Verdict : std::uint8_t {
  reproduced,  ///< same sign, and the effect within a third of the study's; a bound or order holds
  near,        ///< a bound is missed by at most a third of the study's effect, or by 1 percent
  same_sign,  ///< the sign is right, or the study's effect and the measured one are below 1 percent
  contradicted,    ///< the sign is wrong, a bound is missed by more, or the order is violated
  not_measurable,  ///< by no simulation; a reason says why
  missing,         ///< the results have no value: a run that it needs failed
};

inline constexpr std::array kVerdicts = {Verdict::reproduced,     Verdict::near,
                                         Verdict::same_sign,      Verdict::contradicted,
                                         Verdict::not_measurable, Verdict::missing};

/// Whether the results have a value.
constexpr bool is_measured(Verdict verdict) {
  return verdict != Verdict::not_measurable && verdict != Verdict::missing;
}

std::string_view name_of(Verdict verdict);
/// The verdict of that name; none if there is no such verdict.
std::optional<Verdict> verdict_named(std::string_view name);

/// What was measured for a claim.
struct Measured {
  std::optional<double> value;  ///< none: a run that it needs has no result
  std::optional<bool> holds;    ///< of an ordering
  std::string text;             ///< of an ordering: the order that was found
};

/// The size of what a value of the claim says: of a ratio or share what it differs from 1, else the
/// value itself.
double effect(const Claim& claim, double value);

/// The measured effect over the study's: 1 is the study's effect, 0 none, -1 its opposite. None for
/// bounds and orders, for claims of no effect, and without a value.
std::optional<double> effect_ratio(const Claim& claim, const Measured& measured);

Verdict judge_claim(const Claim& claim, const Measured& measured);

}  // namespace heddle::study
