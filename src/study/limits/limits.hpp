// What limits a kernel. Each part of its issue slots (facts.hpp) goes to the first rule of the
// table that explains such slots and whose conditions hold. The rule with the most slots is what
// the kernel is limited by.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "study/limits/facts.hpp"

namespace heddle::study {

enum class Unit : std::uint8_t { percent, number };

/// A bound that a fact keeps.
struct LimitCondition {
  std::string_view counter;  ///< a fact
  bool at_least = true;      ///< else: at most
  double threshold = 0;
  Unit unit = Unit::percent;
  std::string_view phrase;  ///< "DRAM moves {} of what it can sustain"
};

struct LimitRule {
  std::string_view name;   ///< "dram_bandwidth"
  std::string_view title;  ///< "DRAM bandwidth", after "limited by"
  std::vector<std::string_view> slots;
  std::vector<LimitCondition> conditions;  ///< all hold
  double margin = 0;  ///< its slots are at least so many times those of any other rule
};

/// In the order in which they are asked.
std::span<const LimitRule> limit_rules();

struct Limit {
  const LimitRule* rule = nullptr;
  double share = 0;  ///< of the issue slots
  std::string sentence;
};

inline constexpr double kVisibleLimit = 0.05;  ///< least share of a limit that is told

/// Greatest first; those below kVisibleLimit are left out.
std::vector<Limit> limits_of(const Facts& facts);

/// "at least 70%", "at most 0.5".
std::string bound_text(const LimitCondition& condition);

}  // namespace heddle::study
