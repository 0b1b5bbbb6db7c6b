#include "cli/run/requests/kernel_argument.hpp"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint64_t kMost = 1 << 20;

KernelArgument parse(const std::string& text) { return parse_kernel_argument(text, kMost); }

TEST(KernelArgument, ValuesAreLittleEndian) {
  EXPECT_EQ(parse("u32:7").bytes, (Bytes{7, 0, 0, 0}));
  EXPECT_EQ(parse("s16:-2").bytes, (Bytes{0xFE, 0xFF}));
  EXPECT_EQ(parse("u8:255").bytes, (Bytes{255}));
  EXPECT_EQ(parse("u64:0x0102030405060708").bytes, (Bytes{8, 7, 6, 5, 4, 3, 2, 1}));
  EXPECT_EQ(parse("f32:1").bytes, (Bytes{0, 0, 0x80, 0x3F}));
  EXPECT_EQ(parse("f64:-2").bytes, (Bytes{0, 0, 0, 0, 0, 0, 0, 0xC0}));
  EXPECT_FALSE(parse("u32:7").is_buffer);
}

TEST(KernelArgument, BytesAreGivenInTheOrderOfMemory) {
  EXPECT_EQ(parse("bytes:00ff1A").bytes, (Bytes{0x00, 0xFF, 0x1A}));
  EXPECT_FALSE(parse("bytes:00").is_buffer);
}

TEST(KernelArgument, BuffersHaveSizesAndContent) {
  EXPECT_EQ(parse("buffer:1KiB").bytes, Bytes(1024));
  EXPECT_EQ(parse("buffer:4:zero").bytes, Bytes(4));
  EXPECT_EQ(parse("buffer:9:iota").bytes, (Bytes{0, 0, 0, 0, 1, 0, 0, 0, 0}));
  EXPECT_TRUE(parse("buffer:4").is_buffer);
}

TEST(KernelArgument, WhatIsNoValueIsRefused) {
  for (const char* text : {"7",
                           "u32:",
                           "u32:x",
                           "u32:-1",
                           "u32:4294967296",
                           "u8:256",
                           "u32:7 ",
                           "f32:one",
                           "buffer:",
                           "buffer:0",
                           "buffer:x",
                           "buffer:4:ones",
                           "buffer:4@/nonexistent",
                           "word:3",
                           "bytes:",
                           "bytes:0",
                           "bytes:0g",
                           "bytes:0x00",
                           "buffer:2MiB",
                           "buffer:64GiB"}) {
    EXPECT_THROW(parse(text), std::runtime_error) << text;
  }
}

TEST(ElementText, PrintsNumbers) {
  const Bytes bytes = {0xFF, 0xFF, 0xFF, 0xFF};
  EXPECT_EQ(element_text(ElementType::u8, bytes.data()), "255");
  EXPECT_EQ(element_text(ElementType::s8, bytes.data()), "-1");
  EXPECT_EQ(element_text(ElementType::u32, bytes.data()), "4294967295");
  EXPECT_EQ(element_text(ElementType::s32, bytes.data()), "-1");
  EXPECT_EQ(bytes_of(ElementType::f64), 8u);
}

}  // namespace
}  // namespace heddle::cli
