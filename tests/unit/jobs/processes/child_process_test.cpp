#include "jobs/processes/child_process.hpp"

#include <csignal>
#include <cstdlib>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jobs/processes/ending_signals.hpp"

namespace heddle::jobs {
namespace {

TEST(HeldSignals, TakeEffectAtTheEnd) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    {
      const HeldSignals held;
      raise(SIGTERM);
      if (write(pipe_ends[1], "done", 4) != 4) _exit(1);
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGTERM);
  char text[4];
  EXPECT_EQ(read(pipe_ends[0], text, 4), 4);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

TEST(RunProgram, BeginsWithTheSignalsThatTheStartNames) {
  const HeldSignals held;
  Attendant attendant;
  ProgramStart start;
  start.file = "/bin/sh";
  start.arguments = {"a shell", "-c", "kill -TERM $$; exit 7"};
  start.blocked = held.before();
  EXPECT_EQ(run_program(start, attendant).signal, SIGTERM);
}

TEST(RunProgram, TheNameIsNotTheFile) {
  Attendant attendant;
  ProgramStart start;
  start.file = "/bin/sh";
  start.arguments = {"typed", "-c", "test \"$0\" = typed"};
  EXPECT_EQ(run_program(start, attendant).exit_code, 0);
}

}  // namespace
}  // namespace heddle::jobs
