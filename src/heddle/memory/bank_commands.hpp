// Commands of one kind, at most one for each bank of a DRAM channel. A command has the time from
// which its bank and its request allow it, and the age of its request. No command can issue before
// a limit, for example the time at which a bus of the whole channel is free. The first command is
// the command that can issue earliest under the limit. If several commands can issue at that time,
// the oldest one is the first command.
//
// The limit hardly ever falls. A command that is ready at the limit of one query is then ready at
// the next one, too. So the class keeps the ready commands apart, and remembers the oldest of them.
// While there are any, the times of the other commands play no part.
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

  explicit BankCommands(std::uint32_t banks) : ready_at_(banks), sequences_(banks) {}

  bool empty() const { return (ready_ | later_) == 0; }
  /// Sets the bank's command, which can issue from `ready` on. No two banks may have commands with
  /// equal `sequence`.
  void set(std::uint32_t bank, Tick ready, std::uint64_t sequence, bool write) {
    clear(bank);
    ready_at_[bank] = ready;
    sequences_[bank] = sequence;
    const std::uint64_t bit = std::uint64_t{1} << bank;
    writes_ = write ? writes_ | bit : writes_ & ~bit;
    if (ready <= limit_)
      add_ready(bank);
    else
      add_later(bank);
  }
  void clear(std::uint32_t bank) {
    const std::uint64_t others = ~(std::uint64_t{1} << bank);
    ready_ &= others;
    later_ &= others;
    if (bank == oldest_) oldest_ = kUnknown;
    if (bank == soonest_) soonest_ = kUnknown;
  }
  /// Returns the first command, given that no command can issue before `limit`. If there are no
  /// commands, the result has no bank.
  DramCommand first(Tick limit) {
    if (limit < limit_) [[unlikely]]
      lower(limit);
    limit_ = limit;
    if (limit >= next_ready_) find_ready();
    if (ready_ != 0) {
      if (oldest_ == kUnknown) find_oldest();
      return command(oldest_, limit);
    }
    if (later_ == 0) return {};
    if (soonest_ == kUnknown) find_soonest();
    return command(soonest_, ready_at_[soonest_]);
  }

 private:
  static constexpr std::uint32_t kUnknown = DramCommand::kNoBank;

  DramCommand command(std::uint32_t bank, Tick when) const {
    return {when, sequences_[bank], bank, (writes_ >> bank & 1) != 0};
  }
  void add_ready(std::uint32_t bank) {
    const bool is_oldest =
        ready_ == 0 || (oldest_ != kUnknown && sequences_[bank] < sequences_[oldest_]);
    if (is_oldest) oldest_ = bank;
    ready_ |= std::uint64_t{1} << bank;
  }
  void add_later(std::uint32_t bank) {
    const bool is_soonest = later_ == 0 || (soonest_ != kUnknown && is_sooner(bank, soonest_));
    if (is_soonest) soonest_ = bank;
    later_ |= std::uint64_t{1} << bank;
    next_ready_ = std::min(next_ready_, ready_at_[bank]);
  }
  bool is_sooner(std::uint32_t bank, std::uint32_t than) const {
    return ready_at_[bank] < ready_at_[than] ||
           (ready_at_[bank] == ready_at_[than] && sequences_[bank] < sequences_[than]);
  }
  /// Moves the commands that are not ready at the limit back to the others.
  void lower(Tick limit);
  /// Moves the commands that have become ready to the ready ones.
  void find_ready();
  void find_oldest();
  void find_soonest();

  // By bank.
  std::vector<Tick> ready_at_;
  std::vector<std::uint64_t> sequences_;
  std::uint64_t writes_ = 0;          ///< banks whose command writes
  std::uint64_t ready_ = 0;           ///< banks with a command that is ready at the limit
  std::uint64_t later_ = 0;           ///< banks with a command that is ready later
  Tick limit_ = 0;                    ///< limit of the last query
  Tick next_ready_ = kNever;          ///< no later command is ready before this time
  std::uint32_t oldest_ = kUnknown;   ///< bank of the oldest ready command
  std::uint32_t soonest_ = kUnknown;  ///< bank of the later command that is first
};

}  // namespace heddle::memory
