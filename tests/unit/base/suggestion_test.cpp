#include "heddle/base/text/suggestion.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(EditDistance, CountsEditsAndSwaps) {
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("gto", "got"), 1u);
  EXPECT_EQ(edit_distance("same", "same"), 0u);
}

TEST(Suggestion, NamesTheNearestWordOnlyWhenNear) {
  const std::vector<std::string> known = {"warp_scheduler", "throttle", "residency"};
  EXPECT_EQ(nearest("warp_sheduler", known), "warp_scheduler");
  EXPECT_EQ(nearest("trottle", known), "throttle");
  EXPECT_EQ(nearest("zzz", known), "");
  EXPECT_EQ(did_you_mean("residancy", known), "; did you mean 'residency'?");
  EXPECT_EQ(did_you_mean("q", known), "");
}

TEST(Suggestion, ShortWordsAreNotReplacedWhole) {
  const std::vector<std::string> known = {"lrr", "gto"};
  EXPECT_EQ(nearest("gtp", known), "gto");
  EXPECT_EQ(nearest("xyz", known), "");
  EXPECT_EQ(nearest("foo", known), "");
}

TEST(Suggestion, WhatExistsFollowsTheNearest) {
  const std::vector<std::string> known = {"lrr", "gto"};
  EXPECT_EQ(which_exist("gtp", known), "; did you mean 'gto'? There are: lrr, gto");
  EXPECT_EQ(which_exist("foo", known), "; there are: lrr, gto");
  EXPECT_EQ(which_exist("foo", {}), "");
}

TEST(CommaList, JoinsWords) {
  const std::vector<std::string> words = {"a", "b", "c"};
  EXPECT_EQ(comma_list(words), "a, b, c");
}

}  // namespace
}  // namespace heddle
