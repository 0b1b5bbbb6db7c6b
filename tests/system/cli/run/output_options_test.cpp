// Every option that names a file or folder to write: what cannot be written is said before the
// work, with the system's reason and what to do, and nothing is left behind.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"
#include "small_disk.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

using Words = std::vector<std::string>;

constexpr const char* kSweep =
    "[[program]]\nprogram = \"k.ptx\"\noptions = \"--block 32 --arg buffer:128 --arg u32:7\"\n";

const Words kKernel = {"--block", "32", "--arg", "buffer:128", "--arg", "u32:7"};

/// A command and its option; PLACE stands for the file or folder.
struct OutputOption {
  Words before;        ///< of the command line, up to the option's value
  std::string prefix;  ///< of the value
  Words after;
  bool is_folder = false;
};

Words operator+(Words one, const Words& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

std::vector<OutputOption> output_options() {
  const Words file = {"k.ptx"};
  return {
      {Words{"run"} + kKernel + Words{"--out"}, "", file, true},
      {Words{"run"} + kKernel + Words{"--dump-arg"}, "0:", file},
      {Words{"run"} + kKernel + Words{"--report"}, "", file},
      {{"report", "folder", "-o"}, "", {}},
      {Words{"timeline"} + kKernel + Words{"-o"}, "", file},
      {Words{"timeline"} + kKernel + Words{"-o", "t.json", "--out"}, "", file, true},
      {{"sweep", "s.toml", "--results"}, "", {}},
      {{"sweep", "s.toml", "--csv"}, "", {}},
      {{"sweep", "s.toml", "--json"}, "", {}},
      {{"bench", "--rows", "nw", "--json"}, "", {}},
      {{"workloads", "nw", "--build"}, "", {}, true},
      {{"reproduce", "pro", "--size", "tiny", "--out"}, "", {}, true},
      {{"reproduce", "pro", "--size", "tiny", "--json"}, "", {}},
      {{"reproduce", "pro", "--report"}, "", {}},
      {{"reproduce", "--reports"}, "", {}, true},
      {{"cc", "c.cu", "-o"}, "", {}},
      {{"cc", "-c", "c.cu", "-o"}, "", {}},
      {{"cc", "-ptx", "c.cu", "-o"}, "", {}},
      {{"cc", "-E", "c.cu", "-o"}, "", {}},
      {{"cc", "-c", "c.cu", "-MD", "-MF"}, "", {}},
  };
}

class OutputOptions : public testing::Test {
 protected:
  OutputOptions() {
    folder_.write("k.ptx", kScale);
    folder_.write("s.toml", kSweep);
    folder_.write("c.cu", "__global__ void none() {}\nint main() {}\n");
    fs::create_directory(folder_.path("folder"));
    folder_.write("stdout", "");
    folder_.write("stderr", "");
    before_ = files();
  }

  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path("")))
      names.insert(entry.path().string());
    return names;
  }

  Finished with(const OutputOption& option, const std::string& place) const {
    return folder_.heddle(option.before + Words{option.prefix + place} + option.after);
  }

  void expect_refused(const OutputOption& option, const std::string& place,
                      const std::string& reason) const {
    const Finished finished = with(option, place);
    const std::string what = option.before.front() + " " + option.before.back() + " " + place;
    EXPECT_EQ(finished.exit_code, 1) << what;
    EXPECT_THAT(finished.err, HasSubstr(reason)) << what;
    EXPECT_THAT(finished.err, HasSubstr(place)) << what;
    EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << finished.err;
    EXPECT_EQ(finished.out, "") << what;
    EXPECT_EQ(files(), before_) << what;
  }

  Playground folder_;
  std::set<std::string> before_;
};

TEST_F(OutputOptions, AFileInAFolderThatIsNotThere) {
  for (const OutputOption& option : output_options()) {
    if (option.is_folder) continue;  // is made
    expect_refused(option, "none/x", "No such file or directory; make its folder first");
  }
}

TEST_F(OutputOptions, APathThroughAFile) {
  for (const OutputOption& option : output_options())
    expect_refused(option, "k.ptx/x", "Not a directory; a part of this path is a file");
}

TEST_F(OutputOptions, AFolderWhereAFileIsWanted) {
  for (const OutputOption& option : output_options()) {
    if (option.is_folder) {
      expect_refused(option, "s.toml", "this is a file; name a folder");
    } else if (option.before.back() == "--results") {
      expect_refused(option, "folder", "'folder' is a folder, not a file of results");
    } else {
      expect_refused(option, "folder", "Is a directory; name a file in it");
    }
  }
}

