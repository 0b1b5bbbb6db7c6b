#include <csignal>
#include <fstream>
#include <functional>
#include <sstream>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "altered_journal.hpp"
#include "heddle/base/error.hpp"
#include "heddle/sim/launches/launch_sums.hpp"
#include "heddle/sim/records/journal_watch.hpp"
#include "heddle/sim/records/launch_recorder.hpp"
#include "heddle/sim/records/record_text.hpp"
#include "heddle/sim/records/results.hpp"

namespace heddle::sim {
namespace {

/// Runs `action` in a child process, which ends with it; returns the status.
template <typename Action>
int in_child(Action&& action) {
  const pid_t child = fork();
  if (child == 0) {
    action();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

std::vector<LaunchRecord> launches_in(const std::filesystem::path& folder) {
  std::vector<LaunchRecord> launches;
  visit_launches(folder,
                 [&](std::size_t, const LaunchRecord& launch) { launches.push_back(launch); });
  return launches;
}

TEST(Journal, RecordsComeBackInOrder) {
  const TemporaryFolder folder;
  JournalWriter writer(folder.path());
  writer.append("first");
  writer.append("");
  writer.append(std::string(100000, 'x'));
  const auto journals = read_journals(folder.path());
  ASSERT_EQ(journals.size(), 1u);
  std::vector<std::string> records;
  visit_records(journals[0], [&](std::string_view record) { records.emplace_back(record); });
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0], "first");
  EXPECT_EQ(records[1], "");
  EXPECT_EQ(records[2].size(), 100000u);
  EXPECT_EQ(journals[0].state, ProcessState::running);
  EXPECT_EQ(journals[0].process, getpid());
}

TEST(Journal, ReplacedRecordsGiveTheirRoomBack) {
  const TemporaryFolder folder;
  JournalWriter writer(folder.path());
  const auto records = [&] {
    std::vector<std::string> all;
    visit_records(read_journals(folder.path()).at(0),
                  [&](std::string_view record) { all.emplace_back(record); });
    return all;
  };
  const std::string kLong(1000, 'x');
  for (unsigned round = 0; round < 100; ++round) {
    for (unsigned i = 0; i < 10; ++i) writer.append(kLong);
    writer.replace(std::vector<std::string>{"round", std::to_string(round)});
    EXPECT_EQ(records(), (std::vector<std::string>{"round", std::to_string(round)}));
    writer.append("more");
    EXPECT_EQ(records().at(2), "more");
  }
  // 100 rounds wrote 10 KB each. The file is longer than its records by at most a window.
  EXPECT_LT(file_size(read_journals(folder.path()).at(0).file), 100'000u);
}

TEST(Journal, AddsUpLaunchesThatResultsDoNotTellApart) {
  constexpr std::uint64_t kMany = 60'000;
  const TemporaryFolder all, few;
  LaunchRecorder whole(all.path()), condensed(few.path(), StatsLevel::kernel);
  for (std::uint64_t i = 0; i < kMany; ++i) {
    LaunchRecord record = launch(i % 3 == 0 ? "third" : "other", static_cast<double>(i));
    record.stream = i % 2;
    record.timed = i % 5 != 0;
    whole.launch(record);
    condensed.launch(record);
  }
  EXPECT_GT(file_size(read_journals(all.path()).at(0).file), 4 * LaunchRecorder::kJournalBytes);
  EXPECT_LT(file_size(read_journals(few.path()).at(0).file), 3 * LaunchRecorder::kJournalBytes);

  const RunResult one = gather_results(all.path()), other = gather_results(few.path());
  EXPECT_EQ(one.launches, kMany);
  EXPECT_EQ(other.launches, kMany);
  EXPECT_EQ(one.timed_launches, other.timed_launches);
  EXPECT_EQ(other.processes.at(0).launches, kMany);
  EXPECT_EQ(value_of(other.total, "cycles"), kMany * (kMany - 1) / 2);
  EXPECT_NEAR(value_of(other.total, "ipc"), 0.5, 1e-9);
  ASSERT_EQ(other.kernels.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(one.kernels[i].symbol, other.kernels[i].symbol);
    EXPECT_EQ(one.kernels[i].launches, other.kernels[i].launches);
    EXPECT_EQ(value_of(one.kernels[i].statistics, "cycles"),
              value_of(other.kernels[i].statistics, "cycles"));
  }
}

TEST(Journal, NamesAreAnyBytesAndValuesAnyNumbers) {
  const TemporaryFolder folder;
  LaunchRecorder recorder(folder.path());
  LaunchRecord record = launch("a \"quoted\" \\ name\n\x01", 1);
  const double values[] = {1.0 / 3, 1e300, 5e-324, -2.5, 9007199254740993.0, 123456789012};
  for (const double value : values) record.statistics.push_back({"v", value, "", "", 0});
  recorder.launch(record);
  const LaunchRecord back = launches_in(folder.path()).at(0);
  EXPECT_EQ(back.kernel, record.kernel);
  for (std::size_t i = 0; i < record.statistics.size(); ++i)
    EXPECT_EQ(back.statistics.at(i).value, record.statistics[i].value);
}

TEST(Journal, KeepsWhatEachSmDid) {
  const TemporaryFolder folder;
  LaunchRecorder recorder(folder.path());
  LaunchRecord record = launch("a", 100);
  record.sms = {{{"sm", 3, "", "", 0}, {"part", 0.25, "", "", 8}},
                {{"sm", 0, "", "", 0}, {"part", 0, "", "", 0}}};
  recorder.launch(record);
  const LaunchRecord back = launches_in(folder.path()).at(0);
  ASSERT_EQ(back.sms.size(), 2u);
  EXPECT_EQ(back.sms[0].at(0).value, 3);
  EXPECT_EQ(back.sms[0].at(1).value, 0.25);
  EXPECT_EQ(back.sms[0].at(1).weight, 8);
  EXPECT_EQ(back.sms[1].at(0).value, 0);
  EXPECT_EQ(back.sms[1].at(1).name, "part");
}

TEST(Journal, IsAFile) {
  alarm(60);  // a pipe would be waited for, for ever
  for (const char* const kind : {"pipe", "folder", "device"}) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "process-0.journal";
    const std::string name = kind;
    if (name == "pipe") {
      ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    }
    if (name == "folder") std::filesystem::create_directory(file);
    if (name == "device") std::filesystem::create_symlink("/dev/zero", file);
    JournalWatch watch(folder.path());
    EXPECT_EQ(watch.sum().processes, 0u) << name;
    EXPECT_THAT(error_of([&] { gather_results(folder.path()); }), testing::HasSubstr("is no file"))
        << name;
  }
  alarm(0);
}

/// The file is replaced while the process runs.
TEST(Journal, IsWrittenToAFile) {
  alarm(60);
  const TemporaryFolder folder;
  LaunchRecorder recorder(folder.path());
  const std::filesystem::path file = folder.path() / "process-0.journal";
  std::filesystem::remove(file);
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  EXPECT_THROW(recorder.launch(launch("a", 100)), Error);
  const int reader = open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  EXPECT_THROW(recorder.launch(launch("a", 100)), Error);
  close(reader);
  alarm(0);
}

/// The file has no number before its head is whole, so a process that was killed at once is told
/// from a journal that lost its head.
TEST(Journal, OfAProcessThatWasKilledAtOnceHasNotEnded) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "process-77-0.beginning.journal");
  LaunchRecorder recorder(folder.path());
  recorder.launch(launch("a", 100));
  recorder.finish();
  const RunResult told = gather_results(folder.path());
  ASSERT_EQ(told.processes.size(), 2u);
  EXPECT_EQ(told.processes[0].state, ProcessState::finished);
  EXPECT_EQ(told.processes[1].state, ProcessState::running);
  EXPECT_EQ(told.launches, 1u);
  JournalWatch watch(folder.path());
  EXPECT_EQ(watch.sum().processes, 1u);
}

