// Numbers and words that an option cannot take: each is refused with what it takes, before a folder
// is made or anything runs.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

struct Refusal {
  std::string line;  ///< a command line
  const char* expected;
};

/// `run` of the kernel with one option.
std::string run(const std::string& option) {
  return "run --out out " + option + " --arg buffer:128 --arg u32:7 k.ptx";
}
std::string timeline(const std::string& option) {
  return "timeline -o t.json " + option + " --arg buffer:128 --arg u32:7 k.ptx";
}
std::string argument(const std::string& value) {
  return "run --quiet --arg " + value + " --arg u32:7 k.ptx";
}

constexpr const char* kGrid = "x from 1 to 2147483647, y from 1 to 65535, z from 1 to 65535";
constexpr const char* kBlock = "x from 1 to 1024, y from 1 to 1024, z from 1 to 64";
constexpr const char* kThreads = "expected a whole number, 1 to 256";
constexpr const char* kStop = "expected a whole number, 1 to 9223372036854775807";
constexpr const char* kSize = "expected a size, up to 1.50 GiB, as in buffer:4096 or buffer:1MiB";
constexpr const char* kJobs = "not in range 1 to 1024";

const Refusal kShapes[] = {
    {run("--grid 0"), kGrid},
    {run("--grid 1,0"), kGrid},
    {run("--grid -1"), kGrid},
    {run("--grid 2147483648"), kGrid},
    {run("--grid 4294967296"), kGrid},
    {run("--grid 18446744073709551617"), kGrid},
    {run("--grid 1,65536"), kGrid},
    {run("--grid 1,1,65536"), kGrid},
    {run("--grid 1,1,1,1"), kGrid},
    {run("--grid 1,"), kGrid},
    {run("--grid ,1"), kGrid},
    {run("--grid 1.5"), kGrid},
    {run("--grid ''"), "--grid '': expected X[,Y[,Z]]"},
    {run("--block 0"), kBlock},
    {run("--block 1025"), kBlock},
    {run("--block 1,1,65"), kBlock},
    {run("--block 4294967297"), kBlock},
    {run("--block ''"), "--block '': expected"},
    {run("--shared -1"), "up to 16 MiB"},
    {run("--shared 17MiB"), "up to 16 MiB"},
    {run("--shared 16777216TiB"), "up to 16 MiB"},
    {run("--shared ''"), "--shared '': expected BYTES"},
};

const Refusal kRunNumbers[] = {
    {run("--threads 0"), kThreads},
    {run("--threads 257"), kThreads},
    {run("--threads 100000"), kThreads},
    {run("--threads -1"), kThreads},
    {run("--threads 1.5"), kThreads},
    {run("--threads 4294967297"), kThreads},
    {run("--sample 0"), "--sample 0: expected a whole number of cycles, 1 or more"},
    {run("--sample -1"), "expected a whole number"},
    {run("--sample 1e30"), "expected a whole number"},
    {run("--skip -1"), "expected a whole number, 0 or more launches"},
    {run("--skip 18446744073709551616"), "expected a whole number, 0 or more launches"},
    {run("--launches 0"), "nothing would be timed"},
    {run("--launches 0e0"), "nothing would be timed"},
    {run("--launches -1"), "expected a whole number, 0 or more launches"},
    {run("--stop-after cycles=0"), kStop},
    {run("--stop-after cycles=-1"), kStop},
    {run("--stop-after cycles="), kStop},
    {run("--stop-after cycles=1e30"), kStop},
    {run("--stop-after cycles=18446744073709551615"), kStop},
    {run("--stop-after instructions=0"), kStop},
    {run("--stop-after 100"), "expected cycles=N or instructions=N"},
    {run("--stop-after ''"), "--stop-after '': expected"},
    {run("--set sm.count=0"), "expected a whole number, 1 to"},
    {run("--set sm.count=18446744073709551617"), "expected a whole number, 1 to"},
    {run("--set l1.bytes=-1"), "expected a whole number"},
    {run("--set l1.bytes=16777217TiB"), "expected a whole number"},
};

