// Compresses texts for tests, with the libraries of the formats.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

namespace heddle::trace {

inline std::string gzip(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

inline std::string xz(const std::string& text) {
  std::string out(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, nullptr,
                          reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                          reinterpret_cast<std::uint8_t*>(out.data()), &size, out.size());
  out.resize(size);
  return out;
}

inline std::string zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

template <typename Number>
void append_number(std::string& to, Number value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// A .tracez file of one block, whose warps execute these lines, in pieces of `piece` lines.
inline std::string tracez(const std::string& header,
                          const std::vector<std::vector<std::string>>& warps, std::size_t piece) {
  std::string file = header + '\0';
  append_number<std::uint32_t>(file, 0);  // no dictionary
  append_number<std::uint32_t>(file, static_cast<std::uint32_t>(piece));
  std::string index;
  append_number<std::uint32_t>(index, 1);
  for (int i = 0; i < 10; ++i) append_number<std::uint32_t>(index, 0);
  append_number(index, static_cast<std::uint32_t>(warps.size()));
  for (const auto& lines : warps) {
    const auto pieces = static_cast<std::uint32_t>((lines.size() + piece - 1) / piece);
    append_number(index, static_cast<std::uint32_t>(lines.size()));
    append_number(index, pieces);
    append_number<std::uint64_t>(index, file.size());
    append_number(file, static_cast<std::uint32_t>(lines.size()));
    append_number(file, pieces);
    for (std::size_t first = 0; first < lines.size(); first += piece) {
      const std::size_t end = std::min(first + piece, lines.size());
      std::string text;
      for (std::size_t i = first; i < end; ++i) text += (i == first ? "" : "\n") + lines[i];
      const std::string packed = zstd(text);
      append_number(file, static_cast<std::uint32_t>(packed.size()));
      file += packed;
      append_number(index, static_cast<std::uint32_t>(end - first));
    }
  }
  const std::uint64_t offset = file.size();
  file += index;
  append_number(file, offset);
  return file;
}

}  // namespace heddle::trace