TEST(Journal, WithoutAHeadIsRefused) {
  EXPECT_THROW(read_altered([](std::string& of) { of.clear(); }), Error);
  EXPECT_THROW(read_altered([](std::string& of) { of.assign(8, '\0'); }), Error);
  EXPECT_THROW(read_altered([](std::string& of) { of.replace(0, 8, 8, '\0'); }), Error);
}

/// Else its launches would count twice.
TEST(Journal, UnderAnotherNumberIsRefused) {
  const TemporaryFolder folder;
  {
    LaunchRecorder recorder(folder.path());
    recorder.launch(launch("a", 100));
    recorder.finish();
  }
  EXPECT_EQ(gather_results(folder.path()).launches, 1u);
  std::filesystem::copy_file(folder.path() / "process-0.journal",
                             folder.path() / "process-1.journal");
  EXPECT_THAT(error_of([&] { gather_results(folder.path()); }),
              testing::HasSubstr("process-1.journal' is that of 'process-0.journal' under another "
                                 "name: run the program again"));
}

/// Processes that begin at once get numbers of their own, and leave no other file.
TEST(Journal, OfManyProcessesHaveTheirNumbers) {
  constexpr unsigned kMany = 8;
  const TemporaryFolder folder;
  std::vector<pid_t> children;
  for (unsigned i = 0; i < kMany; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      LaunchRecorder(folder.path()).launch(launch("a", 1));
      _exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) waitpid(child, nullptr, 0);
  EXPECT_EQ(gather_results(folder.path()).launches, kMany);
  const std::filesystem::directory_iterator files(folder.path());
  EXPECT_EQ(std::distance(begin(files), end(files)), kMany);
}

