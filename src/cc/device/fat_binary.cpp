#include "cc/device/fat_binary.hpp"

#include <cstdint>
#include <cstring>

namespace heddle::cc {
namespace {

constexpr std::uint32_t kFatMagic = 0xBA55ED50;
constexpr std::uint16_t kFatVersion = 1;
constexpr std::uint16_t kFatHeaderSize = 16;
constexpr std::uint16_t kEntryIsPtx = 1;
constexpr std::uint16_t kEntryVersion = 0x0101;
/// The header of an entry is 64 bytes, then the place and the length of the compiler's options,
/// then the options, which are empty. Tools that extract code read them.
constexpr std::uint32_t kOptionsPlace = 64, kOptions = 72, kEntryHeaderSize = 80;
constexpr std::uint64_t kFlags64BitLinux = 0x11;
constexpr std::uint32_t kPtxMajor = 8, kPtxMinor = 0;

template <typename T>
void put(std::string& bytes, std::size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof(value));
}

std::string entry_of(const DeviceText& text) {
  const std::size_t padded = (text.ptx.size() + 1 + 7) / 8 * 8;  // a NUL ends the text
  std::string bytes(kEntryHeaderSize + padded, '\0');
  put(bytes, 0, kEntryIsPtx);
  put(bytes, 2, kEntryVersion);
  put(bytes, 4, kEntryHeaderSize);
  put(bytes, 8, std::uint64_t{padded});
  put(bytes, 20, kOptionsPlace);
  put(bytes, kOptionsPlace, kOptions);
  put(bytes, 24, kPtxMinor | kPtxMajor << 16);
  put(bytes, 28, std::uint32_t{text.architecture});
  put(bytes, 40, kFlags64BitLinux);
  std::memcpy(bytes.data() + kEntryHeaderSize, text.ptx.data(), text.ptx.size());
  return bytes;
}

}  // namespace

std::string fat_binary(std::span<const DeviceText> texts) {
  std::string entries;
  for (const DeviceText& text : texts) entries += entry_of(text);
  std::string bytes(kFatHeaderSize, '\0');
  put(bytes, 0, kFatMagic);
  put(bytes, 4, kFatVersion);
  put(bytes, 6, kFatHeaderSize);
  put(bytes, 8, std::uint64_t{entries.size()});
  return bytes + entries;
}

}  // namespace heddle::cc
