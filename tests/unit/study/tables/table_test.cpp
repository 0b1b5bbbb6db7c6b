#include "study/tables/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::study {
namespace {

using testing::ElementsAre;

TEST(Table, WrapsItsWidestColumnsAtTheEdgeOfATerminal) {
  const Table table{{"key", "meaning"},
                    {{"l1.bytes", "bytes of the first level cache of an SM"}, {"l2", "short"}}};
  EXPECT_EQ(table.text(),
            "key       meaning\n"
            "l1.bytes  bytes of the first level cache of an SM\n"
            "l2        short\n");
  EXPECT_EQ(table.text(36),
            "key       meaning\n"
            "l1.bytes  bytes of the first level\n"
            "          cache of an SM\n"
            "l2        short\n");
  EXPECT_EQ(table.width(), 49u);
  EXPECT_EQ(table.text(20), table.text(34));  // no column of words is narrower than 24
  const Table two{{"a", "b"}, {{"some words that are many", "and as many words as there are"}}};
  EXPECT_EQ(two.text(50),
            "a                         b\n"
            "some words that are many  and as many words as\n"
            "                          there are\n");
}

TEST(Table, AlignsDigits) {
  Table table{{"name", "a", "b"}, {{"x", "5", "1"}, {"y", "12", "100"}}};
  table.align_right({2});
  EXPECT_EQ(table.text(),
            "name  a     b\n"
            "x     5     1\n"
            "y     12  100\n");
}

TEST(Table, LeavesOutColumns) {
  Table table{{"name", "a", "b", "c"}, {{"x", "-", "1", " -"}, {"y", "-", "-", "  "}}};
  table.leave_out_dashes();
  EXPECT_EQ(table.text(), "name  b\nx     1\ny     -\n");
  table.leave_out("b");
  table.leave_out("none");
  EXPECT_EQ(table.text(), "name\nx\ny\n");
}

TEST(Wrapped, KeepsWordsWhole) {
  EXPECT_THAT(wrapped("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("seventeen letters", 4), ElementsAre("seventeen", "letters"));
  EXPECT_THAT(wrapped("", 4), ElementsAre(""));
}

}  // namespace
}  // namespace heddle::study
