// Whether what was measured bears a claim out.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cli/reproduce/claim.hpp"

namespace heddle::cli {

enum class Verdict : std::uint8_t {
  reproduced,  ///< same sign, and the effect within a third of the study's; a bound or order holds
  same_sign,   ///< otherwise, the sign is right, or the effect below 1 percent
  contradicted,    ///< the sign is wrong, by more than 1 percent, or the order is violated
  not_measurable,  ///< by no simulation; a reason says why
  missing,         ///< the results have no value: a run that it needs failed
};

inline constexpr std::array kVerdicts = {Verdict::reproduced, Verdict::same_sign,
                                         Verdict::contradicted, Verdict::not_measurable,
                                         Verdict::missing};

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

Verdict judge_claim(const Claim& claim, const Measured& measured);

}  // namespace heddle::cli
