// A text as its words and as its pieces.
#include "heddle/base/text/words.hpp"

#include <gmock/gmock.h>

namespace heddle {
namespace {

using testing::ElementsAre;

TEST(Words, StandBetweenSpaces) {
  EXPECT_THAT(split_words("  1024  6 "), ElementsAre("1024", "6"));
  EXPECT_THAT(split_words(" "), ElementsAre());
}

TEST(Pieces, StandBetweenSeparatorsAndMayBeEmpty) {
  EXPECT_THAT(split_at("1,,2", ','), ElementsAre("1", "", "2"));
  EXPECT_THAT(split_at("", ','), ElementsAre(""));
}

}  // namespace
}  // namespace heddle
