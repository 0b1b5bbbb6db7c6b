#include "heddle/memory/bank_commands.hpp"

#include <bit>
#include <utility>

namespace heddle::memory {
namespace {

template <typename Visit>
void for_each_bank(std::uint64_t banks, Visit&& visit) {
  for (; banks != 0; banks &= banks - 1) visit(static_cast<std::uint32_t>(std::countr_zero(banks)));
}

}  // namespace

void BankCommands::lower(Tick limit) {
  for_each_bank(std::exchange(ready_, 0), [&](std::uint32_t bank) {
    if (ready_at_[bank] <= limit)
      add_ready(bank);
    else
      add_later(bank);
  });
}

void BankCommands::find_ready() {
  next_ready_ = kNever;
  soonest_ = kUnknown;
  for_each_bank(std::exchange(later_, 0), [&](std::uint32_t bank) {
    if (ready_at_[bank] <= limit_)
      add_ready(bank);
    else
      add_later(bank);
  });
}

void BankCommands::find_oldest() {
  std::uint64_t least = ~std::uint64_t{0};
  for_each_bank(ready_, [&](std::uint32_t bank) {
    const bool is_older = sequences_[bank] <= least;
    least = is_older ? sequences_[bank] : least;
    oldest_ = is_older ? bank : oldest_;
  });
}

void BankCommands::find_soonest() {
  for_each_bank(later_, [&](std::uint32_t bank) {
    if (soonest_ == kUnknown || is_sooner(bank, soonest_)) soonest_ = bank;
  });
}

}  // namespace heddle::memory
