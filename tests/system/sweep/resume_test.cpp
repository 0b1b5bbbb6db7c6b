// A sweep that ends early, at any moment and in any way, goes on where it was.
#include <csignal>
#include <filesystem>
#include <random>
#include <set>
#include <thread>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"
#include "query.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;

/// 36 runs of a kernel of 128 threads.
std::string sweep_text() {
  std::string text =
      "[[program]]\nname = \"scale\"\nprogram = \"scale.ptx\"\noptions = \"--kernel scale --grid 1 "
      "--block 128 --arg buffer:512 --arg u32:7\"\n";
  for (int latency = 20; latency < 56; ++latency) {
    text += fmt::format("[[setting]]\nname = \"s{0}\"\nset = [\"l1.hit_latency={0}\"]\n", latency);
  }
  return text;
}

class Resume : public testing::Test {
 protected:
  Resume() {
    folder_.write("scale.ptx", kScale);
    folder_.write("sweep.toml", sweep_text());
  }

  pid_t start(const char* results = "sweep.sqlite") const {
    return folder_.start({"sweep", "sweep.toml", "--jobs", "2", "--results", results});
  }
  Rows rows(const std::string& sql) const { return query(folder_.path("sweep.sqlite"), sql); }
  /// What is stored: with the host's seconds, no two runs of the same thing are alike.
  std::set<std::vector<std::string>> stored() const {
    if (rows("SELECT 1 FROM sqlite_master WHERE name = 'results'").empty()) return {};
    const Rows all = rows("SELECT identity, result, host_seconds, finished FROM results");
    return {all.begin(), all.end()};
  }
  void expect_no_processes() const {
    EXPECT_TRUE(comes_true([&] { return processes_of(folder_.path("")).empty(); }));
  }

  Playground folder_;
};

TEST_F(Resume, KilledAtTwentyMomentsItLosesNothingAndRepeatsNothing) {
  const Finished whole = folder_.heddle({"sweep", "sweep.toml", "--results", "whole.sqlite"});
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  const char* kAll = "SELECT run, setting, status, message FROM runs; SELECT * FROM statistics";
  const Rows all = query(folder_.path("whole.sqlite"), kAll);
  std::mt19937 random(20141);
  std::uniform_int_distribution<int> milliseconds(0, 400);
  std::set<std::vector<std::string>> before;
  int kills = 0;
  for (int i = 0; kills < 20 && i < 200; ++i) {
    const pid_t sweep = start();
    setpgid(sweep, sweep);
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds(random)));
    if (kills % 2 == 0 || kill(-sweep, SIGKILL) != 0) kill(sweep, SIGKILL);
    const int exit_code = Playground::wait(sweep);
    const auto now = stored();
    EXPECT_TRUE(std::includes(now.begin(), now.end(), before.begin(), before.end())) << i;
    before = now;
    kills += exit_code == 128 + SIGKILL ? 1 : 0;
    if (exit_code != 0) continue;
    EXPECT_EQ(folder_.read("stdout"), whole.out);  // it had ended; from the beginning
    EXPECT_EQ(rows(kAll), all);
    fs::remove(folder_.path("sweep.sqlite"));
    before.clear();
  }
  EXPECT_EQ(kills, 20);
  expect_no_processes();

  const Finished last = folder_.heddle({"sweep", "sweep.toml", "--jobs", "2"});
  EXPECT_THAT(last.err,
              HasSubstr(fmt::format("36 runs: 36 ok; {} of them now", 36 - before.size())));
  const auto after = stored();
  EXPECT_TRUE(std::includes(after.begin(), after.end(), before.begin(), before.end()));
  EXPECT_EQ(last.out, whole.out);
  EXPECT_EQ(rows(kAll), all);
  EXPECT_FALSE(fs::exists(folder_.path("sweep.sqlite.work/runs")));
}

TEST_F(Resume, RunsEndWithAKilledSweep) {
  folder_.write("long.ptx", kLong);
  folder_.write("sweep.toml",
                "[[program]]\nprogram = \"long.ptx\"\noptions = \"--grid 1 --block 32\"\n");
  const pid_t sweep = start();
  ASSERT_TRUE(comes_true([&] { return processes_of(folder_.path("")).size() == 2; }));
  kill(sweep, SIGKILL);
  Playground::wait(sweep);
  expect_no_processes();
}

TEST_F(Resume, AnInterruptedSweepSaysSoAndLeavesNothingRunning) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const pid_t sweep = start();
    ASSERT_TRUE(comes_true(
        [&] { return fs::exists(folder_.path("sweep.sqlite")) && stored().size() >= 2; }));
    kill(sweep, signal);
    EXPECT_EQ(Playground::wait(sweep), 128 + signal);
    EXPECT_THAT(folder_.read("stderr"), HasSubstr("interrupted; the same command runs the rest"));
    EXPECT_EQ(folder_.read("stdout"), "");
    expect_no_processes();
    const auto left = static_cast<std::size_t>(
        std::stoi(rows("SELECT count(*) FROM runs WHERE status = 'pending'").at(0).at(0)));
    EXPECT_GT(left, 0u);
    EXPECT_EQ(left + stored().size(), 36u);
    EXPECT_FALSE(fs::exists(folder_.path("sweep.sqlite.work/runs")));
    fs::remove(folder_.path("sweep.sqlite"));
  }
}

}  // namespace
}  // namespace heddle::test
