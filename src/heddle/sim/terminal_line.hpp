// The place of the progress line on the terminal, which `heddle run` and a process of the program
// share through the journal. heddle draws the line below the cursor, and only while the process is
// in a call that simulates; the process takes the line away before the call returns, and before
// anything that heddle's runtime says or a kernel prints. So the line stands nowhere near what the
// program writes, unless another of its threads writes meanwhile: that text begins at the cursor,
// as without heddle, and may run over the line.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace heddle::sim {

/// Erases from the cursor to the end of the screen: what is there is the line.
inline constexpr const char* kEraseLine = "\x1b[J";

class TerminalLine {
 public:
  // By the process.

  void allow();     ///< the line may be drawn from now on
  void withdraw();  ///< it may not, and is erased

  // By heddle run.

  /// False: it may not be drawn now. Else `end_drawing` must follow soon. `terminal`: its path.
  bool begin_drawing(const char* terminal);
  void end_drawing();
  bool is_drawn() const { return state_.load(std::memory_order_relaxed) == kDrawn; }

 private:
  enum State : std::uint32_t { kWithdrawn, kAllowed, kDrawing, kDrawn };

  bool change(State from, State to);
  void erase() const;

  std::atomic<std::uint32_t> state_{kWithdrawn};
  std::array<char, 64> terminal_{};  ///< written while it is drawn
};

}  // namespace heddle::sim
