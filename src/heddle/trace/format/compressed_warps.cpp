#include "heddle/trace/format/compressed_warps.hpp"

#include "heddle/base/error.hpp"
#include "heddle/trace/bytes/decompression.hpp"
#include "heddle/trace/bytes/file_window.hpp"
#include "heddle/trace/format/block_order.hpp"
#include "heddle/trace/format/text_reader.hpp"

namespace heddle::trace {
namespace {

/// A dictionary of the tracer has 64 KiB at most.
constexpr std::uint32_t kMostDictionary = 1 << 24;

/// What the index says of a warp.
struct WarpEntry {
  std::uint32_t instructions = 0, pieces = 0;
  std::uint64_t offset = 0;
};

class CompressedReader {
 public:
  CompressedReader(const RandomFile& file, KernelVisitor& visitor)
      : file_(file), visitor_(visitor) {}

  void read() {
    read_head();
    FileWindow tail(file_, file_.size() - 8, 8);
    const auto index = tail.number<std::uint64_t>();
    if (index >= file_.size() - 8) fail("the offset of the index, {}, lies outside of it", index);
    FileWindow entries(file_, index, file_.size() - 8 - index);
    const auto blocks = entries.number<std::uint32_t>();
    BlockOrder order(header_, visitor_);
    visitor_.begin(header_);
    for (; block_ < blocks; ++block_) read_block(entries, order);
    order.end();
  }

 private:
  void read_head() {
    // A file of fewer bytes has no room for the offset of its index.
    if (file_.size() < 8) fail("the file is cut: it has {} bytes", file_.size());
    FileWindow head(file_, 0, file_.size());
    LineReader lines(head.until_zero(), "header");
    std::string_view line;
    if (read_header(lines, header_, line)) lines.refuse("the header has a block");
    const auto bytes = head.number<std::uint32_t>();
    head.number<std::uint32_t>();  // the usual size of a piece
    if (bytes > kMostDictionary) fail("the dictionary has {} bytes", bytes);
    dictionary_.resize(bytes);
    head.take(dictionary_.data(), dictionary_.size());
  }

  void read_block(FileWindow& entries, BlockOrder& order) {
    Dim3 position{entries.number<std::uint32_t>(), 0, 0};
    position.y = entries.number<std::uint32_t>();
    position.z = entries.number<std::uint32_t>();
    for (int i = 0; i < 7; ++i) entries.number<std::uint32_t>();  // heddle has no clusters
    const auto warps = entries.number<std::uint32_t>();
    order.begin_block(position);
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      WarpEntry entry{entries.number<std::uint32_t>(), entries.number<std::uint32_t>(), 0};
      entry.offset = entries.number<std::uint64_t>();
      order.begin_warp(warp, entry.instructions);
      FileWindow data(file_, entry.offset, file_.size());
      read_warp(entry, warp, data, entries, order);
    }
    order.end_block();
  }

  void read_warp(const WarpEntry& entry, std::uint32_t warp, FileWindow& data, FileWindow& entries,
                 BlockOrder& order) {
    const auto instructions = data.number<std::uint32_t>();
    const auto pieces = data.number<std::uint32_t>();
    if (instructions != entry.instructions || pieces != entry.pieces)
      fail("warp {}: the index and the warp itself disagree on its size", warp);
    for (std::uint32_t piece = 0; piece < pieces; ++piece) {
      const auto expected = entries.number<std::uint32_t>();
      const auto bytes = data.number<std::uint32_t>();
      LineReader lines(decompress_zstd(data.part(bytes), dictionary_),
                       fmt::format("block {} warp {} piece {}", block_, warp, piece));
      const std::uint64_t count = read_piece(lines, order);
      if (count != expected)
        fail("warp {}: piece {} has {} instructions, its entry in the index says {}", warp, piece,
             count, expected);
      data.skip(bytes);
    }
  }

  std::uint64_t read_piece(LineReader& lines, BlockOrder& order) const {
    std::string_view line;
    std::uint64_t count = 0;
    for (; lines.next(line); ++count) {
      try {
        order.instruction(parse_instruction(line, header_));
      } catch (const Error& error) {
        lines.refuse(error.what());
      }
    }
    return count;
  }

  const RandomFile& file_;
  KernelVisitor& visitor_;
  KernelHeader header_;
  std::uint32_t block_ = 0;
  std::string dictionary_;
};

}  // namespace

void read_compressed_warps(const std::filesystem::path& file, KernelVisitor& visitor) {
  const RandomFile bytes(file);
  try {
    CompressedReader(bytes, visitor).read();
  } catch (const Error& error) {
    fail("{}: {}", file.string(), error.what());
  }
}

}  // namespace heddle::trace
