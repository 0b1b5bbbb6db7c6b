#include "heddle/sim/records/crash_report.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "heddle/base/files/input_file.hpp"
#include "heddle/base/files/own_work.hpp"
#include "heddle/sim/records/fault_origin.hpp"

namespace heddle::sim {
namespace {

constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::array kNames = {"SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT"};
/// The first calls of renew_crash_handlers() look at the handlers, and then each so many calls.
constexpr std::uint32_t kEveryCall = 64;
using Actions = std::array<struct sigaction, kSignals.size()>;

/// The data of the signal handlers. The data are global because a handler has no argument for them.
/// A process has one set of handlers.
struct Watch {
  std::atomic<const LoadedCode*> code{nullptr};  ///< null: crashes are not reported
  std::array<char, 4096> file{};                 ///< path of the file that describes a crash
  Actions first{};    ///< the actions of the signals before heddle installed its handlers
  Actions renewed{};  ///< the actions that the program installed later in place of heddle's
  std::atomic<std::uint32_t> renewals{0};  ///< calls of renew_crash_handlers()
};
Watch watch;

/// A text that grows without allocating. Characters beyond kMost are dropped.
class FixedText {
 public:
  static constexpr std::size_t kMost = 512;

  FixedText& operator<<(const char* text) {
    while (*text != 0 && length_ < text_.size()) text_[length_++] = *text++;
    return *this;
  }
  FixedText& hexadecimal(std::uintptr_t value) {
    std::array<char, 20> digits{};
    std::size_t at = digits.size() - 1;
    do {
      digits[--at] = "0123456789abcdef"[value % 16];
      value /= 16;
    } while (value != 0);
    return *this << "0x" << &digits[at];
  }
  void write_to(int file) const {
    [[maybe_unused]] const ssize_t written = write(file, text_.data(), length_);
  }

 private:
  std::array<char, kMost> text_;
  std::size_t length_ = 0;
};

std::size_t index_of(int signal) {
  std::size_t index = 0;
  while (index + 1 < kSignals.size() && kSignals[index] != signal) ++index;
  return index;
}

/// Reports a crash. The first process to crash writes a file in the run folder: a line that names
/// the culprit, and the text of the report.
void report(const FaultOrigin& origin, int signal, const LoadedCode& code) {
  const bool is_heddles = origin.blame == Blame::heddle;
  FixedText text;
  text << (is_heddles ? "heddle crashed (" : "the program crashed in a call of heddle's runtime (")
       << kNames[index_of(signal)] << " at " << code.name() << "+";
  text.hexadecimal(origin.where - code.base());
  text << (is_heddles
               ? "); this is a fault of heddle or of a policy built into it, not of the program"
               : "): it passed a pointer that is none, or damaged memory; else this is a fault of "
                 "heddle");
  const int file = open(watch.file.data(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0 && errno == EEXIST) return;
  if (file >= 0) {
    (FixedText() << (is_heddles ? "heddle\n" : "unclear\n")).write_to(file);
    text.write_to(file);
    close(file);
  }
  (FixedText() << "heddle: ").write_to(STDERR_FILENO);
  (text << "\n").write_to(STDERR_FILENO);
}

/// Restores the signal's default action. The action happens when the handler has returned.
void take_default_action(int signal, const siginfo_t& info) {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  // A signal that the processor raised occurs again by itself. Any other signal must be sent again.
  if (!is_raised_by_processor(info)) syscall(SYS_tgkill, getpid(), gettid(), signal);
}

/// Performs `action` for the signal as the operating system would.
void pass_on(struct sigaction& action, int signal, siginfo_t* info, void* context) {
  const struct sigaction to = action;
  const bool ignored = to.sa_handler == SIG_IGN;
  if (ignored && !is_raised_by_processor(*info)) return;
  if (ignored || to.sa_handler == SIG_DFL) return take_default_action(signal, *info);
  if ((to.sa_flags & SA_RESETHAND) != 0) action.sa_handler = SIG_DFL;
  sigset_t blocked = static_cast<const ucontext_t*>(context)->uc_sigmask;
  for (int other = 1; other < NSIG; ++other) {
    if (sigismember(&to.sa_mask, other) == 1) sigaddset(&blocked, other);
  }
  if ((to.sa_flags & SA_NODEFER) == 0) sigaddset(&blocked, signal);
  pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
  if ((to.sa_flags & SA_SIGINFO) != 0) {
    to.sa_sigaction(signal, info, context);
  } else {
    to.sa_handler(signal);
  }
}

void handle(struct sigaction& action, int signal, siginfo_t* info, void* context) {
  const int error = errno;
  const LoadedCode& code = *watch.code.load();
  const FaultOrigin origin = origin_of(code, signal, *info, context);
  if (origin.blame != Blame::program) report(origin, signal, code);
  errno = error;
  if (origin.blame == Blame::heddle && OwnThread::is_this()) {
    return take_default_action(signal, *info);
  }
  pass_on(action, signal, info, context);
}

// heddle has two handlers. handle_first passes the signal to the handler that was installed before
// heddle's handlers. handle_renewed passes the signal to the handler that the program has installed
// since then. A program that installs its own handler may save the previous handler, to call or
// restore it later. The handler that the program saves is handle_first.

void handle_first(int signal, siginfo_t* info, void* context) {
  handle(watch.first[index_of(signal)], signal, info, context);
}

/// A call of handle_renewed. The call may have ended by a jump (longjmp) out of it.
struct Call {
  const void* context = nullptr;
  const void* frame = nullptr;

  bool is_inside(const Call& other) const {
    return context == other.context && frame < other.frame;
  }
};
[[gnu::tls_model("initial-exec")]] thread_local Call last_call;

void handle_renewed(int signal, siginfo_t* info, void* context) {
  const Call call{context, __builtin_frame_address(0)};
  // heddle's handler has called the program's handler, which now calls heddle's handler again.
  // handle_first ends this recursion.
  if (call.is_inside(last_call)) return handle_first(signal, info, context);
  last_call = call;
  handle(watch.renewed[index_of(signal)], signal, info, context);
}

struct sigaction action_of(void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  return action;
}

bool is_heddles(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 &&
         (action.sa_sigaction == handle_first || action.sa_sigaction == handle_renewed);
}

}  // namespace

void report_crashes(const std::filesystem::path& run_folder) {
  const std::string file = (run_folder / kCrashFile).string();
  if (file.size() >= watch.file.size()) return;
  file.copy(watch.file.data(), file.size());
  prepare_origins();
  watch.code = std::make_unique<const LoadedCode>().release();  // lives as long as the process
  const struct sigaction action = action_of(handle_first);
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    sigaction(kSignals[i], &action, &watch.first[i]);
}

bool crashes_are_reported() { return watch.code != nullptr; }

void renew_crash_handlers() {
  if (!crashes_are_reported()) return;
  const std::uint32_t call = watch.renewals.fetch_add(1, std::memory_order_relaxed);
  if (call >= kEveryCall && call % kEveryCall != 0) return;
  const struct sigaction action = action_of(handle_renewed);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction now = {};
    if (sigaction(kSignals[i], nullptr, &now) != 0 || is_heddles(now)) continue;
    watch.renewed[i] = now;
    sigaction(kSignals[i], &action, nullptr);
  }
}

std::optional<Crash> read_crash(const std::filesystem::path& run_folder) {
  const std::string said = end_of_file(run_folder / kCrashFile, 2 * FixedText::kMost);
  const std::size_t end = said.find('\n');
  if (end == std::string::npos) return {};
  return Crash{said.substr(0, end) == "heddle", said.substr(end + 1)};
}

}  // namespace heddle::sim
