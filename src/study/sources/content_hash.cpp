#include "study/sources/content_hash.hpp"

#include <fmt/core.h>

#include "heddle/base/files/input_file.hpp"

namespace heddle::study {

void ContentHash::add(std::string_view bytes) {
  for (const char byte : bytes) {
    plain_ = step(plain_, byte);
    shifted_ = step(shifted_, byte);
  }
}

std::string ContentHash::text() const { return fmt::format("{:016x}{:016x}", plain_, shifted_); }

std::string content_hash(std::string_view bytes) {
  ContentHash hash;
  hash.add(bytes);
  return hash.text();
}

std::string content_hash_of_file(const std::filesystem::path& file) {
  ContentHash hash;
  visit_file(file, file_kinds::kProgram, [&](std::string_view bytes) { hash.add(bytes); });
  return hash.text();
}

std::string unambiguous(std::span<const std::string> texts) {
  std::string all;
  for (const std::string& text : texts) all += fmt::format("{}:{}\n", text.size(), text);
  return all;
}

}  // namespace heddle::study
