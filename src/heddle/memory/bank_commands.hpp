// Commands of one kind, at most one for each bank of a DRAM channel. A command has the time from
// which its bank and its request allow it, and the age of its request. No command can issue before
// a limit, for example the time at which a bus of the whole channel is free. The first command is
// the command that can issue earliest under the limit. If several commands can issue at that time,
// the oldest one is the first command. The class remembers the first command until a command
// changes, or until the limit passes the time of a command that was not ready. Most queries
// therefore examine no bank.
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
  /// Sets the bank's command, which can issue from `ready` on. No two banks may have commands with
  /// equal `sequence`.
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
  /// Returns the first command, given that no command can issue before `limit`. If there are no
  /// commands, the result has no bank.
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
