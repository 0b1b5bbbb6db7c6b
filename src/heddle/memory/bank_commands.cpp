#include "heddle/memory/bank_commands.hpp"

#include <bit>

namespace heddle::memory {

void BankCommands::find(Tick limit) {
  DramCommand first;
  Tick next_ready = kNever;  // earliest ready time after the limit
  for (std::uint64_t banks = banks_; banks != 0; banks &= banks - 1) {
    DramCommand command = commands_[static_cast<std::uint32_t>(std::countr_zero(banks))];
    if (command.when > limit) {
      next_ready = std::min(next_ready, command.when);
    } else {
      command.when = limit;
    }
    if (command.before(first)) first = command;
  }
  first_ = first;
  if (first.bank != DramCommand::kNoBank) first_.when = commands_[first.bank].when;
  from_ = limit;
  until_ = next_ready;
}

}  // namespace heddle::memory
