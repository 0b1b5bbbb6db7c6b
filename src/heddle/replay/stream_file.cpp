#include "heddle/replay/stream_file.hpp"

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>

#include "heddle/base/error.hpp"

namespace heddle::replay {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::array<char, 16> kMagic = {'h', 'e', 'd', 'd', 'l', 'e', ' ', 'l',
                                         '1', ' ', 's', 't', 'r', 'e', 'a', 'm'};
constexpr std::uint32_t kLaunch = 1, kRecords = 2;  ///< types of chunks in the file
constexpr std::uint32_t kMostSms = 1u << 16;
constexpr std::size_t kRecordsAtOnce = 1 << 14;
constexpr std::uint64_t kMostNameBytes = 1 << 20;  ///< maximum length of a kernel's name

std::uint32_t flags_of(const CacheShape& shape) {
  return (shape.sectored ? 1u : 0u) | (shape.write_update ? 2u : 0u) |
         (shape.write_allocate ? 4u : 0u) | (shape.local_back ? 8u : 0u) |
         (shape.set_index == SetIndex::fermi ? 16u : 0u);
}

template <typename Value>
std::string_view bytes_of(const Value& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// Opens the file of a stream. The file must be regular, since the reader jumps between positions.
/// It may have any size.
std::ifstream opened(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (std::filesystem::is_directory(status))
    fail("cannot read '{}': it is a folder", file.string());
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    fail("cannot read '{}': it is a device or a pipe, not a file", file.string());
  std::ifstream stream(file, std::ios::binary);
  if (!stream) fail("cannot read '{}': {}", file.string(), std::strerror(errno));
  return stream;
}

}  // namespace

std::string StreamWriter::head(const CacheShape& shape, std::uint32_t sms) {
  std::string head;
  const auto put = [&](const auto& value) { head += bytes_of(value); };
  put(kMagic);
  put(kStreamVersion);
  put(sms);
  put(shape.bytes);
  put(shape.line_bytes);
  put(shape.associativity);
  put(flags_of(shape));
  put(std::uint32_t{0});
  return head;
}

void StreamWriter::chunk(std::uint32_t type, std::uint32_t sm, std::uint64_t bytes) {
  write_(bytes_of(type));
  write_(bytes_of(sm));
  write_(bytes_of(bytes));
}

void StreamWriter::launch(std::uint64_t number, std::string_view kernel) {
  chunk(kLaunch, 0, sizeof number + kernel.size());
  write_(bytes_of(number));
  write_(kernel);
}

void StreamWriter::records(std::uint32_t sm, std::span<const Record> records) {
  chunk(kRecords, sm, records.size_bytes());
  write_({reinterpret_cast<const char*>(records.data()), records.size_bytes()});
}

StreamReader::StreamReader(const std::filesystem::path& file) : file_(file), stream_(opened(file)) {
  std::error_code error;
  size_ = std::filesystem::file_size(file, error);
  if (error) fail("cannot read '{}': {}", file.string(), error.message());
  read_header();
  find_chunks();
}

template <typename Value>
Value StreamReader::get() {
  Value value{};
  stream_.read(reinterpret_cast<char*>(&value), sizeof value);
  if (!stream_) cut_off();
  return value;
}

void StreamReader::cut_off() const {
  fail(
      "'{}' ends inside of a chunk: run the program again to its end, with --set "
      "run.l1_stream=true",
      file_.string());
}

void StreamReader::read_header() {
  if (size_ < sizeof kMagic || get<std::array<char, 16>>() != kMagic)
    fail(
        "'{}' is no L1 stream: heddle run --out DIR --set run.l1_stream=true writes one to "
        "DIR/l1_stream.bin",
        file_.string());
  const auto version = get<std::uint32_t>();
  if (version != kStreamVersion)
    fail("'{}' is an L1 stream of version {}, and this heddle reads version {}: record it again",
         file_.string(), version, kStreamVersion);
  const auto sms = get<std::uint32_t>();
  if (sms > kMostSms) fail("'{}' is damaged: {} SMs", file_.string(), sms);
  shape_.bytes = get<std::uint64_t>();
  shape_.line_bytes = get<std::uint32_t>();
  shape_.associativity = get<std::uint32_t>();
  const auto flags = get<std::uint32_t>();
  get<std::uint32_t>();
  shape_.sectored = (flags & 1) != 0;
  shape_.write_update = (flags & 2) != 0;
  shape_.write_allocate = (flags & 4) != 0;
  shape_.local_back = (flags & 8) != 0;
  shape_.set_index = (flags & 16) != 0 ? SetIndex::fermi : SetIndex::linear;
  check(shape_);
  chunks_.resize(sms);
}

void StreamReader::find_chunks() {
  for (std::uint64_t at = static_cast<std::uint64_t>(stream_.tellg()); at != size_;) {
    const auto type = get<std::uint32_t>();
    const auto sm = get<std::uint32_t>();
    const auto bytes = get<std::uint64_t>();
    at += 16;
    if (bytes > size_ - at) cut_off();
    if (type == kLaunch && bytes >= 8) {
      const auto number = get<std::uint64_t>();
      if (bytes > kMostNameBytes)
        fail("'{}' is damaged: a kernel's name of {} bytes", file_.string(), bytes);
      std::string kernel(bytes - 8, ' ');
      stream_.read(kernel.data(), static_cast<std::streamsize>(kernel.size()));
      launches_[number] = std::move(kernel);
    } else if (type == kRecords && sm < chunks_.size() && bytes % sizeof(Record) == 0) {
      chunks_[sm].push_back({at, bytes / sizeof(Record)});
    } else {
      fail("'{}' is damaged: there is no chunk of type {} at byte {}", file_.string(), type,
           at - 16);
    }
    at += bytes;
    stream_.seekg(static_cast<std::streamoff>(at));
  }
}

void StreamReader::read(std::uint32_t sm, const std::function<void(const Record&)>& visit) {
  std::vector<Record> buffer;
  for (const Chunk& chunk : chunks_.at(sm)) {
    stream_.seekg(static_cast<std::streamoff>(chunk.offset));
    for (std::uint64_t left = chunk.records; left != 0; left -= buffer.size()) {
      buffer.resize(std::min<std::uint64_t>(left, kRecordsAtOnce));
      stream_.read(reinterpret_cast<char*>(buffer.data()),
                   static_cast<std::streamsize>(buffer.size() * sizeof(Record)));
      if (!stream_) cut_off();
      for (const Record& record : buffer) visit(record);
    }
  }
}

}  // namespace heddle::replay