TEST_F(OutputOptions, NoNameAtAll) {
  for (const OutputOption& option : output_options()) {
    if (option.before.front() == "cc") continue;  // nvcc takes none for the usual name
    expect_refused(option, "", "expected");
  }
}

TEST_F(OutputOptions, ADiskThatMayOnlyBeRead) {
  const SmallDisk disk(folder_.path("folder"), "64k");
  if (!disk.is_mounted() || !disk.make_read_only("64k")) GTEST_SKIP() << "no disk can be mounted";
  for (const OutputOption& option : output_options())
    expect_refused(option, "folder/x", "Read-only file system; name a place where you may write");
}

TEST_F(OutputOptions, WhereTheSystemMakesNoFiles) {
  for (const OutputOption& option : output_options())
    expect_refused(option, "/proc/none/x", "No such file or directory");
}

/// What is written at the end of the work finds a full disk there. The device is one of the test's
/// own: a file in its place would break every program of the machine.
TEST_F(OutputOptions, AFullDiskIsAnErrorAndStaysADevice) {
  const fs::path full = folder_.path("full");
  if (mknod(full.c_str(), S_IFCHR | 0666, makedev(1, 7)) != 0)
    GTEST_SKIP() << "mknod: " << std::strerror(errno);
  const std::vector<Words> commands = {
      Words{"run", "--quiet"} + kKernel + Words{"--dump-arg", "0:full", "k.ptx"},
      Words{"timeline", "--quiet"} + kKernel + Words{"-o", "full", "k.ptx"},
      {"sweep", "s.toml", "--csv", "full"},
      {"sweep", "s.toml", "--json", "full"},
      {"cc", "-ptx", "c.cu", "-o", "full"},
      {"cc", "-E", "c.cu", "-o", "full"},
      {"cc", "-fatbin", "c.cu", "-o", "full"}};
  for (const Words& words : commands) {
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 1) << words[0] << " " << words[1];
    EXPECT_THAT(finished.err,
                HasSubstr("cannot write 'full': No space left on device; free space there"));
    EXPECT_TRUE(fs::is_character_file(full)) << words[0] << " " << words[1];
  }
}

TEST_F(OutputOptions, StandardOutputThatIsFullIsAnError) {
  ASSERT_EQ(folder_
                .heddle(Words{"run", "--out", "r", "--quiet", "--set", "run.l1_stream=true"} +
                        kKernel + Words{"k.ptx"})
                .exit_code,
            0);
  ASSERT_EQ(folder_.heddle({"sweep", "s.toml"}).exit_code, 0);
  for (const char* line :
       {"--help", "list machines", "explain l1.bytes", "occupancy --threads 32 --registers 8",
        "cost", "disasm k.ptx", "disasm --summary k.ptx", "compare r r", "report r -o -",
        "workloads", "replay r/l1_stream.bin", "replay --json r/l1_stream.bin",
        "sweep s.toml --list", "sweep s.toml --csv -", "sweep --export csv --results s.sqlite",
        "reproduce", "timeline -o - --quiet --block 32 --arg buffer:128 --arg u32:7 k.ptx",
        "run --quiet --block 32 --arg buffer:128 --arg u32:7 --dump-arg 0:- k.ptx"}) {
    const Finished finished = folder_.shell(HEDDLE_PROGRAM " " + std::string(line) + " >/dev/full");
    EXPECT_EQ(finished.exit_code, 1) << line;
    EXPECT_THAT(finished.err, HasSubstr("cannot write to standard output: No space left")) << line;
  }
}

