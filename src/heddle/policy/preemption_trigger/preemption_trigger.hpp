// When SMs are taken from the blocks that they run: one object a GPU, asked in the bookkeeping
// between quanta. An SM that gets a signal takes no more blocks until those that it has have left.
// Any other answer than the comments allow, and any exception, ends the run with a PolicyError
// (policy_error.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "heddle/base/parameter.hpp"
#include "heddle/base/types.hpp"
#include "heddle/model/places.hpp"

namespace heddle::policy {

/// An SM as the dispatcher knows it.
struct SignalTarget {
  static constexpr std::uint32_t kSeveral = ~std::uint32_t{0};

  bool has_blocks = false;  ///< it runs some, or some are on their way
  /// An earlier signal is being worked off, or blocks are coming back: a signal would undo what was
  /// done, and no block would ever go on.
  bool is_closed = false;
  bool is_reserved = false;       ///< only one grid's blocks come there
  std::uint32_t grid = kSeveral;  ///< in the list of grids: the only one that has blocks there
  std::int32_t most_urgent = 0;   ///< priority of its blocks' grids; less is more urgent

  bool takes_signal() const { return has_blocks && !is_closed; }
};

/// A grid that may run blocks.
struct WaitingGrid {
  std::int32_t priority = 0;         ///< less is more urgent
  std::uint64_t waiting_blocks = 0;  ///< that could go to an SM now if there were room
  std::uint64_t blocks_per_sm = 0;   ///< on an SM that has no others
  std::uint32_t sms = 0;             ///< that have blocks of it, or are reserved for it
  std::uint32_t reserved = 0;        ///< of these are reserved
  std::uint64_t room = 0;            ///< blocks that the reserved ones have still to take
  std::uint64_t registers = 0, shared_bytes = 0;  ///< that a block takes

  /// Blocks wait that the SMs reserved for the grid have no room for.
  bool needs_more() const { return waiting_blocks > room; }
};

struct Situation {
  std::span<const SignalTarget> sms;
  std::span<const WaitingGrid> grids;  ///< the most urgent first; of equal ones the oldest
};

struct SentSignal {
  std::uint32_t sm = 0;  ///< one that takes it
  /// What the SM is wanted for, if that is known.
  std::optional<model::IncomingBlocks> incoming = {};
  /// In the list of grids: until this one has no blocks that wait, the SM takes only its blocks.
  std::optional<std::uint32_t> grid = {};
};

class PreemptionTrigger {
 public:
  static constexpr std::string_view kKind = "preemption_trigger";
  static constexpr std::string_view kDecides =
      "when an SM gets a signal that its blocks are to leave";
  /// What a machine has that names none.
  static constexpr std::string_view kDefault = "none";

  virtual ~PreemptionTrigger() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Called once, before anything else. Throws Error if it cannot serve so many.
  virtual void attach(std::uint32_t /*sm_count*/) {}
  /// A cycle in which fire() is called; kNever: in none, as things stand.
  virtual Cycle next() const { return kNever; }
  /// If so, fire() is also called whenever blocks wait for an SM and something has changed, again
  /// and again until it has no answer.
  virtual bool watches_grids() const { return false; }
  /// A signal that is to be sent; nothing: none. If it was called because it was the cycle next(),
  /// then next() must be later afterwards.
  virtual std::optional<SentSignal> fire(const Situation& situation) = 0;
};

/// Blocks of the grid, as many as an SM holds at a time or as wait.
inline model::IncomingBlocks incoming_of(const WaitingGrid& grid) {
  return {grid.registers, grid.shared_bytes,
          grid.waiting_blocks < grid.blocks_per_sm ? grid.waiting_blocks : grid.blocks_per_sm};
}

}  // namespace heddle::policy
