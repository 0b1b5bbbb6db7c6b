// Finds out whether the program or heddle caused a crash, in a process of the program under `heddle
// run`. Handlers of SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT examine the code that raised the
// signal. If that code belongs to a library that both program and heddle call (the C library), the
// handlers examine its caller.
//
// - Code of the program: the crash is the program's, also in a host function that heddle calls.
// - Code of heddle, while the thread simulates or compiles (OwnWork): the crash is heddle's or a
//   built-in policy's.
// - Code of heddle in another call of the runtime: unclear, since such calls follow the program's
//   pointers.
//
// A crash that is not the program's is reported on standard error and in the run folder. Then the
// program's own handler gets the signal, or the default action happens. On a thread of heddle's own
// the default action happens at once, since the program's handler does not know the thread.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace heddle::sim {

/// The crash of a process of the program.
struct Crash {
  bool is_heddles = false;  ///< true: caused by heddle; false: unclear
  std::string text;         ///< one line
};

/// Installs the handlers in this process. Called once.
void report_crashes(const std::filesystem::path& run_folder);
bool crashes_are_reported();

/// Installs heddle's handlers again in front of the handlers that the program has installed since.
/// heddle's handlers pass the signal on to the program's. Called before heddle simulates or
/// compiles.
void renew_crash_handlers();

/// Reads the crash of the first process that crashed; nothing: no crash.
std::optional<Crash> read_crash(const std::filesystem::path& run_folder);

/// The name of the file in the run folder.
inline constexpr const char* kCrashFile = "crash.txt";

}  // namespace heddle::sim