TEST(Journal, OfAnEarlierProcessMustNotBeMissing) {
  const TemporaryFolder folder;
  {
    const LaunchRecorder first(folder.path()), second(folder.path()), third(folder.path());
  }
  EXPECT_EQ(gather_results(folder.path()).processes.size(), 3u);
  std::filesystem::remove(folder.path() / "process-1.journal");
  EXPECT_THAT(
      error_of([&] { gather_results(folder.path()); }),
      testing::HasSubstr("process-1.journal' is missing, and 'process-2.journal' is there"));
}

TEST(Journal, SurvivesAKillWithClosedDescriptorsInAnotherFolder) {
  const TemporaryFolder folder;
  const int status = in_child([&] {
    LaunchRecorder recorder(folder.path());
    for (int descriptor = 0; descriptor < 1024; ++descriptor) close(descriptor);
    if (chdir("/") != 0) _exit(1);
    recorder.launch(launch("kernel", 100));
    recorder.live().cycles = 77;
    kill(getpid(), SIGKILL);
  });
  EXPECT_TRUE(WIFSIGNALED(status));
  const RunResult result = gather_results(folder.path());
  ASSERT_EQ(result.processes.size(), 1u);
  EXPECT_EQ(result.processes[0].state, ProcessState::running);
  ASSERT_EQ(result.launches, 1u);
  const LaunchRecord record = launches_in(folder.path()).at(0);
  EXPECT_EQ(record.kernel, "kernel");
  EXPECT_EQ(record.grid_size, (Dim3{4, 2, 1}));
  EXPECT_EQ(record.ended, 110u);
  EXPECT_TRUE(record.timed);
  JournalWatch watch(folder.path());
  EXPECT_EQ(watch.sum().cycles, 77u);
}

