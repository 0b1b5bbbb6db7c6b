#include "study/runs/outcome.hpp"

#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::study {
namespace {

using sim::ProcessState;
using sim::RunStatus;
using testing::HasSubstr;

sim::RunOutcome outcome(std::vector<ProcessState> states, jobs::ProgramEnd end) {
  sim::RunResult result;
  for (const ProcessState state : states) {
    sim::ProcessResult process;
    process.state = state;
    if (state == ProcessState::failed) process.fault = "a fault";
    if (state == ProcessState::stopped) process.stop = "a limit";
    result.processes.push_back(process);
  }
  return outcome_of(result, end);
}

TEST(Outcome, ACrashBeforeTheFirstCallIsACrash) {
  const auto crashed = outcome({}, {.exit_code = 128 + SIGSEGV, .signal = SIGSEGV});
  EXPECT_EQ(crashed.status, RunStatus::incomplete);
  EXPECT_EQ(crashed.reason, "the program was ended by SIGSEGV");
  const auto refused = outcome({}, {.exit_code = 2});
  EXPECT_EQ(refused.status, RunStatus::failed);
  EXPECT_EQ(refused.reason, "the program's exit code is 2");
  EXPECT_THAT(outcome({}, {}).reason, HasSubstr("static"));
}

TEST(Outcome, AProgramThatIgnoresASignalAndFinishesIsComplete) {
  const auto ignored = outcome({ProcessState::finished}, {.interrupted_by = SIGTERM});
  EXPECT_EQ(ignored.status, RunStatus::complete);
  EXPECT_EQ(ignored.reason, "");
  for (const jobs::ProgramEnd& end :
       {jobs::ProgramEnd{.exit_code = 128 + SIGTERM, .signal = SIGTERM},
        jobs::ProgramEnd{.exit_code = 1}, jobs::ProgramEnd{}}) {
    jobs::ProgramEnd interrupted = end;
    interrupted.interrupted_by = SIGTERM;
    const auto ended = outcome({ProcessState::running}, interrupted);
    EXPECT_EQ(ended.status, RunStatus::incomplete);
    EXPECT_EQ(ended.reason, "interrupted by SIGTERM");
  }
}

TEST(Outcome, AFaultComesFirst) {
  const auto faulty = outcome({ProcessState::finished, ProcessState::failed}, {.exit_code = 1});
  EXPECT_EQ(faulty.status, RunStatus::failed);
  EXPECT_EQ(faulty.reason, "a fault");
  EXPECT_EQ(faulty.exit_code, 1);
}

TEST(Outcome, StopsAndKeptDevicesAreIncomplete) {
  EXPECT_EQ(outcome({ProcessState::stopped}, {}).reason, "a limit");
  EXPECT_EQ(outcome({ProcessState::stopped}, {}).status, RunStatus::incomplete);
  EXPECT_EQ(outcome({ProcessState::running}, {}).status, RunStatus::incomplete);
  EXPECT_EQ(outcome({ProcessState::running}, {.exit_code = 3}).status, RunStatus::failed);
}

}  // namespace
}  // namespace heddle::study
