// What a run and a compilation leave in TMPDIR, and which processes, however they end.
#include <chrono>
#include <csignal>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Leftovers : public testing::Test {
 protected:
  Leftovers() {
    folder_.write("scale.ptx", kScale);
    folder_.write("long.ptx", kLong);
    folder_.write("empty.cu", "int main() {}");
  }
  /// Seen in TMPDIR, `count` of them.
  bool are_there(std::size_t count) const {
    return comes_true([&] { return folder_.temporaries().size() == count; });
  }
  /// A run that lasts, once it has its folder.
  pid_t start_run() const {
    const std::size_t before = folder_.temporaries().size();
    const pid_t run = folder_.start({"run", "long.ptx"});
    EXPECT_TRUE(are_there(before + 1));
    return run;
  }
  Finished short_run() const {
    return folder_.heddle({"run", "--quiet", "--kernel", "scale", "--arg", "buffer:512", "--arg",
                           "u32:7", "scale.ptx"});
  }

  Playground folder_;
};

TEST_F(Leftovers, ARunInterruptedLeavesNothing) {
  const pid_t run = start_run();
  kill(run, SIGINT);
  EXPECT_EQ(Playground::wait(run), 128 + SIGINT);
  EXPECT_TRUE(folder_.temporaries().empty());
}

TEST_F(Leftovers, TheNextRunClearsAwayWhatAKilledOneLeft) {
  const pid_t run = start_run();
  kill(run, SIGKILL);
  Playground::wait(run);
  ASSERT_EQ(folder_.temporaries().size(), 1u);
  EXPECT_EQ(short_run().exit_code, 0);
  EXPECT_TRUE(folder_.temporaries().empty());
}

TEST_F(Leftovers, WhatARunUsesStays) {
  const pid_t run = start_run();
  const auto used = folder_.temporaries();
  EXPECT_EQ(short_run().exit_code, 0);
  EXPECT_EQ(folder_.temporaries(), used);
  kill(run, SIGINT);
  Playground::wait(run);
}

TEST_F(Leftovers, OtherFoldersStay) {
  fs::create_directory(folder_.path("tmp") / "heddle-run-of-mine");
  fs::create_directory(folder_.path("tmp") / "another");
  EXPECT_EQ(short_run().exit_code, 0);
  EXPECT_EQ(folder_.temporaries().size(), 2u);
}

/// heddle cc with a compiler that starts others and takes long.
class Compilation : public Leftovers {
 protected:
  Compilation() {
    const std::string slow = folder_.path("slow").string();
    folder_.write("slow",
                  "#!/bin/sh\n[ \"$1\" = again ] && exec sleep 60 3<" + slow +
                      "\ntrap '' TERM\n\"$0\" again & \"$0\" again &\necho > " +
                      folder_.path("started").string() + "\nwait; wait\n",
                  true);
  }
  pid_t start(const std::vector<std::string>& command = {"cc", "empty.cu", "-o", "empty"}) const {
    fs::remove(folder_.path("started"));
    setenv("HEDDLE_CLANG", folder_.path("slow").c_str(), 1);
    const pid_t compiler = folder_.start(command);
    unsetenv("HEDDLE_CLANG");
    EXPECT_TRUE(comes_true([&] { return fs::exists(folder_.path("started")); }));
    return compiler;
  }
  /// Processes that the compiler started: they have its file open.
  std::vector<pid_t> compilers() const {
    std::vector<pid_t> found;
    std::error_code error;
    for (const auto& process : fs::directory_iterator("/proc", error)) {
      const fs::path file = fs::read_symlink(process.path() / "fd/3", error);
      if (!error && file == folder_.path("slow"))
        found.push_back(std::stoi(process.path().filename().string()));
    }
    return found;
  }
};

TEST_F(Compilation, InterruptedItLeavesNoFolderAndNoProcess) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const pid_t compiler = start();
    EXPECT_TRUE(comes_true([&] { return compilers().size() == 2; }));
    EXPECT_EQ(folder_.temporaries().size(), 1u);
    const auto began = std::chrono::steady_clock::now();
    kill(compiler, signal);
    EXPECT_EQ(Playground::wait(compiler), 128 + signal);
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
    EXPECT_TRUE(folder_.temporaries().empty());
    EXPECT_TRUE(comes_true([&] { return compilers().empty(); })) << "after signal " << signal;
  }
}

/// A command that compiles many programs ends each compilation as Ctrl-C would.
TEST_F(Compilation, InterruptedAmongOthersItLeavesNoFolderAndNoProcess) {
  const pid_t command = start({"workloads", "--build", "built", "--jobs", "1", "bfs", "hotspot"});
  EXPECT_TRUE(comes_true([&] { return compilers().size() == 2; }));
  EXPECT_EQ(folder_.temporaries().size(), 1u);
  kill(command, SIGINT);
  EXPECT_NE(Playground::wait(command), 0);
  EXPECT_TRUE(folder_.temporaries().empty());
  EXPECT_TRUE(comes_true([&] { return compilers().empty(); }));
}

TEST_F(Compilation, TheNextOneClearsAwayWhatAKilledOneLeft) {
  const pid_t compiler = start();
  kill(compiler, SIGKILL);
  Playground::wait(compiler);
  for (const pid_t left : compilers()) kill(left, SIGKILL);
  ASSERT_EQ(folder_.temporaries().size(), 1u);
  EXPECT_EQ(folder_.heddle({"cc", "empty.cu", "-o", "empty"}).exit_code, 0);
  EXPECT_TRUE(folder_.temporaries().empty());
}

/// A compiler's own temporary files lie in heddle's.
TEST_F(Compilation, CompilersHaveTheirTmpdirInHeddles) {
  folder_.write("telling", "#!/bin/sh\necho \"TMPDIR is $TMPDIR\" >&2\nexit 1\n", true);
  const Finished finished =
      folder_.shell("HEDDLE_CLANG=$PWD/telling " HEDDLE_PROGRAM " cc empty.cu -o empty");
  EXPECT_THAT(finished.err, HasSubstr("TMPDIR is " + folder_.path("tmp/heddle-cc.").string()));
}

TEST_F(Leftovers, ATmpdirThatCannotBeUsedIsNamedWithWhatToType) {
  folder_.write("file", "");
  for (const std::string tmpdir : {"nowhere", "file", "/proc"}) {
    for (const std::string command : {" run long.ptx", " cc empty.cu -o empty"}) {
      const Finished finished = folder_.shell("TMPDIR=" + tmpdir + " " HEDDLE_PROGRAM + command);
      EXPECT_EQ(finished.exit_code, 1);
      EXPECT_THAT(finished.err,
                  HasSubstr(fs::path(tmpdir).filename().string() + "' (TMPDIR names it): "));
      EXPECT_THAT(finished.err, HasSubstr("type TMPDIR=FOLDER before the command"));
      EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << finished.err;
    }
  }
}

}  // namespace
}  // namespace heddle::test
