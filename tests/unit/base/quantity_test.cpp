#include "heddle/base/text/quantity.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(ParseBytes, AcceptsPlainNumbersAndBinarySuffixes) {
  EXPECT_EQ(parse_bytes("4096"), 4096u);
  EXPECT_EQ(parse_bytes("16KiB"), 16384u);
  EXPECT_EQ(parse_bytes("16 KiB"), 16384u);
  EXPECT_EQ(parse_bytes("1.5GiB"), 1610612736u);
  EXPECT_EQ(parse_bytes("128B"), 128u);
  EXPECT_EQ(parse_bytes("18446744073709551615"), ~std::uint64_t{0});
}

TEST(ParseBytes, RefusesEverythingElse) {
  for (const char* text : {"", "KiB", "16KB", "16kib", "-1", "0.3B", "1e30", "16TiBs", "nan",
                           "18446744073709551615KiB", "16777216TiB"}) {
    EXPECT_FALSE(parse_bytes(text).has_value()) << text;
  }
}

TEST(ParseCount, AcceptsExponents) {
  EXPECT_EQ(parse_count("1e6"), 1000000u);
  EXPECT_EQ(parse_count("2.5e3"), 2500u);
  EXPECT_EQ(parse_count("12"), 12u);
  EXPECT_FALSE(parse_count("1.5").has_value());
  EXPECT_FALSE(parse_count("12KiB").has_value());
}

/// The least normal double is 2^-1022 = 2.2250738585072014e-308.
TEST(ParseNumber, TakesZeroAndNormalNumbers) {
  EXPECT_EQ(parse_number("-2.5"), -2.5);
  EXPECT_EQ(parse_number("0"), 0.0);
  EXPECT_EQ(parse_number("2.2250738585072014e-308"), 0x1p-1022);
  for (const char* text : {"", "x", "1x", "nan", "inf", "1e999", "2.2e-308", "1e-320", "-1e-320"})
    EXPECT_FALSE(parse_number(text).has_value()) << text;
}

TEST(Format, BytesAndCounts) {
  EXPECT_EQ(format_bytes(100), "100 B");
  EXPECT_EQ(format_bytes(16384), "16 KiB");
  EXPECT_EQ(format_bytes(1610612736), "1.50 GiB");
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1000), "1,000");
  EXPECT_EQ(format_count(1234567), "1,234,567");
}

}  // namespace
}  // namespace heddle
