// What a sweep shows on a terminal.
#include <array>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

/// What `heddle sweep sweep.toml` writes to a terminal of 200 columns.
std::string on_a_terminal(const Playground& folder) {
  winsize size{40, 200, 0, 0};
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    if (chdir(folder.path("").c_str()) != 0) _exit(126);
    execl(HEDDLE_PROGRAM, HEDDLE_PROGRAM, "sweep", "sweep.toml", "--jobs", "1", nullptr);
    _exit(127);
  }
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t got = 0; (got = read(terminal, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  close(terminal);
  waitpid(child, nullptr, 0);
  return text;
}

TEST(Progress, ATerminalHasALineThatTellsHowFarItIs) {
  const Playground folder;
  folder.write("scale.ptx", kScale);
  std::string sweep;
  int blocks = 8000;  // long enough to be seen
  for (const char* name : {"first", "second", "third"}) {
    sweep += fmt::format(
        "[[program]]\nname = \"{}\"\nprogram = \"scale.ptx\"\noptions = \"--kernel {} --grid {} "
        "--block 128 --arg buffer:8MiB --arg u32:7\"\n",
        name, name == std::string("second") ? "none" : "scale", blocks++);
  }
  folder.write("sweep.toml", sweep);
  const std::string shown = on_a_terminal(folder);
  EXPECT_THAT(
      shown,
      HasSubstr(
          "heddle sweep: 0 of 3 done, 1 running, 2 waiting | first gtx480 default 0 s\x1b[K"));
  EXPECT_THAT(shown,
              testing::ContainsRegex("heddle sweep: 2 of 3 done, 1 failed, 1 running, 0 waiting, "
                                     "about [0-9]+ s left \\| third gtx480 default [0-9]+ s"));
  EXPECT_THAT(shown, testing::ContainsRegex("\\[2/3\\] second gtx480 default: failed, .*none"));
  EXPECT_THAT(shown, testing::Not(HasSubstr("[1/3]")));
  EXPECT_THAT(shown, HasSubstr("\r\x1b[Kheddle sweep: 3 runs: 2 ok, 1 failed"));
}

}  // namespace
}  // namespace heddle::test
