// Commands of one kind, at most one for each bank of a DRAM channel. Each command has a time from
// which the bank and the request allow it, and the age of the request. No command can issue before
// a limit, for example the time at which a bus of the whole channel is free. The first command is
// the one that can issue first under the limit; if several can issue at that time, it is the
// oldest. The class remembers the first command until a command changes, or until the limit passes
// the time of a command that was not ready. Most queries therefore look at no bank.
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
  /// Sequence number of the request; older requests have smaller numbers.
  std::uint64_t sequence = ~std::uint64_t{0};
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
  /// Sets the bank's command, which can issue from `ready` on. `sequence` must differ between
  /// banks.
  void set(std::uint32_t bank, Tick ready, std::uint64_t sequence, bool write) {
    commands_[bank] = {ready, sequence, bank, write};
    banks_ |= std::uint64_t{1} << bank;
    // A command that is younger than the first one and not ready sooner does not become the first.
    if (bank == first_.bank || ready < first_.when || sequence < first_.sequence) forget();
  }
  void clear(std::uint32_t bank) {
    banks_ &= ~(std::uint64_t{1} << bank);
    if (bank == first_.bank) forget();
  }
  /// Returns the first command if none can issue before `limit`. The result has no bank if there
  /// are no commands.
  DramCommand first(Tick limit) {
    if (limit < from_ || limit >= until_) find(limit);
    DramCommand command = first_;
    if (command.bank != DramCommand::kNoBank) command.when = std::max(command.when, limit);
    return command;
  }

 private:
  void forget() { until_ = 0; }
  void find(Tick limit);

  std::vector<DramCommand> commands_;  ///< by bank; `when`: the time from which it is ready
  std::uint64_t banks_ = 0;            ///< banks that have a command
  DramCommand first_;                  ///< valid for limits in [from_, until_)
  Tick from_ = 0, until_ = 0;
};

}  // namespace heddle::memory