TEST(Journal, AForkedChildHasItsOwn) {
  const TemporaryFolder folder;
  LaunchRecorder recorder(folder.path());
  recorder.launch(launch("parent", 1));
  in_child([&] { recorder.launch(launch("child", 2)); });
  in_child([&] { recorder.finish(); });  // says nothing: the device was never used there
  recorder.finish();
  const RunResult result = gather_results(folder.path());
  ASSERT_EQ(result.processes.size(), 2u);
  EXPECT_EQ(result.processes[0].state, ProcessState::finished);
  EXPECT_EQ(launches_in(folder.path()).at(0).kernel, "parent");
  EXPECT_EQ(launches_in(folder.path()).at(1).kernel, "child");
}

HostTime host_time(int total, int sm, int memory, int bookkeeping, int functional) {
  using std::chrono::nanoseconds;
  return {{nanoseconds(total), {nanoseconds(sm), nanoseconds(memory), nanoseconds(bookkeeping)}},
          nanoseconds(functional)};
}

TEST(Journal, HostTimeAddsUpAndBelongsToItsProcess) {
  const TemporaryFolder folder;
  LaunchRecorder recorder(folder.path());
  recorder.live().add(host_time(50, 1, 2, 3, 4));
  recorder.live().add(host_time(500, 10, 20, 30, 40));
  in_child([&] { recorder.live().add(host_time(5000, 100, 200, 300, 400)); });
  const RunResult result = gather_results(folder.path());
  ASSERT_EQ(result.processes.size(), 2u);
  EXPECT_EQ(result.processes[0].host_time.timed.total.count(), 550);
  EXPECT_EQ(result.processes[1].host_time.functional.count(), 400);
  const HostTime sum = result.host_time();
  EXPECT_EQ(sum.timed.total.count(), 5550);
  EXPECT_EQ(sum.timed.sampled[0].count(), 111);
  EXPECT_EQ(sum.timed.sampled[1].count(), 222);
  EXPECT_EQ(sum.timed.sampled[2].count(), 333);
  EXPECT_EQ(sum.functional.count(), 444);
}

TEST(Journal, BalanceOfProcessesAddsUp) {
  const TemporaryFolder folder;
  LaunchRecorder recorder(folder.path());
  HostTime time;
  time.timed.balance.all = std::chrono::nanoseconds(12);
  time.timed.balance.longest[0] = std::chrono::nanoseconds(7);
  recorder.live().add(time);
  in_child([&] { recorder.live().add(time); });
  const gpu::ThreadBalance sum = gather_results(folder.path()).host_time().timed.balance;
  EXPECT_EQ(sum.all.count(), 24);
  EXPECT_EQ(sum.longest[0].count(), 14);
}

TEST(HostTime, SampledQuantaDivideTheTotal) {
  const gpu::PhaseTimes times = host_time(600, 20, 30, 10, 0).timed;
  EXPECT_DOUBLE_EQ(times.seconds(), 600e-9);
  EXPECT_DOUBLE_EQ(times.seconds(gpu::Phase::sm), 200e-9);
  EXPECT_DOUBLE_EQ(times.seconds(gpu::Phase::memory), 300e-9);
  EXPECT_DOUBLE_EQ(times.seconds(gpu::Phase::bookkeeping), 100e-9);
  EXPECT_EQ(gpu::PhaseTimes().seconds(gpu::Phase::sm), 0);
}

TEST(Journal, WatchAddsUpProcessesAsTheyCome) {
  const TemporaryFolder folder;
  JournalWatch watch(folder.path());
  EXPECT_EQ(watch.sum().processes, 0u);
  LaunchRecorder first(folder.path());
  first.live().blocks_done = 3;
  LaunchRecorder second(folder.path());
  second.live().blocks_done = 4;
  EXPECT_EQ(watch.sum().processes, 2u);
  EXPECT_EQ(watch.sum().blocks_done, 7u);
}

