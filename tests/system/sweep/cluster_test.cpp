// What a sweep asks of Slurm, and what it does when tasks run out of time or memory. Stand-ins for
// Slurm's commands run the tasks at once; tests/system/slurm has a real Slurm.
#include <fmt/core.h>
#include <gmock/gmock.h>

#include "query.hpp"
#include "small_suite.hpp"

namespace heddle::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// Writes its arguments into calls, and runs the tasks in turn. In place of task 2 of the first
/// `$(cat ends)` jobs, it writes what Slurm says when it ends a task.
constexpr const char* kSbatch = R"script(#!/bin/sh
echo "$@" >> calls
job=$(wc -l < calls)
for word in "$@"; do
  case $word in
    --array=1-*) tasks=${word#--array=1-}; tasks=${tasks%%\%*} ;;
    --output=*) folder=$(dirname "${word#--output=}") ;;
  esac
  script=$word
done
task=1
while [ $task -le $tasks ]; do
  if [ $task = 2 ] && [ $job -le "$(cat ends)" ]; then cat said > "$folder/2.log"
  else SLURM_ARRAY_TASK_ID=$task sh "$script" 2> "$folder/$task.log"; fi
  task=$((task + 1))
done
echo $job
)script";
constexpr const char* kTimeIsOver =
    "slurmstepd: error: *** JOB 1 ON one CANCELLED AT 2026-01-01T00:00:00 DUE TO TIME LIMIT ***\n";
constexpr const char* kMemoryIsOver =
    "slurmstepd: error: Detected 1 oom_kill event in StepId=1.batch. Some of the step tasks have "
    "been OOM Killed.\n";

class Cluster : public SmallSuite {
 protected:
  Cluster() {
    folder_.write("sbatch", kSbatch, true);
    folder_.write("squeue", "#!/bin/sh\n", true);
    folder_.write("scontrol", "#!/bin/sh\nprintf 'MaxArraySize = 1001\\nMaxJobCount = 1000\\n'\n",
                  true);
    folder_.write("sweep.toml",
                  "workloads = \"count\"\nsizes = \"tiny\"\n[[setting]]\nname = \"{}\"\nvalues = "
                  "\"10 20 30 40\"\nset = [\"l1.hit_latency={}\"]\n");
    end_tasks(0, "");
  }
  /// In the first `jobs` jobs Slurm ends task 2 with these words.
  void end_tasks(unsigned jobs, const char* words) const {
    folder_.write("ends", std::to_string(jobs));
    folder_.write("said", words);
  }
  Finished sweep(const std::string& options) const {
    return folder_.shell(fmt::format("PATH=$PWD:$PATH; '{}' sweep sweep.toml --on slurm {}",
                                     HEDDLE_PROGRAM, options));
  }
};

TEST_F(Cluster, JobsCarryWhatTheUserSays) {
  const Finished finished = sweep(
      "--tasks 2 --at-once 1 --time 1:30:00 --memory 2GiB --partition long --account lab "
      "--slurm=--qos=low");
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("4 runs: 4 ok; 4 of them now"));
  const std::string calls = folder_.read("calls");
  EXPECT_THAT(calls, HasSubstr("--array=1-2%1 "));
  EXPECT_THAT(calls, HasSubstr(" --time=0-01:30:00 --mem=2097152K --partition=long --account=lab "
                               "--qos=low "));
}

TEST_F(Cluster, JobsCarryNothingElse) {
  ASSERT_EQ(sweep("--tasks 2").exit_code, 0);
  EXPECT_THAT(folder_.read("calls"),
              ContainsRegex("^--parsable --array=1-2 --job-name=[^ ]+ --output=[^ ]+ [^ ]+\n$"));
}

TEST_F(Cluster, TasksThatRunOutOfTimeGetTwiceAsMuch) {
  end_tasks(2, kTimeIsOver);
  const Finished finished = sweep("--tasks 3 --time 20");
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("task 2 of Slurm job 1 ran out of time"));
  EXPECT_THAT(finished.err, HasSubstr("their runs that are missing get 0-00:40:00 a task"));
  EXPECT_THAT(folder_.read("calls"), ContainsRegex("--time=0-00:20:00.*\n.*--time=0-00:40:00"));
  EXPECT_THAT(finished.err, HasSubstr("4 runs: 4 ok; 4 of them now"));
}

TEST_F(Cluster, TasksThatRunOutOfMemoryGetTwiceAsMuch) {
  end_tasks(1, kMemoryIsOver);
  const Finished finished = sweep("--tasks 2 --memory 1GiB");
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("task 2 of Slurm job 1 ran out of memory"));
  EXPECT_THAT(folder_.read("calls"), ContainsRegex("--mem=1048576K.*\n.*--mem=2097152K"));
}

TEST_F(Cluster, WithoutALimitTheUserIsToldOfTheOption) {
  end_tasks(1, kTimeIsOver);
  const Finished finished = sweep("--tasks 2");
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("heddle sweep: --time gives its runs more"));
  EXPECT_THAT(finished.err, HasSubstr("4 runs: 2 ok, 2 pending"));
  EXPECT_EQ(sweep("--tasks 2").exit_code, 0);  // the same command runs the rest
}

TEST_F(Cluster, JobsInARowEnd) {
  folder_.write("sweep.toml",
                "workloads = \"count\"\nsizes = \"tiny\"\n[[setting]]\nname = \"{}\"\nvalues = "
                "\"10 20 30 40 50 60\"\nset = [\"l1.hit_latency={}\"]\n");
  folder_.write(
      "sbatch",
      std::string(kSbatch).replace(std::string(kSbatch).find("sh \"$script\""), 12, "cat said"),
      true);
  end_tasks(100, kTimeIsOver);
  const Finished finished = sweep("--tasks 2 --time 10");
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("task 2 of Slurm job 4 ran out of time"));
  EXPECT_THAT(finished.err, Not(HasSubstr("Slurm job 5")));
  EXPECT_THAT(finished.err, HasSubstr("6 runs: 6 pending"));
}

TEST_F(Cluster, RefusesWhatIsNoLimit) {
  for (const char* time : {"soon", "0", "1:2:3:4", "1-2", "-1:00:00", "1234567"})
    EXPECT_THAT(sweep(fmt::format("--time={}", time)).err,
                HasSubstr(fmt::format("--time {}: expected minutes", time)))
        << time;
  EXPECT_THAT(sweep("--memory much").err, HasSubstr("--memory much: expected a size"));
  for (const char* option : {"--time 5", "--memory 1GiB", "--partition x", "--account x",
                             "--at-once 2", "--tasks 2", "--slurm=--hold"})
    EXPECT_THAT(folder_.shell(fmt::format("'{}' sweep sweep.toml {}", HEDDLE_PROGRAM, option)).err,
                HasSubstr("is of a cluster's job: add --on slurm"))
        << option;
}

}  // namespace
}  // namespace heddle::test
