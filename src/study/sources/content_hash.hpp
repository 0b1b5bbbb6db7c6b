// A hash of bytes. Equal bytes have the same hash on every host and in every build.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace heddle::study {

/// Two 64-bit FNV-1a hashes: one of the bytes, and one of the byte '+' followed by the bytes.
class ContentHash {
 public:
  void add(std::string_view bytes);
  std::string text() const;  ///< 32 hexadecimal digits

 private:
  static constexpr std::uint64_t step(std::uint64_t hash, char byte) {
    return (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
  }
  static constexpr std::uint64_t kBasis = 0xCBF29CE484222325;

  std::uint64_t plain_ = kBasis, shifted_ = step(kBasis, '+');
};

std::string content_hash(std::string_view bytes);
/// The hash of the bytes of a file. Throws Error if the file cannot be read.
std::string content_hash_of_file(const std::filesystem::path& file);

/// Joins the texts into one text. Two different lists never give the same result.
std::string unambiguous(std::span<const std::string> texts);

}  // namespace heddle::study
