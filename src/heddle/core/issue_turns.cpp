#include "heddle/core/issue_turns.hpp"

namespace heddle::core {

IssueTurns::IssueTurns(const ExecutionSpec& execution, std::uint32_t slots) : slots_(slots) {
  if (slots == 1) return;
  const auto add = [&](std::size_t kind) {
    turn_of_[kind] = static_cast<std::uint8_t>(scarce_count_);
    scarce_[scarce_count_++] = static_cast<UnitKind>(kind);
  };
  const auto memory = static_cast<std::size_t>(UnitKind::memory);
  add(memory);
  for (std::size_t kind = 0; kind < kUnitKinds; ++kind) {
    const bool waits = static_cast<UnitKind>(kind) != UnitKind::control && kind != memory;
    if (waits && execution.units[kind].count < slots) add(kind);
  }
  for (std::size_t kind = 0; kind < kUnitKinds; ++kind) {
    const bool is_scarce = scarce_[turn_of_[kind]] == static_cast<UnitKind>(kind);
    if (!is_scarce) turn_of_[kind] = static_cast<std::uint8_t>(scarce_count_);
  }
}

}  // namespace heddle::core
