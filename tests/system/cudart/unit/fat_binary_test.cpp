#include "cudart/module/fat_binary.hpp"

#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lz4.h>
#include <zstd.h>

#include "heddle/base/error.hpp"

namespace heddle::cudart {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kText =
    ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k() { ret; }\n" +
    std::string(200, ' ') + "\n";

template <typename Integer>
void put(std::string& bytes, std::size_t offset, Integer value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

struct EntryRecipe {
  CodeKind kind = CodeKind::ptx;
  std::uint32_t architecture = 75;
  std::uint64_t flags = 0x11;
  std::string payload;
  std::uint32_t compressed_bytes = 0;
  std::uint64_t unpacked_bytes = 0;
  std::uint32_t header_bytes = 64;
};

std::string entry(const EntryRecipe& recipe) {
  std::string bytes(recipe.header_bytes, '\0');
  std::string payload = recipe.payload;
  payload.resize((payload.size() + 7) / 8 * 8, '\0');
  put(bytes, 0, static_cast<std::uint16_t>(recipe.kind));
  put(bytes, 2, std::uint16_t{0x101});
  put(bytes, 4, recipe.header_bytes);
  put(bytes, 8, std::uint64_t{payload.size()});
  put(bytes, 16, recipe.compressed_bytes);
  put(bytes, 28, recipe.architecture);
  put(bytes, 40, recipe.flags);
  put(bytes, 56, recipe.unpacked_bytes);
  return bytes + payload;
}

std::string container(const std::string& entries) {
  std::string bytes(16, '\0');
  put(bytes, 0, kContainerMagic);
  put(bytes, 4, std::uint16_t{1});
  put(bytes, 6, std::uint16_t{16});
  put(bytes, 8, std::uint64_t{entries.size()});
  return bytes + entries;
}

std::string plain_entry(std::uint32_t architecture, const std::string& text) {
  return entry({.architecture = architecture, .payload = text});
}

std::string zstd_entry(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return entry({.flags = 0x8011,
                .payload = packed,
                .compressed_bytes = static_cast<std::uint32_t>(packed.size()),
                .unpacked_bytes = text.size(),
                .header_bytes = 80});
}

std::string lz4_entry(const std::string& text) {
  std::string packed(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(text.size()))),
                     '\0');
  packed.resize(static_cast<std::size_t>(LZ4_compress_default(
      text.data(), packed.data(), static_cast<int>(text.size()), static_cast<int>(packed.size()))));
  return entry({.flags = 0x2011,
                .payload = packed,
                .compressed_bytes = static_cast<std::uint32_t>(packed.size()),
                .unpacked_bytes = text.size(),
                .header_bytes = 80});
}

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string ptx_of(const std::string& container_bytes, std::uint32_t capability = 75) {
  return ptx_texts({.data = container_bytes.data()}, capability).at(0);
}

std::string refusal(const std::string& container_bytes) {
  try {
    chosen_ptx(container_entries(bytes_of(container_bytes)), 75);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(FatBinary, TakesPlainTextFromTheWrapper) {
  EXPECT_THAT(ptx_texts({.data = kText.c_str()}, 75), ElementsAre(kText));
}

TEST(FatBinary, UnpacksEveryCompression) {
  EXPECT_EQ(ptx_of(container(plain_entry(75, kText))), kText);
  EXPECT_EQ(ptx_of(container(zstd_entry(kText))), kText);
  EXPECT_EQ(ptx_of(container(lz4_entry(kText))), kText);
}

/// As the driver of a GPU does, but for a device below all entries, which a GPU refuses.
TEST(FatBinary, ChoosesTheHighestPtxThatIsNotAboveTheDevice) {
  const std::string code = entry({.kind = CodeKind::machine_code,
                                  .architecture = 80,
                                  .payload = "\x7f"
                                             "ELF"});
  const std::string all =
      container(plain_entry(70, "first 70") + code + plain_entry(80, "80") +
                plain_entry(70, "last 70") + plain_entry(90, "90") + plain_entry(75, "75"));
  EXPECT_EQ(ptx_of(all, 70), "last 70");
  EXPECT_EQ(ptx_of(all, 72), "last 70");
  EXPECT_EQ(ptx_of(all, 75), "75");
  EXPECT_EQ(ptx_of(all, 80), "80");
  EXPECT_EQ(ptx_of(all, 89), "80");
  EXPECT_EQ(ptx_of(all, 90), "90");
  const std::string above =
      container(plain_entry(90, "90") + plain_entry(80, "first 80") + plain_entry(80, "last 80"));
  EXPECT_EQ(ptx_of(above, 75), "last 80");
}

TEST(FatBinary, SaysThatThereIsOnlyMachineCode) {
  const std::string code = entry({.kind = CodeKind::machine_code,
                                  .architecture = 86,
                                  .payload = "\x7f"
                                             "ELF"}) +
                           entry({.kind = CodeKind::machine_code,
                                  .architecture = 70,
                                  .payload = "\x7f"
                                             "ELF"});
  EXPECT_THAT(refusal(container(code)), HasSubstr("only machine code (sm_70, sm_86)"));
}

TEST(FatBinary, TakesTheTextOfEachLinkedFile) {
  const std::string one = container(plain_entry(75, "one"));
  const std::string two = container(lz4_entry(kText));
  const std::string empty = container("");
  const void* linked[] = {one.data(), two.data(), nullptr};
  EXPECT_THAT(ptx_texts({.version = 2, .data = empty.data(), .linked = linked}, 75),
              ElementsAre("one", kText));
}

TEST(FatBinary, RefusesWhatIsDamaged) {
  const std::string good = container(zstd_entry(kText));
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(refusal(good.substr(0, size)), "accepted") << size;

  std::string wrong_size = good;
  put(wrong_size, 16 + 56, std::uint64_t{kText.size() + 1});
  EXPECT_THAT(refusal(wrong_size), HasSubstr("damaged"));
  put(wrong_size, 16 + 56, ~std::uint64_t{0});
  EXPECT_THAT(refusal(wrong_size), HasSubstr("damaged"));

  std::string huge_entry = good;
  put(huge_entry, 16 + 8, ~std::uint64_t{0});
  EXPECT_THAT(refusal(huge_entry), HasSubstr("larger than its container"));

  std::string bad_block = container(lz4_entry(kText));
  bad_block[16 + 80] = '\x7f';
  EXPECT_THAT(refusal(bad_block), HasSubstr("damaged"));
}

TEST(FatBinary, RefusesUnknownWrappersAndCompressions) {
  EXPECT_THROW(ptx_texts({.magic = 1, .data = kText.c_str()}, 75), Error);
  EXPECT_THROW(ptx_texts({.version = 3, .data = kText.c_str()}, 75), Error);
  EXPECT_THAT(refusal(container(entry({.flags = 0x1011, .payload = "x"}))),
              HasSubstr("unknown way"));
}

}  // namespace
}  // namespace heddle::cudart
