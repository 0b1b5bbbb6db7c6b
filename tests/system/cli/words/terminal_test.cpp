// What a person sees on a terminal while a program runs and after it.
#include <csignal>
#include <filesystem>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <unistd.h>

#include "command_runner.hpp"
#include "screen.hpp"

namespace heddle::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ContainsRegex;
using testing::Each;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kTalking = R"(
#include <cstdio>
#include <cstring>
__global__ void slow(volatile int* x, int n) {
  for (int i = 0; i < n; ++i) x[threadIdx.x] = x[threadIdx.x] * 3 + i;
}
__global__ void telling() { printf("from the device\n"); }
__global__ void endless(volatile int* x) { while (x[0] >= 0) x[0] = x[0] + 1 & 0xFFFF; }
static void callback(void*) { puts("from a callback"); fflush(stdout); }
int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  int* x;
  cudaMalloc(&x, 4096);
  cudaMemset(x, 0, 4096);
  if (!strcmp(what, "endless")) { endless<<<1, 1>>>(x); cudaDeviceSynchronize(); return 0; }
  puts("first line");
  slow<<<60, 64>>>(x, 1500);
  printf("a line that begins...");
  fflush(stdout);
  cudaDeviceSynchronize();
  puts(" and ends");
  slow<<<60, 64>>>(x, 1500);
  telling<<<1, 1>>>();
  cudaLaunchHostFunc(0, callback, nullptr);
  slow<<<60, 64>>>(x, 1500);
  cudaDeviceSynchronize();
  puts("last line");
  if (!strcmp(what, "fault")) { slow<<<60, 64>>>(x, 1500); slow<<<1, 32>>>(nullptr, 1); cudaDeviceSynchronize(); }
  return 0;
}
)";

