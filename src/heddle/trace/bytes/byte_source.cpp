#include "heddle/trace/bytes/byte_source.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "heddle/base/files/input_file.hpp"
#include "heddle/trace/bytes/decompression.hpp"

namespace heddle::trace {
namespace {

using namespace std::string_view_literals;

/// The first bytes of compressed files: RFC 1952, the .xz file format, RFC 8878.
constexpr std::string_view kGzip = "\x1f\x8b"sv,
                           kXz =
                               "\xfd"
                               "7zXZ\0"sv,
                           kZstd = "\x28\xb5\x2f\xfd"sv;
constexpr std::size_t kMostMagic = 6;

/// The bytes of the file itself. Its first bytes can be looked at before they are read.
class FileBytes final : public ByteSource {
 public:
  explicit FileBytes(const std::filesystem::path& file) : input_(file, file_kinds::kTrace) {
    while (first_.size() < kMostMagic) {
      char byte = 0;
      if (input_.read(&byte, 1) == 0) break;
      first_ += byte;
    }
  }
  std::string_view first() const { return first_; }
  std::size_t read(char* to, std::size_t most) override {
    if (taken_ == first_.size()) return input_.read(to, most);
    const std::size_t count = std::min(most, first_.size() - taken_);
    std::memcpy(to, first_.data() + taken_, count);
    taken_ += count;
    return count;
  }

 private:
  InputFile input_;
  std::string first_;
  std::size_t taken_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& file) {
  auto bytes = std::make_unique<FileBytes>(file);
  const std::string_view first = bytes->first();
  if (first.starts_with(kGzip)) return decompress_gzip(std::move(bytes));
  if (first.starts_with(kXz)) return decompress_xz(std::move(bytes));
  if (first.starts_with(kZstd)) return decompress_zstd(std::move(bytes), {});
  return bytes;
}

}  // namespace heddle::trace
