#include "heddle/core/load_store/answer_queue.hpp"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

TEST(AnswerQueue, AnswersComeByCycleAndThenInTheOrderInWhichTheyWereScheduled) {
  std::mt19937 random(3);
  AnswerQueue queue;
  std::vector<std::pair<Cycle, std::uint32_t>> expected, given;
  std::uint32_t number = 0;
  for (Cycle now = 0; now < 3000; ++now) {
    queue.deliver(now, [&](Origin origin) { given.emplace_back(now, origin.word()); });
    for (unsigned i = random() % 3; now < 2900 && i != 0; --i) {
      expected.emplace_back(now + 1 + random() % 40, number);
      queue.schedule(expected.back().first, Origin(number++));
    }
  }
  std::stable_sort(expected.begin(), expected.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  EXPECT_EQ(given, expected);
  EXPECT_EQ(queue.next(), kNever);
}

TEST(AnswerQueue, SaysWhenTheNextAnswerComes) {
  AnswerQueue queue;
  EXPECT_EQ(queue.next(), kNever);
  queue.schedule(30, Origin(1));
  queue.schedule(20, Origin(2));
  EXPECT_EQ(queue.next(), 20u);
  queue.deliver(20, [](Origin origin) { EXPECT_EQ(origin, Origin(2)); });
  EXPECT_EQ(queue.next(), 30u);
}

TEST(AnswerQueue, AnAnswerCanBeTakenBack) {
  AnswerQueue queue;
  for (const std::uint32_t word : {5u, 6u, 7u, 8u}) queue.schedule(10 + word, Origin(word));
  queue.remove(Origin(7));
  queue.remove(Origin(5));
  EXPECT_EQ(queue.next(), 16u);
  std::vector<std::uint32_t> origins;
  queue.deliver(20, [&](Origin origin) { origins.push_back(origin.word()); });
  EXPECT_EQ(origins, (std::vector<std::uint32_t>{6, 8}));
  queue.schedule(30, Origin(9));
  queue.remove(Origin(9));
  EXPECT_EQ(queue.next(), kNever);
}

}  // namespace
}  // namespace heddle::core
