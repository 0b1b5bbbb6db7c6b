#include "heddle/core/issue/issue_turns.hpp"

#include <algorithm>
#include <vector>

namespace heddle::core {

IssueTurns::IssueTurns(IssueTurnRule rule, const ExecutionSpec& execution, std::uint32_t slots)
    : rule_(rule), slots_(slots) {
  if (slots == 1 || rule != IssueTurnRule::by_grant) return;
  const auto add = [&](std::size_t kind) {
    turn_of_[kind] = static_cast<std::uint8_t>(scarce_count_);
    scarce_[scarce_count_++] = static_cast<UnitKind>(kind);
  };
  const auto memory = static_cast<std::size_t>(UnitKind::memory);
  std::vector<std::size_t> scarce;
  for (std::size_t kind = 0; kind < kUnitKinds; ++kind) {
    const auto unit = static_cast<UnitKind>(kind);
    const bool is_absent = unit == UnitKind::matrix && execution.units[kind].count == 0;
    const bool waits = unit != UnitKind::control && kind != memory && !is_absent;
    if (waits && execution.units[kind].count < slots) scarce.push_back(kind);
  }
  std::ranges::stable_sort(scarce, {}, [&](std::size_t kind) {
    return std::uint64_t{execution.units[kind].count} * execution.units[kind].lanes;
  });
  add(memory);
  for (const std::size_t kind : scarce) add(kind);
  for (std::size_t kind = 0; kind < kUnitKinds; ++kind) {
    const bool is_scarce = scarce_[turn_of_[kind]] == static_cast<UnitKind>(kind);
    if (!is_scarce) turn_of_[kind] = static_cast<std::uint8_t>(scarce_count_);
  }
}

}  // namespace heddle::core
