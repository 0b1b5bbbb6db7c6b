// Decides when SMs must give up the blocks that they run. There is one object for each GPU, called
// in the bookkeeping between quanta. A signalled SM takes no more blocks until its blocks have
// left. An answer that the comments do not allow, and any exception, ends the run with a
// PolicyError (policy_error.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "heddle/base/parameter.hpp"
#include "heddle/base/types.hpp"
#include "heddle/model/places.hpp"

namespace heddle::policy {

/// The dispatcher's information about an SM.
struct SignalTarget {
  static constexpr std::uint32_t kSeveral = ~std::uint32_t{0};

  bool has_blocks = false;  ///< the SM runs blocks, or blocks are on their way to it
  /// True if the SM still handles an earlier signal, or if saved blocks are returning to the SM.
  /// Another signal would undo this work, so that no block might ever make progress.
  bool is_closed = false;
  bool is_reserved = false;       ///< only blocks of one grid come to this SM
  std::uint32_t grid = kSeveral;  ///< index in Situation::grids of the only grid on the SM;
                                  ///< kSeveral: the SM has several grids or none
  std::int32_t most_urgent = 0;   ///< priority of the SM's most urgent grid; lower is more urgent

  bool takes_signal() const { return has_blocks && !is_closed; }
};

/// A grid that may run blocks.
struct WaitingGrid {
  std::int32_t priority = 0;         ///< a lower number is more urgent
  std::uint64_t waiting_blocks = 0;  ///< number of blocks that could start now if an SM had room
  std::uint64_t blocks_per_sm = 0;   ///< number of blocks that fit on an otherwise empty SM
  std::uint32_t sms = 0;             ///< number of SMs that have blocks of the grid, or are
                                     ///< reserved for it
  std::uint32_t reserved = 0;        ///< number of SMs that are reserved for the grid
  std::uint64_t room = 0;            ///< number of blocks that the SMs reserved for the grid can
                                     ///< still take
  std::uint64_t registers = 0, shared_bytes = 0;  ///< resources that a block of the grid needs

  /// Whether more blocks wait than fit on the SMs reserved for the grid.
  bool needs_more() const { return waiting_blocks > room; }
};

struct Situation {
  std::span<const SignalTarget> sms;
  std::span<const WaitingGrid> grids;  ///< most urgent first; among equals, oldest first
};

struct SentSignal {
  std::uint32_t sm = 0;  ///< the SM that gets the signal
  /// The blocks for which the SM is needed, if known.
  std::optional<model::IncomingBlocks> incoming = {};
  /// Index in Situation::grids of the grid for which the signal reserves the SM. The SM takes only
  /// blocks of this grid as long as blocks of this grid wait.
  std::optional<std::uint32_t> grid = {};
};

class PreemptionTrigger {
 public:
  static constexpr std::string_view kKind = "preemption_trigger";
  static constexpr std::string_view kDecides =
      "when an SM gets a signal that its blocks are to leave";
  /// The policy of a machine that names no preemption_trigger.
  static constexpr std::string_view kDefault = "none";
  /// The default policy decides nothing: a run with it has no policy of this kind.
  static constexpr bool kIdleByDefault = true;

  virtual ~PreemptionTrigger() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Returns the first letters of the names of parameters that serve SentSignal::incoming alone;
  /// "": there are none.
  virtual std::string_view incoming_prefix() const { return ""; }
  /// Called once, before anything else. Throws Error if the policy cannot serve this number of SMs.
  virtual void attach(std::uint32_t /*sm_count*/) {}
  /// Returns the next cycle in which fire() must be called; kNever: no such cycle is known yet.
  virtual Cycle next() const { return kNever; }
  /// Whether fire() is also called when blocks wait for an SM and the situation has changed. If so,
  /// fire() is then called repeatedly until it returns nothing.
  virtual bool watches_grids() const { return false; }
  /// Returns the signal to send, or nothing if no signal is to be sent. After a call in the cycle
  /// next(), next() must return a later cycle.
  virtual std::optional<SentSignal> fire(const Situation& situation) = 0;
};

/// Returns the blocks of the grid that will come to an SM: as many as fit on an SM, but no more
/// than the grid's waiting blocks.
inline model::IncomingBlocks incoming_of(const WaitingGrid& grid) {
  return {grid.registers, grid.shared_bytes,
          grid.waiting_blocks < grid.blocks_per_sm ? grid.waiting_blocks : grid.blocks_per_sm};
}

}  // namespace heddle::policy