const Refusal kArguments[] = {
    {argument("buffer:-1"), kSize},
    {argument("buffer:0"), kSize},
    {argument("buffer:"), kSize},
    {argument("buffer:1e30"), kSize},
    {argument("buffer:16777216TiB"), kSize},
    {argument("buffer:2GiB"), "does not fit in device memory, 1.50 GiB"},
    {argument("buffer:4@"), "expected the name of a file behind @"},
    {argument("buffer:@"), "expected the name of a file behind @"},
    {argument("buffer:4:ones"), "expected :zero, :iota or @FILE"},
    {argument("u32:-1"), "'-1' is no u32"},
    {argument("u32:4294967296"), "'4294967296' is no u32"},
    {argument("s32:-2147483649"), "'-2147483649' is no s32"},
    {argument("u8:256"), "'256' is no u8"},
    {argument("f32:1e50"), "'1e50' is no f32"},
    {argument("f32:"), "'' is no f32"},
    {argument("bytes:0"), "two hexadecimal digits a byte"},
    {argument("u32"), "expected TYPE:VALUE"},
    {argument("''"), "--arg '': expected TYPE:VALUE"},
};

const Refusal kOthers[] = {
    {timeline("--events 0"), "expected a whole number, 1 or more events"},
    {timeline("--events -1"), "expected a whole number"},
    {timeline("--from -1"), "expected a whole number, 0 or more cycles"},
    {timeline("--from 10 --to 10"), "no cycle lies between them"},
    {timeline("--to 0"), "no cycle lies between them"},
    {timeline("--sms 15"), "there are SMs 0 to 14"},
    {timeline("--sms 0-4294967296"), "expected numbers and ranges"},
    {timeline("--sms 3-2"), "expected numbers and ranges"},
    {timeline("--sms ''"), "--sms '': expected LIST"},
    {"sweep s.toml --jobs 0", kJobs},
    {"sweep s.toml --jobs -1", kJobs},
    {"sweep s.toml --jobs 1025", kJobs},
    {"sweep s.toml --jobs x", kJobs},
    {"sweep s.toml --baseline ''", "--baseline '': expected SETTING"},
    {"sweep --export csv --results ''", "--results '': expected FILE"},
    {"workloads --build b --jobs 0", kJobs},
    {"reproduce pro --jobs 0", kJobs},
    {"reproduce pro --size ''", "--size"},
    {"reproduce pro --set ''", "--set '': expected KEY=VALUE"},
    {"bench --threads 0", "not in range 1 to 256"},
    {"bench --threads 100000", "not in range 1 to 256"},
    {"bench --repeat 0", "not in range 1 to 1000"},
    {"bench --repeat -1", "not in range 1 to 1000"},
    {"bench --rows ''", "--rows '': expected REGEX"},
    {"bench --machine ''", "--machine '': expected NAME"},
    {"occupancy --threads 0 --registers 8", "not in range 1 to 65536"},
    {"occupancy --threads -1 --registers 8", "not in range 1 to 65536"},
    {"occupancy --threads 4294967297 --registers 8", "not in range 1 to 65536"},
    {"occupancy --threads 1025 --registers 8", "a block on gtx480 has 1 to 1024"},
    {"occupancy --threads 32 --registers 0", "not in range 1 to 65536"},
    {"occupancy --threads 32 --registers 256", "a thread on gtx480 has 1 to 255"},
    {"occupancy --threads 32 --registers 8 --shared -1", "up to 1 GiB"},
    {"occupancy --threads 32 --registers 8 --shared 18446744073709551615", "up to 1 GiB"},
    {"occupancy --threads 32 --registers 8 --shared ''", "--shared '': expected BYTES"},
    {"disasm k.ptx --address-bits 33", "--address-bits"},
    {"disasm k.ptx --point-interval 0", "not in range 1 to 1000000"},
    {"disasm k.ptx --kernel ''", "--kernel '': expected NAME"},
    {"disasm ''", "'': expected"},
    {"compare ''", "'': expected"},
    {"explain ''", "'': expected"},
    {"replay stream --bytes 0", "up to 4 GiB"},
    {"replay stream --bytes 1TiB", "up to 4 GiB"},
    {"replay stream --assoc 0", "not in range 1 to 1048576"},
    {"replay stream --line 512", "not in range 32 to 256"},
};