/// A process on a terminal of its own.
class OnTerminal {
 public:
  OnTerminal(const Playground& folder, std::vector<std::string> words, unsigned short rows = 40,
             unsigned short columns = 120, const char* type = "xterm")
      : screen_(rows, columns) {
    winsize size{rows, columns, 0, 0};
    process_ = forkpty(&master_, nullptr, nullptr, &size);
    if (process_ != 0) return;
    if (chdir(folder.path("").c_str()) != 0) _exit(126);
    setenv("TERM", type, 1);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  ~OnTerminal() { close(master_); }
  OnTerminal(const OnTerminal&) = delete;
  OnTerminal& operator=(const OnTerminal&) = delete;

  /// Reads until it holds, or there is nothing more.
  bool read_until(const std::function<bool()>& condition) {
    while (!condition()) {
      pollfd event{master_, POLLIN, 0};
      std::string bytes(4096, '\0');
      if (poll(&event, 1, 60'000) != 1) return false;
      const ssize_t count = ::read(master_, bytes.data(), bytes.size());
      if (count <= 0) return condition();
      bytes.resize(static_cast<std::size_t>(count));
      text_ += bytes;
      screen_.write(bytes);
    }
    return true;
  }
  int finish() {
    read_until([] { return false; });
    return Playground::wait(process_);
  }
  void type(char key) const { EXPECT_EQ(write(master_, &key, 1), 1); }

  const Screen& screen() const { return screen_; }
  const std::string& text() const { return text_; }

 private:
  Screen screen_;
  std::string text_;
  int master_ = -1;
  pid_t process_ = 0;
};

class Terminal : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    shared_ = std::make_unique<Playground>();
    program_ = shared_->path(shared_->compile("talking", kTalking)).string();
  }
  static void TearDownTestSuite() { shared_.reset(); }

  static std::vector<std::string> command(const std::string& what,
                                          std::vector<std::string> options = {}) {
    options.insert(options.begin(), {HEDDLE_PROGRAM, "run", "--out", "out", "--overwrite"});
    options.insert(options.end(), {"--", program_, what});
    return options;
  }

  static std::unique_ptr<Playground> shared_;
  static std::string program_;
  Playground folder_;
};

std::unique_ptr<Playground> Terminal::shared_;
std::string Terminal::program_;

/// What only the progress line has.
constexpr const char* kDrawn = "heddle: (slow|endless)";

const std::vector<std::string> kSaid = {"first line", "a line that begins... and ends",
                                        "from the device", "from a callback", "last line"};

/// The lines of the screen up to the summary, which begins after an empty one.
std::vector<std::string> said(const Screen& screen) {
  std::vector<std::string> lines = screen.lines();
  lines.erase(std::find(lines.begin(), lines.end(), ""), lines.end());
  return lines;
}

TEST_F(Terminal, TheProgramsLinesStayWholeAndTheProgressLineGoes) {
  OnTerminal run(folder_, command(""));
  EXPECT_EQ(run.finish(), 0);
  EXPECT_EQ(said(run.screen()), kSaid);
  EXPECT_THAT(run.screen().lines(), Contains(HasSubstr(": complete")));
  EXPECT_THAT(run.screen().lines(), Each(Not(ContainsRegex(kDrawn))));
  EXPECT_THAT(run.screen().drawn(),
              Contains(ContainsRegex("^heddle: slow.int volatile., int. [0-9]+%")));
}

/// The cursor's line is the last one of the screen, which scrolls.
TEST_F(Terminal, AtTheBottomOfTheScreenToo) {
  OnTerminal run(folder_, command("", {"--set", "sm.count=2"}), 3);
  EXPECT_EQ(run.finish(), 0);
  EXPECT_THAT(run.screen().lines(), testing::IsSupersetOf(kSaid));
  EXPECT_THAT(run.screen().lines(), Each(Not(ContainsRegex(kDrawn))));
  EXPECT_THAT(run.screen().drawn(), Contains(StartsWith("heddle: slow")));
}

TEST_F(Terminal, ItTellsBlocksAndTimeLeft) {
  OnTerminal run(folder_, command("", {"--set", "sm.count=1", "--set", "sm.blocks=1"}));
  EXPECT_EQ(run.finish(), 0);
  EXPECT_THAT(
      run.screen().drawn(),
      Contains(ContainsRegex("slow.int volatile., int. [1-9][0-9]?%, [0-9]+ (s|min) left, block "
                             "[1-9][0-9]? of 60, [0-9,]+ cycles")));
}

/// The counts of the lines, as far as they tell `what`.
std::vector<std::string> counts(const std::vector<std::string>& lines, const std::string& what) {
  std::vector<std::string> found;
  for (const std::string& line : lines) {
    const std::size_t end = line.find(" " + what);
    if (end == std::string::npos) continue;
    const std::size_t begin = line.rfind(' ', end - 1);
    const std::string count = line.substr(begin + 1, end - begin - 1);
    if (found.empty() || found.back() != count) found.push_back(count);
  }
  return found;
}

TEST_F(Terminal, ItMovesInsideABlockAndCtrlCEndsTheRun) {
  const std::pair<std::vector<std::string>, const char*> modes[] = {
      {{}, "cycles"}, {{"--timing", "none"}, "warp instructions"}};
  for (const auto& [options, what] : modes) {
    OnTerminal run(folder_, command("endless", options));
    EXPECT_TRUE(run.read_until([&] { return counts(run.screen().drawn(), what).size() >= 4; }));
    EXPECT_THAT(run.screen().drawn().back(),
                StartsWith("heddle: endless(int volatile*) 0%, block 0 of 1, "));
    run.type('\x03');
    EXPECT_EQ(run.finish(), 128 + SIGINT);
    EXPECT_THAT(run.screen().lines(), Each(Not(ContainsRegex(kDrawn))));
    const nlohmann::json stats = folder_.json("out/stats.json");
    EXPECT_EQ(stats.at("reason"), "interrupted by SIGINT");
    EXPECT_EQ(stats.at("launches").size(), 1u);
  }
}

TEST_F(Terminal, AFaultIsSaidOnALineOfItsOwn) {
  OnTerminal run(folder_, command("fault"));
  EXPECT_EQ(run.finish(), 1);
  const std::vector<std::string> lines = said(run.screen());
  ASSERT_GT(lines.size(), kSaid.size());
  EXPECT_TRUE(std::equal(kSaid.begin(), kSaid.end(), lines.begin()));
  EXPECT_THAT(lines[kSaid.size()],
              AllOf(StartsWith("heddle: "), HasSubstr("slow"), Not(HasSubstr("%"))));
}

TEST_F(Terminal, ANarrowOneHasNoLineThatWraps) {
  OnTerminal run(folder_, command("endless"), 10, 40);
  EXPECT_TRUE(run.read_until([&] { return run.screen().drawn().size() >= 3; }));
  for (const std::string& line : run.screen().drawn()) EXPECT_LT(line.size(), 40u);
  run.type('\x03');
  run.finish();
}

TEST_F(Terminal, OneWithoutACursorAndQuietRunsHaveNone) {
  OnTerminal dumb(folder_, command(""), 40, 120, "dumb");
  EXPECT_EQ(dumb.finish(), 0);
  EXPECT_THAT(dumb.text(), Not(HasSubstr("\x1b")));
  OnTerminal quiet(folder_, command("", {"--quiet"}));
  EXPECT_EQ(quiet.finish(), 0);
  EXPECT_EQ(quiet.screen().lines(), kSaid);
  EXPECT_THAT(quiet.text(), Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace heddle::test
