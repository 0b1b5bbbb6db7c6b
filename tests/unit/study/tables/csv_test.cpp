// CSV as RFC 4180 has it.
#include "study/tables/csv.hpp"

#include <gmock/gmock.h>

#include "heddle/base/exception.hpp"

namespace heddle::study {
namespace {

using testing::ElementsAre;

TEST(Csv, FieldsInQuotesHoldAnything) {
  const CsvTable table = parse_csv("a,b\r\n\"x, \"\"y\"\"\n z\",\n1,2", "t.csv");
  EXPECT_THAT(table.columns, ElementsAre("a", "b"));
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_THAT(table.rows[0], ElementsAre("x, \"y\"\n z", ""));
  EXPECT_THAT(table.rows[1], ElementsAre("1", "2"));
  EXPECT_THAT(table.lines, ElementsAre(2u, 4u));
}

/// Lines keep their numbers, and a # after the column names is text.
TEST(Csv, ACommentComesBeforeTheColumnNames) {
  const CsvTable table = parse_csv("# Measured by\n#   others.\n#\na,b\n#1,2\n", "t.csv");
  EXPECT_EQ(table.comment, "Measured by others.");
  EXPECT_THAT(table.columns, ElementsAre("a", "b"));
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_THAT(table.rows[0], ElementsAre("#1", "2"));
  EXPECT_THAT(table.lines, ElementsAre(5u));
}

TEST(Csv, WhatIsWrittenIsReadAgain) {
  for (const char* text : {"plain", "with, comma", "with \"quotes\"", "two\nlines", ""}) {
    const CsvTable table = parse_csv("a,b\n" + csv_field(text) + ",1\n", "t.csv");
    EXPECT_EQ(table.rows.at(0).at(0), text);
  }
}

std::string refusal(const char* text) {
  try {
    parse_csv(text, "t.csv");
  } catch (const SourceError& error) {
    return error.what();
  }
  return "";
}

TEST(Csv, SaysWhereItIsWrong) {
  EXPECT_EQ(refusal("a,b\n1,2\n1\n"), "t.csv:3:1: 1 fields, where there are 2 columns");
  EXPECT_EQ(refusal("a,b\n1,\"2\n"),
            "t.csv:2:1: a field in quotes does not end; a quote within one is doubled");
  EXPECT_EQ(refusal("a,b\n\"1\"2,3\n"), "t.csv:2:1: a field goes on after the quote that ends it");
  EXPECT_EQ(refusal(""), "t.csv:1:1: no line of column names");
}

}  // namespace
}  // namespace heddle::study
