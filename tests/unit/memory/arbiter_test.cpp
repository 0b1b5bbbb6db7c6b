#include "heddle/memory/arbiter.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::memory {
namespace {

std::vector<std::uint32_t> grants_of(Arbiter& arbiter) {
  std::vector<std::uint32_t> granted;
  while (arbiter.wanted()) granted.push_back(arbiter.grant([](std::uint32_t) { return 0; }));
  return granted;
}

TEST(Arbiter, WhoWithdrawsGetsNothing) {
  Arbiter arbiter(Arbitration::round_robin, 130, 0);
  for (const std::uint32_t input : {3u, 64u, 129u}) arbiter.request(input);
  arbiter.withdraw(64);
  EXPECT_EQ(grants_of(arbiter), (std::vector<std::uint32_t>{3, 129}));
  arbiter.request(3);
  arbiter.withdraw(3);
  EXPECT_FALSE(arbiter.wanted());
}

TEST(Arbiter, RequestsMoveToAnother) {
  Arbiter from(Arbitration::round_robin, 130, 0), to(Arbitration::round_robin, 130, 0);
  for (const std::uint32_t input : {0u, 1u, 70u, 71u, 128u}) from.request(input);
  to.request(2);
  from.hand_over(to, [](std::uint32_t input) { return input % 2 == 0; });
  EXPECT_EQ(grants_of(from), (std::vector<std::uint32_t>{1, 71}));
  EXPECT_EQ(grants_of(to), (std::vector<std::uint32_t>{0, 2, 70, 128}));
}

}  // namespace
}  // namespace heddle::memory