TEST(Results, TotalsAddUpByName) {
  const TemporaryFolder folder;
  LaunchRecorder recorder(folder.path());
  recorder.launch(launch("a", 100));
  LaunchRecord functional = launch("b", 0);
  functional.timed = false;
  functional.statistics = {{"functional.warp_instructions", 7, "instructions", "all", 0}};
  recorder.launch(functional);
  recorder.launch(launch("a", 300));
  const RunResult result = gather_results(folder.path());
  EXPECT_EQ(result.launches, 3u);
  EXPECT_EQ(result.timed_launches, 2u);
  EXPECT_EQ(value_of(result.total, "cycles"), 400);
  EXPECT_EQ(value_of(result.total, "ipc"), 0.5);
  EXPECT_EQ(value_of(result.total, "functional.warp_instructions"), 7);
}

TEST(Results, ZerosAreLeftOutAndComeBack) {
  const TemporaryFolder folder;
  LaunchRecorder recorder(folder.path());
  LaunchRecord record = launch("a", 100);
  for (const double bytes : {0.0, 3.0, 0.0}) {
    record.statistics.resize(2);
    record.statistics.push_back({"bytes", bytes, "B", "moved", 0});
    record.statistics.back().timed = bytes / 4;
    recorder.launch(record);
  }
  const std::vector<LaunchRecord> launches = launches_in(folder.path());
  ASSERT_EQ(launches.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(launches[i].statistics.size(), 3u);
    EXPECT_EQ(launches[i].statistics[0].value, 100);
    EXPECT_EQ(launches[i].statistics[1].weight, 100);
    EXPECT_EQ(launches[i].statistics[2].value, i == 1 ? 3 : 0);
    EXPECT_EQ(launches[i].statistics[2].timed, i == 1 ? 0.75 : 0);
    EXPECT_EQ(launches[i].statistics[2].unit, "B");
  }
}

TEST(Results, KernelsAreAddedUpInTheOrderOfTheirFirstLaunches) {
  RunResult result;
  for (const char* kernel : {"b", "a", "b"}) result.add(launch(kernel, 10));
  ASSERT_EQ(result.kernels.size(), 2u);
  EXPECT_EQ(result.kernels[0].symbol, "b");
  EXPECT_EQ(result.kernels[0].launches, 2u);
  EXPECT_EQ(value_of(result.kernels[0].statistics, "cycles"), 20);
  EXPECT_EQ(value_of(result.kernels[1].statistics, "cycles"), 10);
}

TEST(Results, ALaunchWithFewerRegistersThanAreCountedIsNotForgotten) {
  const auto with = [](std::uint32_t registers, std::uint32_t counted) {
    LaunchRecord record = launch("k", 10);
    record.registers = registers;
    record.counted_registers = counted;
    return record;
  };
  RunResult result;
  LaunchSums sums;
  for (const auto& [registers, counted] : {std::pair{44, 44}, {32, 44}, {44, 44}}) {
    result.add(with(registers, counted), 0);
    sums.add(with(registers, counted));
  }
  EXPECT_EQ(result.kernels.at(0).registers, 32u);
  EXPECT_EQ(result.kernels.at(0).counted_registers, 44u);
  EXPECT_EQ(sums.sums().at(0).registers, 32u);
  EXPECT_EQ(sums.sums().at(0).launches, 3u);
}

TEST(Results, FaultsAndStopsAreKept) {
  const TemporaryFolder folder;
  LaunchRecorder faulty(folder.path());
  faulty.fault("out of bounds");
  faulty.finish();
  LaunchRecorder stopped(folder.path());
  stopped.stop("after 10 cycles");
  const RunResult result = gather_results(folder.path());
  EXPECT_EQ(result.processes.at(0).state, ProcessState::failed);
  EXPECT_EQ(result.processes.at(0).fault, "out of bounds");
  EXPECT_EQ(result.processes.at(1).state, ProcessState::stopped);
  EXPECT_EQ(result.processes.at(1).stop, "after 10 cycles");
}

}  // namespace
}  // namespace heddle::sim
