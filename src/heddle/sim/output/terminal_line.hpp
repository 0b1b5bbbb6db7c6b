// The place of the progress line on the terminal. `heddle run` and a process of the program share
// this object through the journal. `heddle run` draws the line below the cursor, and only while the
// process is in a call that simulates. The process erases the line before the call returns, before
// messages of the runtime and before output of kernels. Therefore the line does not mix with the
// program's output. The one exception is output of another thread during the call, which begins at
// the cursor and may overwrite the line.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace heddle::sim {

/// Erases from the cursor to the end of the screen, where the line is.
inline constexpr const char* kEraseLine = "\x1b[J";

class TerminalLine {
 public:
  // The following functions are for the process.

  void allow();     ///< permits drawing
  void withdraw();  ///< erases the line and forbids drawing

  // The following functions are for `heddle run`.

  /// Returns false if drawing is forbidden. If it returns true, the caller draws at once and then
  /// calls end_drawing(). `terminal` is the path of the terminal.
  bool begin_drawing(const char* terminal);
  void end_drawing();
  bool is_drawn() const { return state_.load(std::memory_order_relaxed) == kDrawn; }

 private:
  enum State : std::uint32_t { kWithdrawn, kAllowed, kDrawing, kDrawn };

  bool change(State from, State to);
  void erase() const;

  std::atomic<std::uint32_t> state_{kWithdrawn};
  std::array<char, 64> terminal_{};  ///< path of the terminal; written during drawing
};

}  // namespace heddle::sim
