// Records and the file that they are kept in.

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/output_file.hpp"
#include "heddle/replay/file_replay.hpp"
#include "heddle/replay/lines.hpp"
#include "streams.hpp"

namespace heddle::replay {
namespace {

using testing::HasSubstr;

TEST(Record, KeepsAllOfAnAccess) {
  const Access access{.line = (std::uint64_t{1} << 48) - 3,
                      .lanes = 0x8000'0001,
                      .pc = 0xF'FFFE,
                      .entity = 0xFFE,
                      .kernel = 7,
                      .sectors = 0xA5,
                      .kind = RecordKind::local_store,
                      .outcome = LoadOutcome::bypassed};
  const Access back = access_of(pack(access));
  EXPECT_EQ(pack(back), pack(access));
  EXPECT_EQ(back.line, access.line);
  EXPECT_EQ(back.lanes, access.lanes);
  EXPECT_EQ(back.pc, access.pc);
  EXPECT_EQ(back.entity, access.entity);
  EXPECT_EQ(back.kernel, access.kernel);
  EXPECT_EQ(back.sectors, access.sectors);
  EXPECT_EQ(back.kind, access.kind);
  EXPECT_EQ(back.outcome, access.outcome);
}

TEST(Record, KeepsAllOfAWarp) {
  const WarpBegin back =
      warp_of(pack(WarpBegin{.block = 0xABCD'1234'5678, .grid = ~0u, .index = 31, .entity = 4000}));
  EXPECT_EQ(back.block, 0xABCD'1234'5678u);
  EXPECT_EQ(back.grid, ~0u);
  EXPECT_EQ(back.index, 31u);
  EXPECT_EQ(back.entity, 4000);
  EXPECT_EQ(kind_of(pack(back)), RecordKind::warp);
  EXPECT_EQ(kind_of(flush_record()), RecordKind::flush);
}

TEST(Record, RefusesWhatHasNoRoom) {
  EXPECT_THROW(pack(Access{.pc = 1 << 20}), Error);
  EXPECT_THROW(pack(Access{.line = std::uint64_t{1} << 48}), Error);
  EXPECT_THROW(pack(Access{.kernel = 8}), Error);
}

/// The layout that the documentation states, byte by byte.
TEST(Record, LiesInWordsAsDocumented) {
  const Record record = pack(Access{.line = 0x1234,
                                    .lanes = 0xF0,
                                    .pc = 0x21,
                                    .entity = 3,
                                    .kernel = 5,
                                    .sectors = 0x0F,
                                    .kind = RecordKind::atomic,
                                    .outcome = LoadOutcome::merged});
  EXPECT_EQ(record.head, 0x1234u + (0x0Full << 48) + (4ull << 56) + (2ull << 59) + (5ull << 61));
  EXPECT_EQ(record.tail, 0xF0u + (0x21ull << 32) + (3ull << 52));
}

TEST(Lines, LongerOnesAreFound) {
  std::vector<Access> parts;
  Access access = load(5);
  access.sectors = 0b0110;
  for_each_line(access, 128, 256, [&](const Access& part) { parts.push_back(part); });
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].line, 2u);
  EXPECT_EQ(parts[0].sectors, 0b0110'0000);
}

TEST(Lines, ShorterOnesAreAnAccessEach) {
  std::vector<Access> parts;
  Access access = load(5);
  access.sectors = 0b1101;
  for_each_line(access, 128, 64, [&](const Access& part) { parts.push_back(part); });
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].line, 10u);
  EXPECT_EQ(parts[0].sectors, 0b01);
  EXPECT_EQ(parts[1].line, 11u);
  EXPECT_EQ(parts[1].sectors, 0b11);
}

class File : public testing::Test {
 protected:
  File() : path_(testing::TempDir() + "l1_stream_" + std::to_string(getpid()) + ".bin") {}
  ~File() override { std::filesystem::remove(path_); }

  /// Two SMs, two launches one after the other; the second has slot 3, and the first is of two
  /// chunks.
  void write() {
    OutputFile file(path_);
    file.write(StreamWriter::head(one_set(4), 2));
    const StreamWriter::WriteBytes to_file = [&](std::string_view bytes) { file.write(bytes); };
    StreamWriter writer(to_file);
    writer.launch(7, "first");
    writer.records(0, std::vector<Record>{flush_record(), pack(WarpBegin{.grid = 7}), pack(load(1)),
                                          pack(load(2))});
    writer.records(1, std::vector<Record>{flush_record(), pack(WarpBegin{.grid = 7, .entity = 2}),
                                          pack(load(1, 2))});
    writer.launch(8, "second");
    Access third = load(1);
    third.kernel = 3;
    writer.records(0, std::vector<Record>{pack(load(1)), flush_record(), pack(WarpBegin{.grid = 8}),
                                          pack(third)});
    file.close();
  }
  std::string message() const {
    try {
      StreamReader reader(path_);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  std::string path_;
};

TEST_F(File, KeepsTheSetIndex) {
  CacheShape shape{.bytes = 64 * 128, .associativity = 2, .set_index = SetIndex::fermi};
  OutputFile file(path_);
  file.write(StreamWriter::head(shape, 1));
  file.close();
  EXPECT_EQ(StreamReader(path_).shape(), shape);
}

TEST_F(File, IsReplayedByLaunch) {
  write();
  StreamReader reader(path_);
  EXPECT_EQ(reader.sms(), 2u);
  EXPECT_EQ(reader.shape(), one_set(4));
  EXPECT_EQ(reader.launches().at(8), "second");
  const CountsByLaunch counts = replay_file(reader, reader.shape(), {});
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_EQ(counts.at(7).accesses, 4u);
  EXPECT_EQ(counts.at(7).lru_misses, 3u);
  EXPECT_EQ(counts.at(7).belady_misses, 3u);
  EXPECT_EQ(counts.at(7).unbounded_hits[0], 1u);
  EXPECT_EQ(counts.at(8).accesses, 1u);
  EXPECT_EQ(counts.at(8).lru_misses, 1u);
}

TEST_F(File, SaysWhatIsWrongWithIt) {
  EXPECT_THAT(message(), HasSubstr("cannot read"));
  std::ofstream(path_) << "something else altogether";
  EXPECT_THAT(message(), HasSubstr("run.l1_stream=true writes one"));
  write();
  std::filesystem::resize_file(path_, std::filesystem::file_size(path_) - 5);
  EXPECT_THAT(message(), HasSubstr("ends inside of a chunk"));
  write();
  std::fstream(path_, std::ios::in | std::ios::out | std::ios::binary).seekp(16).put(9);
  EXPECT_THAT(message(), HasSubstr("version 9, and this heddle reads version 2"));
}

}  // namespace
}  // namespace heddle::replay
