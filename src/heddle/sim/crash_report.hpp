// Says whose fault a crash is, in a process of the program under `heddle run`. Handlers of SIGSEGV,
// SIGBUS, SIGFPE, SIGILL and SIGABRT look at the code that raised the signal; where that is of a
// library that both may call (the C library), at its caller. A crash in the program's code is the
// program's, also in a function of its that heddle calls (host functions of streams). One in
// heddle's code is heddle's, or of a policy built into it, while the thread simulates or compiles
// (OwnWork); in other calls of the runtime it is unclear, since the program's pointers are followed
// there. What is not the program's is said on standard error and left in the run folder.
//
// Then the signal goes on to the program's own handler, or to its default action. On a thread of
// heddle's own, heddle's crash has the default action at once: the program's handler does not know
// the thread.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace heddle::sim {

/// What a process of the program left as it crashed.
struct Crash {
  bool is_heddles = false;  ///< false: unclear
  std::string text;         ///< one line
};

/// Begins to watch this process; once.
void report_crashes(const std::filesystem::path& run_folder);
bool crashes_are_reported();

/// The program may have put its own handlers in the place of heddle's since: heddle's come first
/// again, and pass on to them. Called before work of heddle's.
void renew_crash_handlers();

/// Of the first process that crashed.
std::optional<Crash> read_crash(const std::filesystem::path& run_folder);

/// The name of the file in the run folder.
inline constexpr const char* kCrashFile = "crash.txt";

}  // namespace heddle::sim
