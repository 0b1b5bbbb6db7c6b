// The limits of a kernel. Each part of the kernel's issue slots (facts.hpp) is assigned to the
// first rule that names this part and whose conditions all hold. The rule with the most slots is
// the main limit of the kernel.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "study/limits/facts.hpp"

namespace heddle::study {

enum class Unit : std::uint8_t { percent, number };

/// A bound on a fact.
struct LimitCondition {
  std::string_view counter;  ///< name of the fact
  bool at_least = true;      ///< whether the bound is a lower bound; else an upper bound
  double threshold = 0;
  Unit unit = Unit::percent;
  /// Text for the value, such as "its banks are busy in {} of the cycles". The value replaces {}.
  std::string_view phrase;
  /// Text to add if the value is above 1. Only for shares that can be above 1, such as a share of
  /// the sustainable bandwidth; "" for all others.
  std::string_view above_one = "";
};

struct LimitRule {
  std::string_view name;   ///< "dram_bandwidth"
  std::string_view title;  ///< text that follows "limited by", such as "DRAM bandwidth"
  std::vector<std::string_view> slots;     ///< names of the parts that the rule explains
  std::vector<LimitCondition> conditions;  ///< must all hold
  /// The rule is reported only if its share is at least `margin` times the share of each other
  /// rule.
  double margin = 0;
  /// Names of what would mend the limit if it cost nothing (study/whatif).
  std::vector<std::string_view> mended_by = {};
};

/// All rules, in the order in which they are tried.
std::span<const LimitRule> limit_rules();

struct Limit {
  const LimitRule* rule = nullptr;
  double share = 0;  ///< share of the kernel's issue slots, from 0 to 1
  std::string sentence;
};

inline constexpr double kVisibleLimit = 0.05;  ///< least share of a limit that is reported

/// The limits of a kernel, the one with the greatest share first. Leaves out limits with a share
/// below kVisibleLimit, and limits that do not have the margin of their rule.
std::vector<Limit> limits_of(const Facts& facts);

/// The bound in words, as in "at least 70%" or "at most 0.5".
std::string bound_text(const LimitCondition& condition);

}  // namespace heddle::study
