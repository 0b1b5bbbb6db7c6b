// The file of a capture, all numbers little-endian:
//
//   "heddle capture\n\0"  version (4 bytes)  bytes of the body (8)
//   body: number of contents (8), each with its size (8) and packed bytes;
//         size of the encoded capture (8), its packed size (8), its packed bytes
//   hash of all preceding bytes (8)
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/hash.hpp"
#include "heddle/capture/check.hpp"
#include "heddle/capture/decoder.hpp"
#include "heddle/capture/encoder.hpp"
#include "heddle/capture/packing.hpp"

namespace heddle::capture {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::array<char, 16> kMagic = {'h', 'e', 'd', 'd', 'l', 'e', ' ',  'c',
                                         'a', 'p', 't', 'u', 'r', 'e', '\n', '\0'};
constexpr std::uint32_t kVersion = 3;
constexpr std::uint64_t kMostText = std::uint64_t{1} << 34;  ///< largest encoded capture, bytes

using Bytes = std::span<const std::uint8_t>;

Bytes bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// Writes values and computes their hash.
class HashedWriter {
 public:
  explicit HashedWriter(const std::function<void(std::string_view)>& write) : write_(write) {}

  void put(std::string_view text) {
    hash_.add(bytes_of(text));
    write_(text);
  }
  template <typename T>
    requires std::is_trivially_copyable_v<T>
  void put_value(const T& value) {
    put({reinterpret_cast<const char*>(&value), sizeof value});
  }
  std::uint64_t hash() const { return hash_.value(); }

 private:
  const std::function<void(std::string_view)>& write_;
  Hash hash_;
};

/// Reads values and computes their hash.
class HashedReader {
 public:
  explicit HashedReader(const std::filesystem::path& file)
      : file_(file), input_(file, file_kinds::kCapture) {}

  /// Reads the next `bytes` bytes. Returns false if the file ends too early.
  bool get(char* to, std::size_t bytes) {
    for (std::size_t at = 0; at != bytes;) {
      const std::size_t got = input_.read(to + at, bytes - at);
      if (got == 0) return false;
      at += got;
    }
    hash_.add({reinterpret_cast<const std::uint8_t*>(to), bytes});
    return true;
  }
  template <typename T>
  T get_value() {
    T value{};
    if (!get(reinterpret_cast<char*>(&value), sizeof value)) cut_off();
    return value;
  }
  /// Reads `bytes` bytes, which may be at most `left`, and subtracts `bytes` from `left`.
  std::string get_text(std::uint64_t bytes, std::uint64_t& left) {
    if (bytes > left) damaged(fmt::format("a part of {} bytes in {}", bytes, left));
    left -= bytes;
    std::string text;
    for (constexpr std::uint64_t kPiece = 1 << 20; text.size() != bytes;) {
      const std::size_t at = text.size();
      text.resize(std::min(bytes, at + kPiece));
      if (!get(text.data() + at, text.size() - at)) cut_off();
    }
    return text;
  }
  std::uint64_t get_count(std::uint64_t& left) {
    if (left < sizeof(std::uint64_t)) damaged("a count is missing");
    left -= sizeof(std::uint64_t);
    return get_value<std::uint64_t>();
  }
  bool at_end() {
    char byte = 0;
    return !get(&byte, 1);
  }
  std::uint64_t hash() const { return hash_.value(); }

  [[noreturn]] void cut_off() const {
    fail("capture '{}' is cut off: copy it again, or record it again (heddle run --capture)",
         file_.string());
  }
  [[noreturn]] void damaged(const std::string& what) const {
    fail("capture '{}' is damaged ({}): copy it again, or record it again (heddle run --capture)",
         file_.string(), what);
  }

 private:
  std::filesystem::path file_;
  InputFile input_;
  Hash hash_;
};

void read_head(HashedReader& reader, const std::filesystem::path& file) {
  std::array<char, 16> magic{};
  if (!reader.get(magic.data(), magic.size()) || magic != kMagic)
    fail("'{}' is no capture: heddle run --capture FILE -- PROGRAM writes one", file.string());
  const auto version = reader.get_value<std::uint32_t>();
  if (version != kVersion)
    fail(
        "'{}' is a capture of version {}, and this heddle reads version {}: record it again "
        "(heddle run --capture), or use the heddle that wrote it",
        file.string(), version, kVersion);
}

/// The parts of a file: packed contents, and the encoded capture.
struct Parts {
  std::vector<Encoder::Packed> table;
  std::uint64_t text_bytes = 0;
  std::string packed_text;
};

Parts read_parts(HashedReader& reader) {
  Parts parts;
  auto left = reader.get_value<std::uint64_t>();
  const std::uint64_t contents = reader.get_count(left);
  for (std::uint64_t i = 0; i < contents; ++i) {
    const std::uint64_t bytes = reader.get_count(left);
    parts.table.push_back(std::make_shared<const std::string>(reader.get_text(bytes, left)));
  }
  parts.text_bytes = reader.get_count(left);
  const std::uint64_t packed = reader.get_count(left);
  parts.packed_text = reader.get_text(packed, left);
  if (left != 0) reader.damaged(fmt::format("{} bytes are left", left));
  const std::uint64_t hash = reader.hash();
  if (reader.get_value<std::uint64_t>() != hash)
    reader.damaged("its bytes are not those that were written");
  if (!reader.at_end()) reader.damaged("there are bytes behind its end");
  if (parts.text_bytes > kMostText) reader.damaged("it is too large");
  if (parts.text_bytes > most_unpacked(packed))
    reader.damaged(fmt::format("{} bytes cannot become {}", packed, parts.text_bytes));
  return parts;
}

}  // namespace

bool is_capture(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return false;
  try {
    std::array<char, 16> magic{};
    HashedReader reader(file);
    return reader.get(magic.data(), magic.size()) && magic == kMagic;
  } catch (const Error&) {
    return false;
  }
}

Capture read_capture(const std::filesystem::path& file) {
  HashedReader reader(file);
  read_head(reader, file);
  const Parts parts = read_parts(reader);
  Capture capture;
  try {
    std::string text(parts.text_bytes, '\0');
    unpack(parts.packed_text, {reinterpret_cast<std::uint8_t*>(text.data()), text.size()});
    Decoder decoder(text, parts.table);
    decoder.get(capture);
    if (!decoder.at_end()) fail("entries are left");
    check(capture);
  } catch (const Error& error) {
    reader.damaged(error.what());
  }
  return capture;
}

void write_capture(const Capture& capture, const std::function<void(std::string_view)>& write) {
  Encoder encoder;
  encoder.put(capture);
  const std::string packed = pack(bytes_of(encoder.bytes()));
  std::uint64_t body = 3 * sizeof(std::uint64_t) + packed.size();
  for (const auto& contents : encoder.table()) body += sizeof(std::uint64_t) + contents->size();
  HashedWriter writer(write);
  writer.put({kMagic.data(), kMagic.size()});
  writer.put_value(kVersion);
  writer.put_value(body);
  writer.put_value(std::uint64_t{encoder.table().size()});
  for (const auto& contents : encoder.table()) {
    writer.put_value(std::uint64_t{contents->size()});
    writer.put(*contents);
  }
  writer.put_value(std::uint64_t{encoder.bytes().size()});
  writer.put_value(std::uint64_t{packed.size()});
  writer.put(packed);
  writer.put_value(writer.hash());
}

}  // namespace heddle::capture
