#include "heddle/base/text/visible_text.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(VisibleText, CommandsOfATerminalAreWrittenOut) {
  EXPECT_EQ(visible("a\x1b[2Jb"), "a\\x1b[2Jb");
  EXPECT_EQ(visible("\x1b]0;title\x07"), "\\x1b]0;title\\x07");
  EXPECT_EQ(visible("over\rwritten\b\x7f"), "over\\x0dwritten\\x08\\x7f");
  EXPECT_EQ(visible(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(visible("\xc2\x9b"
                    "2J"),
            "\\xc2\\x9b2J");  // CSI in UTF-8
  EXPECT_EQ(visible("\x9b"
                    "2J"),
            "\\x9b2J");  // and of 8 bits
}

TEST(VisibleText, OtherTextStays) {
  for (const char* const text : {"", "a line\nand\ta tab\n", "void k<int>(float*)", "\xc3\xa9",
                                 "\xe2\x82\xac", "\xf0\x9f\x99\x82", "\xc2\xa0", "C:\\x"})
    EXPECT_EQ(visible(text), text);
}

TEST(VisibleText, WhatIsNoUtf8HasNoCommandsEither) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second)};
      for (const char c : visible(text)) {
        const auto byte = static_cast<unsigned char>(c);
        EXPECT_TRUE(byte >= 0x20 || c == '\n' || c == '\t') << first << ' ' << second;
        EXPECT_NE(byte, 0x7F);
      }
    }
  }
}

}  // namespace
}  // namespace heddle
