// A disk that fills up under a sweep: what found no room stays pending, and the message says how to
// go on.
#include <filesystem>

#include <fmt/core.h>
#include <gmock/gmock.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"
#include "query.hpp"
#include "small_disk.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Runs of so many blocks that differ in a latency; `more` are settings of each.
std::string sweep_text(int runs, int blocks = 1, const std::string& more = "") {
  std::string text = fmt::format(
      "[[program]]\nname = \"scale\"\nprogram = \"scale.ptx\"\n"
      "options = \"--grid {} --block 256 --arg buffer:2MiB --arg u32:7\"\n",
      blocks);
  for (int latency = 20; latency < 20 + runs; ++latency)
    text += fmt::format("[[setting]]\nname = \"s{0}\"\nset = [\"l1.hit_latency={0}\"{1}]\n",
                        latency, more);
  return text;
}

class FullDisk : public testing::Test {
 protected:
  FullDisk() : disk_(made(folder_.path("disk")), "64m") { folder_.write("scale.ptx", kScale); }

  static fs::path made(const fs::path& folder) {
    fs::create_directory(folder);
    return folder;
  }
  Finished sweep(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"sweep", "s.toml", "--jobs", "1", "--results", "disk/r.sqlite"});
    return folder_.heddle(more);
  }
  std::string count(const std::string& where) const {
    return query(folder_.path("disk/r.sqlite"), "SELECT count(*) FROM runs WHERE " + where)[0][0];
  }

  Playground folder_;
  SmallDisk disk_;
};

/// Each run writes more than the disk holds.
TEST_F(FullDisk, RunsThatFindNoRoomStayPending) {
  if (!disk_.is_mounted()) GTEST_SKIP() << "no disk can be mounted here";
  folder_.write("s.toml", sweep_text(3, 2048, ", \"run.l1_stream=true\", \"run.warps=true\""));
  ASSERT_TRUE(disk_.resize("1m"));
  const Finished full = sweep();
  EXPECT_EQ(full.exit_code, 1);
  EXPECT_THAT(full.err, HasSubstr("the disk is full: scale gtx480 s20"));
  EXPECT_THAT(full.err, HasSubstr("3 runs: 3 pending; free space there, then the same command runs "
                                  "what is pending, and with --retry also what failed before"));
  EXPECT_EQ(full.out, "");
  EXPECT_EQ(count("status = 'pending'"), "3");
  EXPECT_FALSE(fs::exists(folder_.path("disk/r.sqlite.work/runs")));
  ASSERT_TRUE(disk_.resize("64m"));
  const Finished after = sweep();
  EXPECT_EQ(after.exit_code, 0) << after.err;
  EXPECT_THAT(after.err, HasSubstr("3 runs: 3 ok; 3 of them now"));
}

/// The runs' own folders have room on another disk; the results do not.
TEST_F(FullDisk, ResultsThatFindNoRoomStayPending) {
  if (!disk_.is_mounted()) GTEST_SKIP() << "no disk can be mounted here";
  fs::create_directory(folder_.path("work"));
  fs::create_directory_symlink(folder_.path("work"), folder_.path("disk/r.sqlite.work"));
  folder_.write("s.toml", sweep_text(2));
  ASSERT_EQ(sweep().exit_code, 0);
  folder_.write("s.toml", sweep_text(32));
  disk_.fill("filler");
  const fs::path filler = folder_.path("disk/filler");
  const auto size = fs::file_size(filler);
  fs::resize_file(filler, size - (256 << 10));  // room for the cells and some results
  const Finished full = sweep();
  EXPECT_EQ(full.exit_code, 1);
  EXPECT_THAT(full.err, HasSubstr("the disk is full: "));
  EXPECT_THAT(full.err, HasSubstr("database or disk is full; free space there"));
  EXPECT_THAT(full.err, HasSubstr("--retry"));
  EXPECT_EQ(full.out, "");
  EXPECT_EQ(query(folder_.path("disk/r.sqlite"), "PRAGMA integrity_check"), Rows{{"ok"}});
  const int stored = std::stoi(count("status = 'ok'"));
  EXPECT_GE(stored, 2);
  EXPECT_LT(stored, 32);
  EXPECT_EQ(count("status = 'pending'"), std::to_string(32 - stored));
  fs::remove(filler);
  const Finished after = sweep();
  EXPECT_EQ(after.exit_code, 0) << after.err;
  EXPECT_THAT(after.err, HasSubstr(fmt::format("32 runs: 32 ok; {} of them now", 32 - stored)));
}

TEST_F(FullDisk, ExportsAreWholeOrNot) {
  if (!disk_.is_mounted()) GTEST_SKIP() << "no disk can be mounted here";
  folder_.write("s.toml", sweep_text(2));
  ASSERT_EQ(folder_.heddle({"sweep", "s.toml", "--csv", "disk/s.csv"}).exit_code, 0);
  const std::string before = folder_.read("disk/s.csv");
  folder_.write("s.toml", sweep_text(3));
  disk_.fill("filler");
  for (const char* option : {"--csv", "--json"}) {
    const Finished full = folder_.heddle({"sweep", "s.toml", option, "disk/s.csv"});
    EXPECT_EQ(full.exit_code, 1);
    EXPECT_THAT(full.err, HasSubstr("cannot write 'disk/s.csv': No space left on device"));
    EXPECT_EQ(folder_.read("disk/s.csv"), before);
  }
}

}  // namespace
}  // namespace heddle::test
