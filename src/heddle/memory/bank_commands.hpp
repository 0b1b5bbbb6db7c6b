// Commands of one kind, one for each bank of a DRAM channel that has something to do: when the bank
// and the request allow the command, and how old the request is. A bus or another limit of the
// whole channel holds all of them back; the first is then the one that may go first, and the oldest
// of those that may go together. The first stays known until it changes or the limit passes a
// command that was not due, so that most questions look at no bank.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/memory/clock.hpp"

namespace heddle::memory {

/// A command that a DRAM channel may issue.
struct DramCommand {
  static constexpr std::uint32_t kNoBank = ~std::uint32_t{0};

  Tick when = kNever;
  std::uint64_t sequence = ~std::uint64_t{0};  ///< of the request, by age
  std::uint32_t bank = kNoBank;
  bool write = false;  ///< the request writes

  bool before(const DramCommand& other) const {
    return when < other.when || (when == other.when && sequence < other.sequence);
  }
};

class BankCommands {
 public:
  static constexpr std::uint32_t kMaximumBanks = 64;

  explicit BankCommands(std::uint32_t banks) : commands_(banks) {}

  bool empty() const { return banks_ == 0; }
  /// The bank's command may go from `ready` on. `sequence` differs from the other banks'.
  void set(std::uint32_t bank, Tick ready, std::uint64_t sequence, bool write) {
    commands_[bank] = {ready, sequence, bank, write};
    banks_ |= std::uint64_t{1} << bank;
    // A younger command that is not ready sooner never goes first.
    if (bank == first_.bank || ready < first_.when || sequence < first_.sequence) forget();
  }
  void clear(std::uint32_t bank) {
    banks_ &= ~(std::uint64_t{1} << bank);
    if (bank == first_.bank) forget();
  }
  /// The first command if none goes before `limit`; without a bank if there is no command.
  DramCommand first(Tick limit) {
    if (limit < from_ || limit >= until_) find(limit);
    DramCommand command = first_;
    if (command.bank != DramCommand::kNoBank) command.when = std::max(command.when, limit);
    return command;
  }

 private:
  void forget() { until_ = 0; }
  void find(Tick limit);

  std::vector<DramCommand> commands_;  ///< by bank; `when`: when it is ready
  std::uint64_t banks_ = 0;            ///< those that have a command
  DramCommand first_;                  ///< for limits from `from_` up to, not including, `until_`
  Tick from_ = 0, until_ = 0;
};

}  // namespace heddle::memory
