// A disk that fills up while a run writes to it: one message, exit code 1, no half file.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"
#include "small_disk.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class FullDisk : public testing::Test {
 protected:
  FullDisk() {
    folder_.write("k.ptx", kScale);
    fs::create_directory(folder_.path("disk"));
  }

  /// A kernel of 4096 warps, once the disk has no more room than this.
  Finished run(const std::string& options, const std::string& room) const {
    folder_.write("script",
                  "#!/bin/sh\ndd if=/dev/zero of=disk/filler bs=4096 2>/dev/null\ntruncate -s -" +
                      room +
                      " disk/filler\nexec " HEDDLE_PROGRAM
                      " kernel --grid 4096 --block 32 --arg buffer:512KiB --arg u32:3 k.ptx\n",
                  true);
    return folder_.shell(HEDDLE_PROGRAM " run --quiet --out disk/out " + options + " ./script");
  }
  void expect_no_half_file() const {
    for (const auto& entry : fs::directory_iterator(folder_.path("disk/out")))
      EXPECT_NE(entry.path().extension(), ".new") << entry.path();
    EXPECT_EQ(folder_.json("disk/out/stats.json").at("schema"), "heddle.stats");
    EXPECT_EQ(folder_.json("disk/out/manifest.json").at("schema"), "heddle.manifest");
  }

  Playground folder_;
};

/// Each of the files grows beyond 64 KiB; the journal of one launch does not.
TEST_F(FullDisk, WhatGrowsDuringARunEndsTheRun) {
  const std::pair<const char*, const char*> cases[] = {
      {"--sample 1", "samples.csv"},
      {"--set run.warps=true", "warps.csv"},
      {"--set run.blocks=true", "blocks.csv"},
      {"--set run.l1_stream=true", "l1_stream.bin"}};
  for (const auto& [options, file] : cases) {
    const SmallDisk disk(folder_.path("disk"), "1m");
    if (!disk.is_mounted()) GTEST_SKIP() << "no disk can be mounted here";
    const Finished finished = run(options, "64K");
    EXPECT_EQ(finished.exit_code, 1) << options << finished.err;
    EXPECT_THAT(finished.err,
                HasSubstr(std::string(file) + "': No space left on device; free space there"));
    expect_no_half_file();
  }
}

TEST_F(FullDisk, TheSummaryIsSaidAndTheFilesStayThoseOfTheStart) {
  const SmallDisk disk(folder_.path("disk"), "1m");
  if (!disk.is_mounted()) GTEST_SKIP() << "no disk can be mounted here";
  // A program that fills the disk when its kernels have run.
  const std::string program = folder_.compile("fill", R"(#include <cstdio>
__global__ void none() {}
int main() {
  none<<<1, 32>>>();
  cudaDeviceSynchronize();
  std::FILE* file = std::fopen("disk/filler", "wb");
  static char page[4096];
  while (std::fwrite(page, 1, sizeof page, file) == sizeof page && std::fflush(file) == 0) {}
}
)");
  // The statistics of each SM take more than the room that the journal gives back at the end.
  const Finished finished =
      folder_.heddle({"run", "--set", "run.stats_sms=true", "--out", "disk/out", "--", program});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("1 launch, 1 timed"));
  EXPECT_THAT(finished.err, HasSubstr("cannot write '"));
  EXPECT_THAT(finished.err, HasSubstr("No space left on device; free space there"));
  expect_no_half_file();
  EXPECT_EQ(folder_.json("disk/out/stats.json").at("status"), "incomplete");
  EXPECT_EQ(folder_.json("disk/out/stats.json").at("reason"), "the run has not ended");
}

/// The first page of a journal is mapped: without room for it, touching it would be a SIGBUS.
TEST_F(FullDisk, WithoutRoomForTheFirstPageTheProgramSaysSo) {
  const SmallDisk disk(folder_.path("disk"), "1m");
  if (!disk.is_mounted()) GTEST_SKIP() << "no disk can be mounted here";
  const Finished finished = run("", "0");
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("process-0.journal': No space left on device"));
  expect_no_half_file();
}

TEST_F(FullDisk, AJournalThatFindsNoRoomIsAFailure) {
  const SmallDisk disk(folder_.path("disk"), "1m");
  if (!disk.is_mounted()) GTEST_SKIP() << "no disk can be mounted here";
  const Finished finished = run("", "8K");
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("process-0.journal': No space left on device"));
  expect_no_half_file();
}

TEST_F(FullDisk, ATimelineThatFindsNoRoomIsAnError) {
  const SmallDisk disk(folder_.path("disk"), "16k");
  if (!disk.is_mounted()) GTEST_SKIP() << "no disk can be mounted here";
  const Finished finished = folder_.shell(HEDDLE_PROGRAM
                                          " timeline -o disk/t.json --grid 64 --block 256 --arg "
                                          "buffer:64KiB --arg u32:3 k.ptx");
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("cannot write 'disk/t.json': No space left on device"));
  EXPECT_TRUE(fs::is_empty(folder_.path("disk")));
}

TEST_F(FullDisk, CompiledFilesAreWholeOrNot) {
  const SmallDisk disk(folder_.path("disk"), "8k");
  if (!disk.is_mounted()) GTEST_SKIP() << "no disk can be mounted here";
  folder_.write("c.cu", "__global__ void none(int* x) { *x = 1; }\nint main() {}\n");
  for (const char* goal : {"-ptx", "-c", "-fatbin", "-E", ""}) {
    disk.fill("filler");
    const Finished finished =
        folder_.shell(HEDDLE_PROGRAM " cc " + std::string(goal) + " c.cu -o disk/made");
    EXPECT_NE(finished.exit_code, 0) << goal;
    EXPECT_THAT(finished.err, HasSubstr("No space left on device")) << goal;
    EXPECT_FALSE(fs::exists(folder_.path("disk/made"))) << goal;
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path("disk")), {}), 1) << goal;
  }
}

}  // namespace
}  // namespace heddle::test
