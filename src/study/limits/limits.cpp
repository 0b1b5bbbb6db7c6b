#include "study/limits/limits.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace heddle::study {
namespace {

std::string value_text(Unit unit, double value) {
  return unit == Unit::percent ? fmt::format("{:.3g}%", 100 * value) : fmt::format("{:.3g}", value);
}

/// The parts in words, such as "64.2% of the issue slots wait for loads or atomics
/// (stall.scoreboard_memory), 9.1% wait at barriers (stall.barrier)".
std::string slots_text(const std::vector<const SlotPart*>& parts, const Facts& facts) {
  std::string text;
  for (const SlotPart* part : parts) {
    const double share = fact(facts, part->name);
    if (share < 0.001) continue;
    text += fmt::format("{}{:.1f}%{} {} ({})", text.empty() ? "" : ", ", 100 * share,
                        text.empty() ? " of the issue slots" : "", part->sentence, part->counter);
  }
  return text;
}

std::string sentence_of(const LimitRule& rule, const std::vector<const SlotPart*>& parts,
                        const Facts& facts) {
  std::string text = slots_text(parts, facts);
  for (const LimitCondition& condition : rule.conditions) {
    const double value = fact(facts, condition.counter);
    text +=
        fmt::format("; {}{} ({}, {})",
                    fmt::format(fmt::runtime(condition.phrase), value_text(condition.unit, value)),
                    value > 1 ? condition.above_one : "", condition.counter, bound_text(condition));
  }
  return text;
}

bool holds(const LimitRule& rule, const Facts& facts) {
  return std::ranges::all_of(rule.conditions, [&](const LimitCondition& condition) {
    const double value = fact(facts, condition.counter);
    return condition.at_least ? value >= condition.threshold : value <= condition.threshold;
  });
}

bool has_margin(const Limit& limit, const std::vector<Limit>& all) {
  return std::ranges::all_of(all, [&](const Limit& other) {
    return other.rule == limit.rule || limit.share >= limit.rule->margin * other.share;
  });
}

const LimitRule* rule_for(std::string_view slots, const Facts& facts) {
  for (const LimitRule& rule : limit_rules()) {
    if (std::ranges::find(rule.slots, slots) != rule.slots.end() && holds(rule, facts))
      return &rule;
  }
  return nullptr;
}

}  // namespace

std::string bound_text(const LimitCondition& condition) {
  return fmt::format("at {} {}", condition.at_least ? "least" : "most",
                     value_text(condition.unit, condition.threshold));
}

std::vector<Limit> limits_of(const Facts& facts) {
  std::vector<std::pair<const LimitRule*, std::vector<const SlotPart*>>> claims;
  for (const SlotPart& part : kSlotParts) {
    const LimitRule* rule = rule_for(part.name, facts);
    if (rule == nullptr) continue;
    auto claim = std::ranges::find(claims, rule, [](const auto& pair) { return pair.first; });
    if (claim == claims.end()) claim = claims.insert(claim, {rule, {}});
    claim->second.push_back(&part);
  }
  std::vector<Limit> limits;
  for (const auto& [rule, parts] : claims) {
    Limit limit{rule, 0, sentence_of(*rule, parts, facts)};
    for (const SlotPart* part : parts) limit.share += fact(facts, part->name);
    if (limit.share >= kVisibleLimit) limits.push_back(std::move(limit));
  }
  std::ranges::stable_sort(limits, std::ranges::greater{}, &Limit::share);
  const std::vector<Limit> all = limits;
  std::erase_if(limits, [&](const Limit& limit) { return !has_margin(limit, all); });
  return limits;
}

}  // namespace heddle::study