TEST_F(OutputOptions, ADashIsStandardOutput) {
  const auto printed = [&](const Words& words) {
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return finished.out;
  };
  const Words dump = Words{"run", "--quiet"} + kKernel;
  printed(dump + Words{"--dump-arg", "0:b.bin", "k.ptx"});
  EXPECT_EQ(folder_.read("b.bin").size(), 128u);
  EXPECT_EQ(printed(dump + Words{"--dump-arg", "0:-", "k.ptx"}), folder_.read("b.bin"));
  EXPECT_EQ(printed(dump + Words{"--dump-arg", "0:/dev/stdout", "k.ptx"}), folder_.read("b.bin"));
  printed({"sweep", "s.toml", "--csv", "s.csv", "--json", "s.json"});
  EXPECT_EQ(printed({"sweep", "s.toml", "--csv", "-"}), folder_.read("s.csv"));
  EXPECT_EQ(printed({"sweep", "s.toml", "--json", "/dev/stdout"}), folder_.read("s.json"));
  const std::string ptx = printed({"cc", "-ptx", "c.cu", "-o", "-"});
  EXPECT_THAT(ptx, AllOf(HasSubstr(".version"), HasSubstr("none")));
  EXPECT_FALSE(fs::exists(folder_.path("-")));
  for (const Words& words : {Words{"run"} + kKernel + Words{"--out", "-", "k.ptx"},
                             Words{"workloads", "nw", "--build", "-"}}) {
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_THAT(finished.err, HasSubstr("standard output is no folder"));
  }
  EXPECT_THAT(folder_.heddle({"sweep", "s.toml", "--csv", "-", "--json", "-"}).err,
              HasSubstr("--csv and --json are the same file, '-'"));
}

/// Nothing runs, and the file is as it was.
TEST_F(OutputOptions, AreNotWhatTheRunReads) {
  const std::string ptx = folder_.read("k.ptx");
  folder_.write("own.toml", "[sm]\ncount = 2\n");
  folder_.write("script", "#!/bin/sh\ncat \"$1\"\n");
  folder_.write("data", "1 2 3\n");
  fs::permissions(folder_.path("script"), fs::perms::owner_all);
  const Words settings = {"--config", "own.toml"}, one = {"--report", "one.html"};
  const std::pair<Words, std::string> refused[] = {
      {Words{"run", "--report", "k.ptx"} + kKernel + Words{"k.ptx"},
       "--report k.ptx: the run reads"},
      {Words{"run", "--report", "./own.toml"} + settings + kKernel + Words{"k.ptx"},
       "--report ./own.toml: the run reads"},
      {Words{"run", "--report", "script", "--", "./script"}, "--report script: the run reads"},
      {Words{"run", "--report", "data", "--", "./script", "data"}, "--report data: the run reads"},
      {Words{"run", "--capture", "data", "--", "./script", "data"},
       "--capture data: the run reads"},
      {Words{"run", "--capture", "one.html"} + one + Words{"--", "./script"},
       "--report and --capture are the same file, 'one.html'"},
      {Words{"run", "--dump-arg", "0:one.html"} + one + kKernel + Words{"k.ptx"},
       "--report and --dump-arg are the same file"},
      {Words{"timeline", "-o", "k.ptx"} + kKernel + Words{"k.ptx"}, "-o k.ptx: the run reads"}};
  for (const auto& [words, said] : refused) {
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 1) << said;
    EXPECT_THAT(finished.err, HasSubstr(said));
  }
  EXPECT_EQ(folder_.read("k.ptx"), ptx);
  EXPECT_EQ(folder_.read("data"), "1 2 3\n");
  EXPECT_FALSE(fs::exists(folder_.path("one.html")));
}

/// A text that is refused leaves what was there.
TEST_F(OutputOptions, RefusedDeviceCodeLeavesTheEarlierFile) {
  folder_.write("k2.ptx", "mine");
  folder_.write(
      "bad.cu",
      "extern __device__ int elsewhere();\n__global__ void k(int* x) { *x = elsewhere(); }\n");
  EXPECT_NE(folder_.heddle({"cc", "-ptx", "bad.cu", "-o", "k2.ptx"}).exit_code, 0);
  EXPECT_EQ(folder_.read("k2.ptx"), "mine");
}

/// Without root's mounts: a bound on the size of files, whose signal would end the process.
TEST_F(OutputOptions, ABoundOnTheSizeOfFilesIsAnError) {
  for (const std::string signal : {"trap '' XFSZ; ", ""}) {
    const Finished finished = folder_.shell(
        signal +
        "ulimit -f 16; " HEDDLE_PROGRAM
        " timeline --quiet -o t.json --grid 64 --block 256 --arg buffer:64KiB --arg u32:7 k.ptx");
    EXPECT_EQ(finished.exit_code, 1) << signal;
    EXPECT_THAT(finished.err,
                HasSubstr("File too large; raise the limit of file sizes (ulimit -f)"));
    EXPECT_FALSE(fs::exists(folder_.path("t.json")));
    EXPECT_TRUE(folder_.temporaries().empty());
    for (const auto& entry : fs::directory_iterator(folder_.path(".")))
      EXPECT_NE(entry.path().extension(), ".new") << entry.path();
  }
}

}  // namespace
}  // namespace heddle::test
