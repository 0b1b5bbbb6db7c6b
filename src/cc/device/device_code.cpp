#include "cc/device/device_code.hpp"

#include <charconv>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>

#include <elf.h>

#include "cc/session/session.hpp"

namespace heddle::cc {
namespace {

constexpr std::string_view kSectionMagic = "HEDDLEBC";
constexpr std::size_t kSectionHeaderSize = 16;  // the magic, and a u64 with the size of the bitcode
constexpr std::string_view kDeviceSection = ".llvm.offloading";
constexpr std::string_view kLinkedSection = ".heddle_device_link";
constexpr std::string_view kArchiveMagic = "!<arch>\n";
constexpr std::size_t kMemberHeaderSize = 60;
constexpr std::size_t kMemberSizeOffset = 48, kMemberSizeDigits = 10;

template <typename T>
std::optional<T> read_at(std::string_view bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

/// The contents of every section with the wanted name in an ELF64 file.
std::vector<std::string_view> sections(std::string_view elf, std::string_view wanted) {
  std::vector<std::string_view> found;
  const auto header = read_at<Elf64_Ehdr>(elf, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64) {
    return found;
  }
  const auto section = [&](std::uint64_t index) {
    return read_at<Elf64_Shdr>(elf, header->e_shoff + index * sizeof(Elf64_Shdr));
  };
  const auto names = section(header->e_shstrndx);
  // In a file of more than 65,280 sections, section 0 has their number.
  const auto first = section(0);
  const std::uint64_t count = header->e_shnum != 0 ? header->e_shnum : first ? first->sh_size : 0;
  if (!names) return found;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto entry = section(i);
    if (!entry) break;
    const std::uint64_t name = names->sh_offset + entry->sh_name;
    if (name >= elf.size() ||
        elf.substr(name).substr(0, wanted.size() + 1) != std::string(wanted) + '\0')
      continue;
    if (entry->sh_type != SHT_NOBITS && entry->sh_offset <= elf.size() &&
        entry->sh_size <= elf.size() - entry->sh_offset) {
      found.push_back(elf.substr(entry->sh_offset, entry->sh_size));
    }
  }
  return found;
}

void visit_objects(std::string_view file, const std::function<void(std::string_view)>& visit) {
  if (!file.starts_with(kArchiveMagic)) return visit(file);
  std::size_t at = kArchiveMagic.size();
  while (at + kMemberHeaderSize <= file.size()) {
    const char* digits = file.data() + at + kMemberSizeOffset;
    std::uint64_t size = 0;
    if (std::from_chars(digits, digits + kMemberSizeDigits, size).ec != std::errc()) return;
    at += kMemberHeaderSize;
    if (size > file.size() - at) return;
    visit(file.substr(at, size));
    at += size + size % 2;
  }
}

}  // namespace

std::string wrapped_device_code(std::string_view bitcode) {
  std::string bytes(kSectionMagic);
  const std::uint64_t size = bitcode.size();
  bytes.append(reinterpret_cast<const char*>(&size), sizeof(size));
  bytes += bitcode;
  bytes.resize((bytes.size() + 7) / 8 * 8);
  return bytes;
}

std::vector<std::string> device_code_of(const std::string& file) {
  std::vector<std::string> pieces;
  const std::string content = read_file(file);
  visit_objects(content, [&](std::string_view object) {
    for (std::string_view section : sections(object, kDeviceSection)) {
      while (section.starts_with(kSectionMagic)) {
        const auto size = read_at<std::uint64_t>(section, kSectionMagic.size());
        if (!size || *size > section.size() - kSectionHeaderSize) break;
        pieces.emplace_back(section.substr(kSectionHeaderSize, *size));
        section.remove_prefix(
            std::min<std::size_t>(section.size(), kSectionHeaderSize + (*size + 7) / 8 * 8));
      }
    }
  });
  return pieces;
}

bool is_device_linked(const std::string& file) {
  bool linked = false;
  const std::string content = read_file(file);
  visit_objects(content, [&](std::string_view object) {
    linked = linked || !sections(object, kLinkedSection).empty();
  });
  return linked;
}

}  // namespace heddle::cc
