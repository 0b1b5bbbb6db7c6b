#include "cudart/module/fat_binary.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "heddle/base/error.hpp"

namespace heddle::cudart {
namespace {

constexpr std::uint64_t kContainerHeader = 16;
constexpr std::uint64_t kSmallestEntryHeader = 64;
constexpr std::uint64_t kFlagZstd = 0x8000;
constexpr std::uint64_t kFlagLz4 = 0x2000;
constexpr std::uint64_t kFlagOldCompression = 0x1000;

template <typename Integer>
Integer load(std::span<const std::uint8_t> data, std::uint64_t offset) {
  Integer value;
  std::memcpy(&value, data.data() + offset, sizeof value);
  return value;
}

Compression compression_of(std::uint64_t flags) {
  if ((flags & kFlagZstd) != 0) return Compression::zstd;
  if ((flags & kFlagLz4) != 0) return Compression::lz4;
  if ((flags & kFlagOldCompression) != 0)
    fail(
        "the embedded device code is compressed in an unknown way (flags {:#x}); build the "
        "program with nvcc --no-compress",
        flags);
  return Compression::none;
}

/// The entry at the start of `data`. `size` becomes the bytes of the entry with its header.
CodeEntry parse_entry(std::span<const std::uint8_t> data, std::uint64_t& size) {
  if (data.size() < kSmallestEntryHeader)
    fail("the embedded device code is damaged: an entry is cut short");
  const auto header = load<std::uint32_t>(data, 4);
  const auto padded = load<std::uint64_t>(data, 8);
  const auto packed = load<std::uint32_t>(data, 16);
  if (header < kSmallestEntryHeader || header > data.size() || padded > data.size() - header ||
      packed > padded)
    fail("the embedded device code is damaged: an entry is larger than its container");
  CodeEntry entry;
  entry.kind = static_cast<CodeKind>(load<std::uint16_t>(data, 0));
  entry.architecture = load<std::uint32_t>(data, 28);
  entry.unpacked_bytes = load<std::uint64_t>(data, 56);
  if (entry.kind == CodeKind::ptx)
    entry.compression = compression_of(load<std::uint64_t>(data, 40));
  const bool whole = entry.compression == Compression::none || packed == 0;
  entry.payload = data.subspan(header, whole ? padded : packed);
  size = header + padded;
  return entry;
}

/// The whole container that begins at `data`. Its header states the size.
std::span<const std::uint8_t> container_at(const void* data) {
  const std::span<const std::uint8_t> head(static_cast<const std::uint8_t*>(data),
                                           kContainerHeader);
  return {head.data(), load<std::uint16_t>(head, 6) + load<std::uint64_t>(head, 8)};
}

/// Whether a later entry suits the device at least as well as an earlier one.
bool suits_better(std::uint32_t later, std::uint32_t earlier, std::uint32_t capability) {
  if ((later <= capability) != (earlier <= capability)) return later <= capability;
  return later <= capability ? later >= earlier : later <= earlier;
}

}  // namespace

std::string ptx_at(const void* data, std::uint32_t capability) {
  std::uint32_t magic = 0;
  std::memcpy(&magic, data, sizeof magic);
  if (magic == kContainerMagic)
    return chosen_ptx(container_entries(container_at(data)), capability);
  return static_cast<const char*>(data);
}

std::vector<CodeEntry> container_entries(std::span<const std::uint8_t> data) {
  if (data.size() < kContainerHeader || load<std::uint32_t>(data, 0) != kContainerMagic)
    fail("the embedded device code is damaged: it does not begin like a fat binary");
  const auto header = load<std::uint16_t>(data, 6);
  const auto bytes = load<std::uint64_t>(data, 8);
  if (header < kContainerHeader || header > data.size() || bytes > data.size() - header)
    fail("the embedded device code is damaged: the fat binary is cut short");
  std::vector<CodeEntry> entries;
  for (auto rest = data.subspan(header, bytes); !rest.empty();) {
    std::uint64_t size = 0;
    entries.push_back(parse_entry(rest, size));
    rest = rest.subspan(size);
  }
  return entries;
}

std::string chosen_ptx(const std::vector<CodeEntry>& entries, std::uint32_t capability) {
  const CodeEntry* best = nullptr;
  std::set<std::uint32_t> machine_code;
  for (const CodeEntry& entry : entries) {
    if (entry.kind == CodeKind::machine_code) machine_code.insert(entry.architecture);
    if (entry.kind != CodeKind::ptx) continue;
    if (best == nullptr || suits_better(entry.architecture, best->architecture, capability))
      best = &entry;
  }
  if (best == nullptr) {
    std::string found;
    for (const std::uint32_t architecture : machine_code)
      found += fmt::format("{}sm_{}", found.empty() ? "" : ", ", architecture);
    throw NoPtx(fmt::format(
        "the program carries no PTX, only machine code ({}), which heddle does not run; build it "
        "with PTX, as nvcc -gencode arch=compute_75,code=compute_75 does, or with heddle cc",
        found.empty() ? "none" : found));
  }
  std::string text = decompress(best->compression, best->payload, best->unpacked_bytes);
  text.resize(std::min(text.size(), text.find('\0')));  // drops the padding
  return text;
}

std::vector<std::string> ptx_texts(const FatBinaryWrapper& wrapper, std::uint32_t capability) {
  if (wrapper.magic != kWrapperMagic)
    fail("the program registers device code in an unknown form (magic {:#x})", wrapper.magic);
  if (wrapper.version < 1 || wrapper.version > 2)
    fail("the program registers device code in an unknown version of the form ({})",
         wrapper.version);
  std::vector<std::string> texts;
  if (wrapper.version == 2 && wrapper.linked != nullptr) {
    for (const auto* const* file = static_cast<const void* const*>(wrapper.linked);
         *file != nullptr; ++file)
      texts.push_back(ptx_at(*file, capability));
  }
  if (texts.empty()) texts.push_back(ptx_at(wrapper.data, capability));
  return texts;
}

}  // namespace heddle::cudart
