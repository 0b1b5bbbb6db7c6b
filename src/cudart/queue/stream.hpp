// A stream: commands that run one after the other. Streams are numbered in the order of creation,
// so that nothing depends on addresses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>

#include "cudart/queue/command.hpp"

namespace heddle::cudart {

class Capture;

/// How a stream is ordered with the legacy default stream.
enum class StreamKind : std::uint8_t {
  legacy,        ///< waits for all blocking streams, and all blocking streams wait for it
  blocking,      ///< cudaStreamDefault, and the per-thread default streams
  non_blocking,  ///< cudaStreamNonBlocking
};

/// Priorities that programs may ask for. A smaller number is more urgent.
inline constexpr int kLeastPriority = 0, kGreatestPriority = -5;
/// The valid priority nearest to the number that a program asks for, by the rule of
/// cudaStreamCreateWithPriority.
constexpr int nearest_priority(int asked) {
  return std::clamp(asked, kGreatestPriority, kLeastPriority);
}

struct Stream {
  std::uint64_t id = 0;
  StreamKind kind = StreamKind::blocking;
  unsigned flags = 0;
  int priority = 0;  ///< default priority of kernels that are launched into the stream
  bool destroyed =
      false;  ///< the program has destroyed the stream, which lives until its commands are done
  std::shared_ptr<Capture> capture;  ///< null: the stream does not capture
  std::deque<Ticket> pending;
  Ticket last;  ///< newest command; null or done: the stream is idle

  bool idle() const { return pending.empty(); }
};

}  // namespace heddle::cudart