class Numbers : public testing::Test {
 protected:
  Numbers() {
    folder_.write("k.ptx", kScale);
    folder_.write("s.toml", "[[program]]\nprogram = \"k.ptx\"\n");
  }

  template <std::size_t N>
  void expect_refused(const Refusal (&refusals)[N]) const {
    for (const Refusal& refusal : refusals) {
      const Finished finished = folder_.shell(HEDDLE_PROGRAM " " + refusal.line);
      EXPECT_EQ(finished.exit_code, 1) << refusal.line;
      EXPECT_THAT(finished.err, HasSubstr(refusal.expected)) << refusal.line;
      EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << finished.err;
      EXPECT_FALSE(std::filesystem::exists(folder_.path("out"))) << refusal.line;
    }
  }

  Playground folder_;
};

TEST_F(Numbers, ShapesOfKernels) { expect_refused(kShapes); }
TEST_F(Numbers, OptionsOfRuns) { expect_refused(kRunNumbers); }
TEST_F(Numbers, ArgumentsOfKernels) { expect_refused(kArguments); }

TEST_F(Numbers, OptionsOfOtherCommands) {
  ASSERT_EQ(folder_
                .shell(HEDDLE_PROGRAM
                       " run --quiet --out r --set run.l1_stream=true --arg buffer:128 --arg "
                       "u32:7 k.ptx && mv r/l1_stream.bin stream")
                .exit_code,
            0);
  expect_refused(kOthers);
}

TEST_F(Numbers, OfASweepsFile) {
  const std::pair<const char*, const char*> cases[] = {
      {"seconds = 0", "seconds takes a whole number, 1 or more"},
      {"seconds = -1", "seconds takes a whole number"},
      {"memory = \"0\"", "memory takes a size"},
      {"memory = \"-1\"", "memory takes a size"},
      {"memory = \"16777216TiB\"", "memory takes a size"},
      {"threads = 0", "threads takes a number from 1 to 256"},
      {"threads = 100000", "threads takes a number from 1 to 256"},
      {"[[program]]\nprogram = \"k.ptx\"\nname = \"g\"\noptions = \"--grid 0\"", kGrid},
      {"[[program]]\nprogram = \"k.ptx\"\nname = \"b\"\noptions = \"--block 1025\"", kBlock},
  };
  for (const auto& [text, expected] : cases) {
    folder_.write("bad.toml", std::string(text) + "\n[[program]]\nprogram = \"k.ptx\"\n");
    const Finished finished = folder_.heddle({"sweep", "bad.toml"});
    EXPECT_EQ(finished.exit_code, 1) << text;
    EXPECT_THAT(finished.err, HasSubstr(expected)) << text;
    EXPECT_THAT(finished.err, HasSubstr("bad.toml:")) << text;
    EXPECT_FALSE(std::filesystem::exists(folder_.path("bad.sqlite"))) << text;
  }
}

/// What the limits allow is taken.
TEST_F(Numbers, TheGreatestAreTaken) {
  for (const char* option : {"--grid 1,2,3", "--grid 2x3", "--block 1024", "--block 1,1,64",
                             "--block 8x8x2", "--shared 1KiB", "--threads 2", "--sample 1000000",
                             "--skip 1e3", "--stop-after cycles=9223372036854775807"}) {
    const Finished finished =
        folder_.shell(HEDDLE_PROGRAM " run --quiet --out out --overwrite " + std::string(option) +
                      " --arg buffer:4MiB --arg u32:7 k.ptx");
    EXPECT_EQ(finished.exit_code, 0) << option << ": " << finished.err;
  }
}

}  // namespace
}  // namespace heddle::test
