// A command is one thing that a stream does: run a grid, move bytes, call the host, or mark that
// everything before it is done. It waits for the commands it was told to come after, runs, and is
// done.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::cudart {

/// What a transfer occupies while it lasts; each carries one transfer at a time.
enum class Link : std::uint8_t { host_to_device, device_to_host, inside_device };
inline constexpr std::size_t kLinks = 3;

struct GridWork {
  std::function<std::uint64_t()> start;  ///< gives the running grid's number
};
struct TransferWork {
  Link link = Link::inside_device;
  std::uint64_t bytes = 0;
  Cycle duration = 0;
  std::function<void()> move;  ///< called when the time is over
};
struct HostWork {
  std::function<void(bool failed)> call;
  bool after_failure = false;  ///< called even if the device failed before
};
struct MarkerWork {
  std::function<void(Cycle)> reached;  ///< may be empty
};
using Work = std::variant<GridWork, TransferWork, HostWork, MarkerWork>;

/// What a listener keeps about a command (queue/listener.hpp).
struct CommandNote;

struct Command {
  enum class State : std::uint8_t { waiting, running, done };
  Work work;
  State state = State::waiting;
  std::uint64_t number = 0;  ///< in the order in which commands were submitted
  std::vector<std::shared_ptr<Command>> after;
  std::uint64_t grid = 0;  ///< of a running GridWork
  Cycle end = 0;           ///< of a running TransferWork
  std::shared_ptr<CommandNote> note;
  bool done() const { return state == State::done; }
};

/// A submitted command, held by whoever wants to know when it is done.
using Ticket = std::shared_ptr<Command>;

}  // namespace heddle::cudart
