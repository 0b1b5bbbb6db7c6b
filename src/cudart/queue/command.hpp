// A command is one action of a stream: run a grid, move bytes, call the host, wait for a gate, or
// mark that everything before it is done. A command waits until its predecessors are done. Then it
// runs, and then it is done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::cudart {

/// The link that a transfer occupies. A link carries one transfer at a time.
enum class Link : std::uint8_t { host_to_device, device_to_host, inside_device };
inline constexpr std::size_t kLinks = 3;

struct GridWork {
  std::function<std::uint64_t()> start;  ///< starts the grid and returns its number
};
struct TransferWork {
  Link link = Link::inside_device;
  std::uint64_t bytes = 0;
  Cycle duration = 0;
  std::function<void()> move;  ///< called at the end of the duration
};
struct HostWork {
  std::function<void(bool failed)> call;
  bool after_failure = false;  ///< whether `call` is also called after a failure of the device
};
struct MarkerWork {
  std::function<void(Cycle)> reached;  ///< called when the stream reaches the mark; may be empty
};
struct GateWork {
  std::shared_ptr<const bool> open;  ///< the command is done when this is true
};
using Work = std::variant<GridWork, TransferWork, HostWork, MarkerWork, GateWork>;

struct Stream;

/// Data that a listener attaches to a command (queue/listener.hpp).
struct CommandNote;

struct Command {
  enum class State : std::uint8_t { waiting, running, done };
  Work work;
  State state = State::waiting;
  std::uint64_t number = 0;         ///< in the order of submission
  Stream* stream = nullptr;         ///< the stream that has the command until it is done
  std::size_t awaited = 0;          ///< number of commands of other streams that must be done first
  std::vector<Command*> followers;  ///< commands of other streams that wait for this one
  std::uint64_t grid = 0;           ///< number of the running grid, for GridWork
  Cycle end = 0;                    ///< end of the running transfer, for TransferWork
  std::shared_ptr<CommandNote> note;
  bool done() const { return state == State::done; }
};

/// A reference to a submitted command, with which a caller can find out when the command is done.
using Ticket = std::shared_ptr<Command>;

}  // namespace heddle::cudart
