#include "heddle/trace/bytes/byte_source.hpp"

#include <gtest/gtest.h>

#include "compressed.hpp"
#include "heddle/trace/bytes/line_reader.hpp"
#include "temporary_folder.hpp"

namespace heddle::trace {
namespace {

using sim::error_of;
using sim::TemporaryFolder;

std::string all_bytes(const std::filesystem::path& file) {
  const auto bytes = open_bytes(file);
  std::string text;
  char piece[1000];
  while (const std::size_t got = bytes->read(piece, sizeof piece)) text.append(piece, got);
  return text;
}

/// More than the buffers of the readers hold, and not too regular.
std::string long_text() {
  std::string text;
  for (unsigned i = 0; text.size() < 1'000'000; ++i) text += std::to_string(i * 2654435761u) + "\n";
  return text;
}

TEST(ByteSource, DecompressesWhatTheFirstBytesName) {
  const TemporaryFolder folder;
  for (const std::string& text : {std::string(), std::string("a\nb"), long_text()}) {
    EXPECT_EQ(all_bytes(folder.write("plain", text)), text);
    EXPECT_EQ(all_bytes(folder.write("gzip", gzip(text))), text);
    EXPECT_EQ(all_bytes(folder.write("xz", xz(text))), text);
    EXPECT_EQ(all_bytes(folder.write("zstd", zstd(text))), text);
  }
}

TEST(ByteSource, ReadsSeveralStreamsInARowAsOne) {
  const TemporaryFolder folder;
  EXPECT_EQ(all_bytes(folder.write("gzip", gzip("one\n") + gzip("two\n"))), "one\ntwo\n");
  EXPECT_EQ(all_bytes(folder.write("xz", xz("one\n") + xz("two\n"))), "one\ntwo\n");
  EXPECT_EQ(all_bytes(folder.write("zstd", zstd("one\n") + zstd("two\n"))), "one\ntwo\n");
}

TEST(ByteSource, SaysThatCompressedDataAreCut) {
  const TemporaryFolder folder;
  for (const std::string& whole : {gzip(long_text()), xz(long_text()), zstd(long_text())}) {
    for (const std::size_t size : {std::size_t{8}, whole.size() / 2, whole.size() - 1}) {
      const auto file = folder.write("cut", whole.substr(0, size));
      EXPECT_NE(error_of([&] { all_bytes(file); }).find("the file is cut"), std::string::npos)
          << size << " of " << whole.size();
    }
  }
}

TEST(LineReader, CountsLinesAndTakesTheLastWithoutAnEnd) {
  const TemporaryFolder folder;
  LineReader lines(open_bytes(folder.write("text", "one\r\n\nthree")), "text");
  std::string_view line;
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "one");
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "");
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "three");
  EXPECT_EQ(lines.number(), 3u);
  EXPECT_FALSE(lines.next(line));
}

TEST(LineReader, JoinsLinesOverTheEdgesOfItsBuffer) {
  const TemporaryFolder folder;
  const std::string text = long_text();
  LineReader lines(open_bytes(folder.write("text", text)), "text");
  std::string joined;
  for (std::string_view line; lines.next(line);) joined += std::string(line) + "\n";
  EXPECT_EQ(joined, text);
}

TEST(LineReader, NamesFileAndLineOfWhatItCannotRead) {
  const TemporaryFolder folder;
  LineReader lines(open_bytes(folder.write("text", "one\n" + std::string(100'000, 'x'))), "text");
  std::string_view line;
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(error_of([&] { lines.next(line); }), "text:2: the line is too long");
}

}  // namespace
}  // namespace heddle::trace
