#include "heddle/sim/output/terminal_line.hpp"

#include <chrono>
#include <cstring>

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

namespace heddle::sim {
namespace {

/// The longest time that the process waits for `heddle run` to finish drawing. The wait is bounded
/// because `heddle run` may have been stopped while drawing.
constexpr std::chrono::milliseconds kPatience{20};

}  // namespace

bool TerminalLine::change(State from, State to) {
  std::uint32_t before = from;
  return state_.compare_exchange_strong(before, to, std::memory_order_acq_rel);
}

void TerminalLine::allow() {
  if (state_.load(std::memory_order_relaxed) == kWithdrawn) change(kWithdrawn, kAllowed);
}

void TerminalLine::withdraw() {
  if (state_.load(std::memory_order_relaxed) == kWithdrawn || change(kAllowed, kWithdrawn)) return;
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (!change(kDrawn, kWithdrawn)) {
    if (change(kAllowed, kWithdrawn)) return;
    if (std::chrono::steady_clock::now() < until) {
      sched_yield();
    } else if (change(kDrawing, kWithdrawn)) {
      break;
    }
  }
  erase();
}

void TerminalLine::erase() const {
  const int terminal = open(terminal_.data(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) return;
  [[maybe_unused]] const ssize_t written = write(terminal, kEraseLine, std::strlen(kEraseLine));
  close(terminal);
}

bool TerminalLine::begin_drawing(const char* terminal) {
  if (std::strlen(terminal) >= terminal_.size()) return false;
  if (!change(kAllowed, kDrawing) && !change(kDrawn, kDrawing)) return false;
  std::strcpy(terminal_.data(), terminal);
  return true;
}

void TerminalLine::end_drawing() {
  // If the state is no longer kDrawing, the process has stopped waiting for the end of the drawing.
  // Then the line is erased here.
  if (!change(kDrawing, kDrawn)) erase();
}

}  // namespace heddle::sim
