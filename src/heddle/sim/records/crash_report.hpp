// Finds out whether the program or heddle caused a crash, in a process of the program under `heddle
// run`. Handlers of SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT examine the code that raised the
// signal. If this code belongs to a library that both the program and heddle call (the C library),
// the handlers examine the library's caller.
//
// - Code of the program: the program caused the crash, even in a host function that heddle calls.
// - Code of heddle, while the thread simulates or compiles (OwnWork): heddle or a built-in policy
//   caused the crash.
// - Code of heddle in any other call of the runtime: the cause is unclear, since such calls follow
//   the program's pointers.
//
// A crash that the program did not cause is reported on standard error and in the run folder. Then
// the program's own handler gets the signal, or, without such a handler, the default action
// happens. If heddle caused the crash on a thread that heddle started, the default action happens
// at once, since the program's handler does not know this thread.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace heddle::sim {

/// A crash of a process of the program.
struct Crash {
  bool is_heddles = false;  ///< true: heddle caused the crash; false: the cause is unclear
  std::string text;         ///< one line
};

/// Installs the handlers in this process. Called once.
void report_crashes(const std::filesystem::path& run_folder);
bool crashes_are_reported();

/// Installs heddle's handlers again if the program has installed its own handlers since. heddle's
/// handlers then pass the signal on to the program's handlers. Called before heddle simulates or
/// compiles. Of many calls only every 64th looks at the handlers, since each look takes five system
/// calls and a program may have millions of launches.
void renew_crash_handlers();

/// Reads the report of the first process that crashed. Returns nothing if no process crashed.
std::optional<Crash> read_crash(const std::filesystem::path& run_folder);

/// Name of the file in the run folder that describes the crash.
inline constexpr const char* kCrashFile = "crash.txt";

}  // namespace heddle::sim
