// An urgent program among others: it takes SMs from them, within what the sharing policy gives.
#include <gtest/gtest.h>

#include "programs.hpp"

namespace heddle::corun_test {
namespace {

const std::vector<std::string> kTakesSms = {"preemption_trigger=priority", "preemption=occup"};

/// A program whose blocks last long has the GPU, and a short one comes in cycle 2,000.
struct Meeting {
  explicit Meeting(const std::vector<std::string>& settings)
      : configuration(configured(
            settings + std::vector<std::string>{"sm.count=4", "device.memory_bytes=\"64 MiB\""})),
        first(configuration.machine, loads(600, 128), {.blocks = 60, .threads = 256}),
        urgent(configuration.machine, loads(4), {.blocks = 8, .threads = 256}) {}

  /// `priority`: of the second program; less is more urgent.
  std::vector<sim::TenantOutcome> run(std::int32_t priority) {
    return sim::CorunRun(
               configuration,
               {{.name = "first", .program = &first},
                {.name = "urgent", .program = &urgent, .start = 2000, .priority = priority}})
        .run({});
  }

  sim::Configuration configuration;
  PtxProgram first, urgent;
};

/// What each program leaves in memory alone.
void expect_memory_of_alone(Meeting& meeting) {
  for (PtxProgram* program : {&meeting.first, &meeting.urgent}) {
    sim::CorunRun(meeting.configuration, {{.name = "alone", .program = program}}).run({});
    program->expected = program->words();
  }
}

TEST(UrgentTenant, TakesSmsUnderEachSharingPolicy) {
  for (const std::string policy : {"leftover", "even", "spatial"}) {
    const std::vector<std::string> sharing = {"corun=" + policy};
    Meeting waits(sharing), takes(sharing + kTakesSms);
    const Cycle waited = waits.run(-1)[1].ended;
    expect_memory_of_alone(takes);
    const auto outcomes = takes.run(-1);
    EXPECT_LT(outcomes[1].ended - 2000, (waited - 2000) / 2) << policy;
    for (const sim::TenantOutcome& outcome : outcomes) {
      EXPECT_EQ(outcome.runs, 1u) << policy;
      EXPECT_TRUE(outcome.differences.empty()) << policy;
    }
  }
}

TEST(UrgentTenant, WaitsWithoutPriority) {
  Meeting waits({"corun=leftover"}), equal(std::vector<std::string>{"corun=leftover"} + kTakesSms);
  EXPECT_EQ(equal.run(0)[1].ended, waits.run(0)[1].ended);
}

TEST(UrgentTenant, TheNumberOfThreadsDoesNotShow) {
  std::vector<Cycle> ends;
  for (const char* threads : {"run.threads=1", "run.threads=2", "run.threads=4"}) {
    Meeting meeting(std::vector<std::string>{"corun=even", threads} + kTakesSms);
    ends.push_back(meeting.run(-1)[1].ended);
  }
  EXPECT_EQ(ends, std::vector<Cycle>(3, ends.front()));
}

}  // namespace
}  // namespace heddle::corun_test
