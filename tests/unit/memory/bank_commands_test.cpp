#include "heddle/memory/bank_commands.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::memory {
namespace {

/// The first of all commands, by looking at each of them.
DramCommand first_of(const std::map<std::uint32_t, DramCommand>& commands, Tick limit) {
  DramCommand first;
  for (auto [bank, command] : commands) {
    command.when = std::max(command.when, limit);
    if (command.when < first.when ||
        (command.when == first.when && command.sequence < first.sequence))
      first = command;
  }
  return first;
}

TEST(BankCommands, TheLimitDecidesBetweenTheSoonestAndTheOldest) {
  BankCommands commands(4);
  commands.set(2, 10, 7, false);
  commands.set(3, 20, 5, true);
  EXPECT_EQ(commands.first(0).bank, 2u);
  EXPECT_EQ(commands.first(0).when, Tick{10});
  EXPECT_EQ(commands.first(19).bank, 2u);
  EXPECT_EQ(commands.first(19).when, Tick{19});
  EXPECT_EQ(commands.first(20).bank, 3u) << "both may go at 20: the older one is first";
  EXPECT_TRUE(commands.first(20).write);
  EXPECT_EQ(commands.first(10).bank, 2u) << "the limit may be lower again";
  commands.clear(2);
  EXPECT_EQ(commands.first(10).when, Tick{20});
  commands.clear(3);
  EXPECT_TRUE(commands.empty());
  EXPECT_EQ(commands.first(10).bank, DramCommand::kNoBank);
}

TEST(BankCommands, TheFirstOfRandomCommandsIsThatOfAFullScan) {
  std::mt19937 random(3);
  for (const std::uint32_t banks : {1u, 4u, 16u, 64u}) {
    BankCommands commands(banks);
    std::map<std::uint32_t, DramCommand> all;
    std::vector<std::uint64_t> sequences(20'000);
    for (std::size_t i = 0; i < sequences.size(); ++i) sequences[i] = i;
    std::shuffle(sequences.begin(), sequences.end(), random);
    Tick limit = 0;
    for (const std::uint64_t sequence : sequences) {
      const std::uint32_t bank = random() % banks;
      if (random() % 3 == 0) {
        commands.clear(bank);
        all.erase(bank);
      } else {
        const Tick ready = limit + random() % 40 - std::min<Tick>(limit, 20);
        commands.set(bank, ready, sequence, random() % 2 == 0);
        all[bank] = {ready, sequence, bank, false};
      }
      limit += random() % 4;
      const Tick asked = random() % 8 == 0 ? limit / 2 : limit;
      const DramCommand expected = first_of(all, asked), found = commands.first(asked);
      ASSERT_EQ(found.bank, expected.bank) << "sequence " << sequence;
      ASSERT_EQ(found.when, expected.when);
      ASSERT_EQ(commands.empty(), all.empty());
    }
  }
}

}  // namespace
}  // namespace heddle::memory
