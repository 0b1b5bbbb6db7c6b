#include "cli/run/interruption.hpp"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "jobs/processes/child_process.hpp"

namespace heddle::cli {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// Has this process asked to end once the program has written its file, as often as wanted.
class Asking final : public jobs::Attendant {
 public:
  Asking(const Interruption::Patience& patience, unsigned times)
      : interruption_(
            folder_, [this](int signal) { kept_.push_back(signal); }, patience),
        times_(times) {
    setenv("STARTED", file().c_str(), 1);
  }
  ~Asking() override { std::filesystem::remove_all(folder_); }

  void look(pid_t program) override {
    if (asked_ < times_ && std::filesystem::exists(file()) && Clock::now() - last_ > 400ms) {
      ++asked_;
      last_ = Clock::now();
      kill(getpid(), SIGINT);
    }
    interruption_.look(program);
  }
  void asked_to_end(pid_t program, int signal, bool from_terminal) override {
    interruption_.begin(program, signal, from_terminal);
  }

  std::filesystem::path file() const { return folder_ / "started"; }
  const std::vector<int>& kept() const { return kept_; }

 private:
  static std::filesystem::path fresh_folder() {
    std::string pattern = std::filesystem::temp_directory_path() / "heddle-asking-XXXXXX";
    return mkdtemp(pattern.data());
  }

  std::filesystem::path folder_ = fresh_folder();
  std::vector<int> kept_;
  Interruption interruption_;
  unsigned times_, asked_ = 0;
  Clock::time_point last_{};
};

/// A shell whose child lasts a minute; both ignore the signals that it names.
jobs::ProgramEnd run_deaf(const std::string& ignored, jobs::Attendant& attendant) {
  jobs::ProgramStart start;
  start.file = "/bin/sh";
  start.arguments = {"deaf", "-c",
                     "trap '' " + ignored +
                         "; sleep 60 & echo $! > $STARTED.new; mv $STARTED.new "
                         "$STARTED; wait; wait"};
  return jobs::run_program(start, attendant);
}

/// Within seconds.
bool ends(pid_t process) {
  for (int i = 0; i < 500; ++i) {
    std::ifstream stream("/proc/" + std::to_string(process) + "/cmdline");
    if (stream.peek() == std::ifstream::traits_type::eof()) return true;  // it is empty then
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

pid_t child_of(const Asking& asking) {
  std::ifstream stream(asking.file());
  pid_t child = 0;
  stream >> child;
  return child;
}

constexpr Interruption::Patience kShort{100ms, 300ms, 600ms};

TEST(Interruption, AProgramThatGoesOnGetsSigterm) {
  Asking asking(kShort, 1);
  EXPECT_EQ(run_deaf("INT", asking).signal, SIGTERM);
  EXPECT_EQ(asking.kept(), std::vector<int>{SIGINT});
  EXPECT_TRUE(ends(child_of(asking)));
}

TEST(Interruption, OneThatIgnoresThatIsKilledWithItsChildren) {
  Asking asking(kShort, 1);
  const jobs::ProgramEnd end = run_deaf("INT TERM", asking);
  EXPECT_EQ(end.signal, SIGKILL);
  EXPECT_EQ(end.interrupted_by, SIGINT);
  EXPECT_TRUE(ends(child_of(asking)));
}

TEST(Interruption, ASecondSignalKillsAtOnce) {
  Asking asking({100ms, 60s, 70s}, 2);
  const auto began = Clock::now();
  EXPECT_EQ(run_deaf("INT TERM", asking).signal, SIGKILL);
  EXPECT_LT(Clock::now() - began, 30s);
  EXPECT_TRUE(ends(child_of(asking)));
}

}  // namespace
}  // namespace heddle::cli
