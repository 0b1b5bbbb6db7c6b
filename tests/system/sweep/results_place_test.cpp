// Files of results that a sweep cannot use: said at once, and no folder is left beside them.
#include <chrono>
#include <filesystem>

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"
#include "query.hpp"
#include "small_disk.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kNameAnother =
    "name another (--results of heddle sweep, --out of heddle reproduce)";

class ResultsPlace : public testing::Test {
 protected:
  ResultsPlace() {
    folder_.write("scale.ptx", kScale);
    folder_.write("s.toml",
                  "[[program]]\nprogram = \"scale.ptx\"\n"
                  "options = \"--block 32 --arg buffer:128 --arg u32:7\"\n");
  }

  void expect_refused(const std::vector<std::string>& options, const std::string& file,
                      const std::string& reason) const {
    std::vector<std::string> words = {"sweep", "--results", file};
    words.insert(words.end(), options.begin(), options.end());
    const auto began = std::chrono::steady_clock::now();
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 1) << file;
    EXPECT_THAT(finished.err, HasSubstr(file)) << reason;
    EXPECT_THAT(finished.err, HasSubstr(reason)) << file;
    EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << finished.err;
    EXPECT_FALSE(fs::exists(folder_.path(file + ".work"))) << file;
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(30)) << file;
  }
  void expect_refused(const std::string& file, const std::string& reason) const {
    expect_refused({"s.toml"}, file, reason);
    expect_refused({"--export", "csv"}, file, reason);
  }

  Playground folder_;
};

TEST_F(ResultsPlace, WhatIsNoSqliteFile) {
  folder_.write("text", "what was measured: nothing, but at some length, so that it has a page\n");
  expect_refused("text", std::string("file is not a database; ") + kNameAnother);
  EXPECT_THAT(folder_.read("text"), HasSubstr("what was measured"));
}

/// Tables and names of quantities take more than 60 KiB: wherever the bound strikes, what the sweep
/// made is gone, and what was there stays.
TEST_F(ResultsPlace, AFileThatMayNotGrow) {
  const auto sweep = [&](const std::string& blocks, const std::string& file) {
    return folder_.shell("(ulimit -f " + blocks +
                         "; exec " HEDDLE_PROGRAM " sweep s.toml --results " + file + ")");
  };
  for (const std::string blocks : {"1", "20", "60"}) {
    const Finished finished = sweep(blocks, "new.sqlite");
    EXPECT_EQ(finished.exit_code, 1) << blocks;
    EXPECT_THAT(finished.err, HasSubstr("raise it with 'ulimit -f'")) << blocks;
    for (const char* file : {"new.sqlite", "new.sqlite-journal", "new.sqlite.work"})
      EXPECT_FALSE(fs::exists(folder_.path(file))) << file << " with " << blocks;
  }
  fs::create_directory(folder_.path("new.sqlite.work"));
  EXPECT_EQ(sweep("20", "new.sqlite").exit_code, 1);
  EXPECT_FALSE(fs::exists(folder_.path("new.sqlite")));
  EXPECT_TRUE(fs::exists(folder_.path("new.sqlite.work")));

  ASSERT_EQ(folder_.heddle({"sweep", "s.toml", "--results", "old.sqlite"}).exit_code, 0);
  EXPECT_EQ(sweep("1", "old.sqlite").exit_code, 1);
  EXPECT_EQ(folder_.heddle({"check", "old.sqlite"}).exit_code, 0);
  const Finished again = folder_.heddle({"sweep", "s.toml", "--results", "old.sqlite"});
  EXPECT_THAT(again.err, HasSubstr("1 ok; 0 of them now"));
}

TEST_F(ResultsPlace, WhatIsNoFile) {
  fs::create_directory(folder_.path("folder"));
  mkfifo(folder_.path("pipe").c_str(), 0600);
  expect_refused("folder", std::string("is a folder, not a file of results; ") + kNameAnother);
  expect_refused("pipe", "is a device or a pipe, not a file of results");
  expect_refused("/dev/full", "is a device or a pipe, not a file of results");
}

TEST_F(ResultsPlace, AnotherProgramsDatabase) {
  query(folder_.path("other.sqlite"), "CREATE TABLE mine (x); INSERT INTO mine VALUES (1)");
  expect_refused("other.sqlite", std::string("holds no results of heddle sweep; ") + kNameAnother);
  EXPECT_EQ(query(folder_.path("other.sqlite"), "SELECT x FROM mine"), Rows{{"1"}});
}

TEST_F(ResultsPlace, AnotherVersion) {
  ASSERT_EQ(folder_.heddle({"sweep", "s.toml", "--results", "r.sqlite"}).exit_code, 0);
  fs::remove_all(folder_.path("r.sqlite.work"));
  query(folder_.path("r.sqlite"), "UPDATE about SET value = '99' WHERE key = 'schema_version'");
  expect_refused("r.sqlite", "has version 99 of the format, and this heddle uses version 2");
}

TEST_F(ResultsPlace, ADamagedFile) {
  ASSERT_EQ(folder_.heddle({"sweep", "s.toml", "--results", "r.sqlite"}).exit_code, 0);
  fs::remove_all(folder_.path("r.sqlite.work"));
  fs::resize_file(folder_.path("r.sqlite"), 6000);
  expect_refused({"s.toml"}, "r.sqlite", "database disk image is malformed; ");
}

TEST_F(ResultsPlace, AFileThatMayOnlyBeRead) {
  fs::create_directory(folder_.path("disk"));
  SmallDisk disk(folder_.path("disk"), "8m");
  if (!disk.is_mounted()) GTEST_SKIP() << "no disk can be mounted here";
  ASSERT_EQ(folder_.heddle({"sweep", "s.toml", "--results", "disk/r.sqlite"}).exit_code, 0);
  fs::remove_all(folder_.path("disk/r.sqlite.work"));
  ASSERT_TRUE(disk.make_read_only("8m"));
  expect_refused({"s.toml"}, "disk/r.sqlite", "it may only be read; ");
  expect_refused({"s.toml"}, "disk/new.sqlite",
                 "Read-only file system; name a place where you may write");
  const Finished exported =
      folder_.heddle({"sweep", "--results", "disk/r.sqlite", "--export", "csv"});
  EXPECT_EQ(exported.exit_code, 0) << exported.err;
  EXPECT_THAT(exported.out, HasSubstr("1,scale,"));
}

TEST_F(ResultsPlace, AFileThatAnotherProcessHolds) {
  ASSERT_EQ(folder_.heddle({"sweep", "s.toml", "--results", "r.sqlite"}).exit_code, 0);
  fs::remove_all(folder_.path("r.sqlite.work"));
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(folder_.path("r.sqlite").c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr), SQLITE_OK);
  expect_refused("r.sqlite", "database is locked; another process works on this file: end it");
  sqlite3_exec(database, "ROLLBACK", nullptr, nullptr, nullptr);
  sqlite3_close(database);
  EXPECT_EQ(folder_.heddle({"sweep", "s.toml", "--results", "r.sqlite"}).exit_code, 0);
}

}  // namespace
}  // namespace heddle::test
