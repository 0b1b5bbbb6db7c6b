#include "heddle/exec/system/printf_format.hpp"

#include <array>
#include <clocale>
#include <cstring>

#include <gtest/gtest.h>

namespace heddle::exec {
namespace {

/// Arguments laid out as a C compiler lays out a structure of them.
class Arguments {
 public:
  template <typename T>
  Arguments& add(T value) {
    used_ = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
    std::memcpy(bytes_.data() + used_, &value, sizeof value);
    used_ += sizeof value;
    return *this;
  }
  PrintfMemory memory() const {
    return {.argument =
                [this](std::uint64_t offset, void* to, std::uint64_t bytes) {
                  ASSERT_LE(offset + bytes, used_);
                  std::memcpy(to, bytes_.data() + offset, bytes);
                },
            .text = [](Addr address) { return address == 16 ? "sixteen" : "other"; }};
  }

 private:
  std::array<std::uint8_t, 64> bytes_{};
  std::size_t used_ = 0;
};

std::string print(const std::string& format, const Arguments& arguments = {}) {
  return format_printf(format, arguments.memory()).text;
}

TEST(Printf, TextAndPercent) {
  EXPECT_EQ(print("no arguments\n"), "no arguments\n");
  EXPECT_EQ(print("100%%"), "100%");
  EXPECT_EQ(print(""), "");
}

TEST(Printf, Integers) {
  const Arguments a = Arguments().add<int>(-5).add<unsigned>(0xFFFFFFFFu).add<int>(255);
  EXPECT_EQ(print("%d %u %x", a), "-5 4294967295 ff");
  EXPECT_EQ(print("[%5d|%-6u", Arguments().add<int>(42).add<unsigned>(7)), "[   42|7     ");
  EXPECT_EQ(print("%+i %05d %#X", Arguments().add<int>(3).add<int>(-4).add<int>(0xab)),
            "+3 -0004 0XAB");
  EXPECT_EQ(print("%hhd %hu", Arguments().add<int>(-1).add<int>(0x10001)), "-1 1");
}

TEST(Printf, WidthAndPrecisionBelowZero) {
  EXPECT_EQ(print("[%*d]", Arguments().add<int>(-4).add<int>(7)), "[7   ]");
  EXPECT_EQ(print("%.*f", Arguments().add<int>(-1).add<double>(1.5)), "1.500000");
  EXPECT_EQ(print("%.*f %.f", Arguments().add<int>(0).add<double>(2.0).add<double>(3.0)), "2 3");
}

TEST(Printf, LongArgumentsAreAligned) {
  const Arguments a = Arguments().add<int>(1).add<long long>(-1234567890123).add<int>(2);
  EXPECT_EQ(print("%d %lld %d", a), "1 -1234567890123 2");
  EXPECT_EQ(print("%d %lu", Arguments().add<int>(1).add<unsigned long>(1ul << 63)),
            "1 9223372036854775808");
  EXPECT_EQ(print("%zu %llx", Arguments().add<std::size_t>(9).add<long long>(0xABCDEF0123)),
            "9 abcdef0123");
}

TEST(Printf, Floats) {
  EXPECT_EQ(print("%f", Arguments().add<double>(1.5)), "1.500000");
  EXPECT_EQ(print("%d:%.2f", Arguments().add<int>(1).add<double>(2.675)), "1:2.67");
  EXPECT_EQ(print("%e", Arguments().add<double>(12345.678)), "1.234568e+04");
  EXPECT_EQ(print("%g %g", Arguments().add<double>(0.0001).add<double>(1e10)), "0.0001 1e+10");
  EXPECT_EQ(print("%8.3f|", Arguments().add<double>(-3.14159)), "  -3.142|");
}

TEST(Printf, CharactersStringsAndPointers) {
  EXPECT_EQ(print("%c%c", Arguments().add<int>('a').add<int>('b')), "ab");
  EXPECT_EQ(print("<%s> <%10.3s>", Arguments().add<std::uint64_t>(16).add<std::uint64_t>(16)),
            "<sixteen> <       six>");
  EXPECT_EQ(print("%s", Arguments().add<std::uint64_t>(0)), "(null)");
  EXPECT_EQ(print("%p", Arguments().add<std::uint64_t>(0x10000100)), "0x10000100");
}

TEST(Printf, WidthAndPrecisionFromArguments) {
  EXPECT_EQ(print("%*d|%.*f", Arguments().add<int>(4).add<int>(7).add<int>(1).add<double>(2.25)),
            "   7|2.2");
}

TEST(Printf, CountsArguments) {
  const Arguments a = Arguments().add<int>(1).add<int>(2);
  EXPECT_EQ(format_printf("%d %d %%", a.memory()).arguments, 2u);
}

TEST(Printf, UnknownConversionsAreCopied) {
  EXPECT_EQ(print("%y %", Arguments()), "%y %");
  EXPECT_EQ(print("%n", Arguments()), "%n");
}

TEST(Printf, IgnoresTheHostsLocale) {
  const char* const set = std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
  EXPECT_EQ(print("%.1f", Arguments().add<double>(0.5)), "0.5");
  if (set != nullptr) std::setlocale(LC_NUMERIC, "C");
}

}  // namespace
}  // namespace heddle::exec
