#include "heddle/memory/mshr.hpp"

#include <map>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::memory {
namespace {

std::vector<std::uint32_t> fill(Mshr& mshr, Addr line, std::uint8_t sectors) {
  std::vector<std::uint32_t> ready;
  mshr.fill(line, sectors, [&](std::uint32_t waiter) { ready.push_back(waiter); });
  return ready;
}

TEST(Mshr, MergesRequestsForOneLineAndReleasesThemInOrder) {
  Mshr mshr(4, 4);
  std::uint8_t missing = 0;
  EXPECT_EQ(mshr.add(128, 0xF, 7, missing), Mshr::Outcome::allocated);
  EXPECT_EQ(missing, 0xF);
  EXPECT_EQ(mshr.add(128, 0x3, 9, missing), Mshr::Outcome::merged);
  EXPECT_EQ(missing, 0);
  EXPECT_EQ(fill(mshr, 128, 0xF), (std::vector<std::uint32_t>{7, 9}));
  EXPECT_EQ(mshr.used(), 0u);
}

TEST(Mshr, AsksOnlyForSectorsThatNobodyAskedFor) {
  Mshr mshr(4, 4);
  std::uint8_t missing = 0;
  mshr.add(0, 0b0001, 1, missing);
  mshr.add(0, 0b0011, 2, missing);
  EXPECT_EQ(missing, 0b0010);
  EXPECT_EQ(fill(mshr, 0, 0b0001), (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(mshr.used(), 1u);
  EXPECT_EQ(fill(mshr, 0, 0b0010), (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(mshr.used(), 0u);
}

TEST(Mshr, RefusesWhenFull) {
  Mshr mshr(2, 2);
  std::uint8_t missing = 0;
  mshr.add(0, 1, 0, missing);
  mshr.add(128, 1, 1, missing);
  EXPECT_EQ(mshr.add(256, 1, 2, missing), Mshr::Outcome::entries_full);
  EXPECT_EQ(mshr.add(0, 1, 3, missing), Mshr::Outcome::merged);
  EXPECT_EQ(mshr.add(0, 1, 4, missing), Mshr::Outcome::merges_full);
}

TEST(Mshr, AgreesWithAMapUnderRandomTraffic) {
  Mshr mshr(16, 4);
  std::map<Addr, std::vector<std::uint32_t>> model;
  std::mt19937 random(1);
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    const Addr line = 128 * (random() % 64);
    if (random() % 2 == 0) {
      std::uint8_t missing = 0;
      const auto outcome = mshr.add(line, 1, i, missing);
      auto found = model.find(line);
      if (found != model.end() && found->second.size() == 4) {
        ASSERT_EQ(outcome, Mshr::Outcome::merges_full);
      } else if (found != model.end()) {
        ASSERT_EQ(outcome, Mshr::Outcome::merged);
        found->second.push_back(i);
      } else if (model.size() == 16) {
        ASSERT_EQ(outcome, Mshr::Outcome::entries_full);
      } else {
        ASSERT_EQ(outcome, Mshr::Outcome::allocated);
        model[line] = {i};
      }
    } else if (const auto found = model.find(line); found != model.end()) {
      ASSERT_EQ(fill(mshr, line, 1), found->second);
      model.erase(found);
    }
    ASSERT_EQ(mshr.used(), model.size());
  }
}

}  // namespace
}  // namespace heddle::memory
