// How the blocks of an SM leave it when the SM is wanted for something else: one object an SM,
// asked when a signal arrives about all the blocks that are there. Any other answer than the
// comments allow, and any exception, ends the run with a PolicyError (policy_error.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/base/types.hpp"
#include "heddle/model/places.hpp"
#include "heddle/policy/storage.hpp"

namespace heddle::policy {

/// Whether a block can be discarded, and run again from its start with the same effect.
enum class Repeatable : std::uint8_t {
  no,      ///< it may have done something that a second run would do otherwise, or has begun anew
           ///< before: each block does so once at most, so that it comes to its end
  so_far,  ///< it has done nothing of that kind yet
  always,  ///< nothing that its kernel does is of that kind
};

/// A block that is to leave.
struct LeavingBlock {
  std::uint8_t kernel = 0;         ///< kernel slot
  std::uint64_t block = 0;         ///< its number in the grid
  std::uint32_t warps = 0;         ///< that have not ended
  std::uint64_t instructions = 0;  ///< of its warps that have issued, on whatever SM
  /// The mean over blocks of its kernel that ended on this SM; 0: none has.
  double mean_instructions = 0;
  Cycle resided = 0;                ///< cycles that it has been on SMs
  std::uint64_t context_bytes = 0;  ///< of registers and shared memory that are allocated for it
  Repeatable repeatable = Repeatable::no;
  model::BlockPlace place;  ///< where its registers and shared memory lie, if they have places
  /// Of a block that is not repeatable: why.
  std::string reason = {};
};

/// What an SM can expect.
struct Pace {
  double bytes_per_cycle = 1;  ///< its share of what memory moves at most
  double cycles_per_us = 1;    ///< its clock
};

/// Why blocks are to leave.
struct Signal {
  /// Blocks of the kernel that the SM is wanted for: what one takes, and how many are to come.
  /// Nothing: not known.
  std::optional<model::IncomingBlocks> incoming;
  /// Register file and shared memory as they are taken, if blocks have places.
  const model::SmSpaces* spaces = nullptr;
  Pace pace = {};
};

/// How a block leaves.
struct Leave {
  enum class Way : std::uint8_t {
    finish,   ///< it runs to its end
    save,     ///< its context goes to memory, and it goes on later
    discard,  ///< it stops, and begins anew later. Only a block that is repeatable
  };
  enum class Compression : std::uint8_t {
    none,
    /// Registers that hold one value, or equal steps from thread to thread, go as one or two words
    /// a group of threads.
    warp,
    /// Likewise, and as one or two words a block where all its groups continue each other. The
    /// registers of warps that stop at a barrier wait for those of the other warps.
    block,
  };
  Way way = Way::save;
  /// Its warps stop at the points that the compiler has chosen; else where they are.
  bool at_points = false;
  /// Of a warp that stopped at such a point only live registers are saved; else all that it has.
  bool only_live = false;
  Compression compression = Compression::none;
  // Only if blocks have places: what stays on the SM until the block comes back to it.
  bool keeps_registers = false, keeps_shared = false;
  /// It would be discarded if it were repeatable. Of a block that has offended the run says where.
  bool would_discard = false;
};

class Preemption {
 public:
  static constexpr std::string_view kKind = "preemption";
  static constexpr std::string_view kDecides =
      "how the blocks of an SM leave it when it gets a signal";
  /// What a machine has that names none.
  static constexpr std::string_view kDefault = "occup";

  virtual ~Preemption() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Throws Error if its parameters contradict each other.
  virtual void check() const {}
  /// If so, programs carry annotations, which have the points. Needed for `at_points`.
  virtual bool needs_annotations() const { return false; }
  /// If so, each block has its registers in one piece of the register file, and its shared memory
  /// likewise. Needed for what stays on the SM.
  virtual bool needs_places() const { return false; }
  /// False: all its answers are Leave::Way::finish. Then it serves also where blocks cannot leave
  /// before their end.
  virtual bool stops_blocks() const { return true; }
  /// An answer for each block, in their order.
  virtual std::vector<Leave> leave(std::span<const LeavingBlock> blocks,
                                   const Signal& signal) const = 0;
  /// What hardware would hold for the policy on an SM.
  virtual std::vector<StorageItem> storage() const { return {}; }
  virtual PublishedStorage published_storage() const { return {}; }
};

}  // namespace heddle::policy
