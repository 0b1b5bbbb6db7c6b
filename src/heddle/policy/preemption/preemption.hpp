// How blocks leave an SM that is needed for other work. There is one object for each SM. When a
// signal arrives, the SM calls it once for all blocks. An answer that the comments do not allow,
// and any exception, ends the run with a PolicyError (policy_error.hpp).
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

/// Whether a block can be discarded and run again from its start with the same result.
enum class Repeatable : std::uint8_t {
  no,  ///< a second run might give another result, or the block was discarded before; a block is
       ///< discarded at most once, since otherwise it might never end
  so_far,  ///< if the block is discarded now, a second run gives the same result
  always,  ///< whenever the block is discarded, a second run gives the same result
};

/// A block that must leave.
struct LeavingBlock {
  std::uint8_t kernel = 0;         ///< slot of the block's kernel
  std::uint64_t block = 0;         ///< index of the block in the grid
  std::uint32_t warps = 0;         ///< number of warps that have not ended
  std::uint64_t instructions = 0;  ///< warp instructions issued, on any SM
  /// Mean warp instructions of the kernel's blocks that ended on this SM; 0: no block has ended
  /// here.
  double mean_instructions = 0;
  Cycle resided = 0;                ///< cycles that the block has been on SMs
  std::uint64_t context_bytes = 0;  ///< registers and shared memory allocated for the block
  Repeatable repeatable = Repeatable::no;
  /// Extents of the block in the register file and in shared memory, if needs_places().
  model::BlockPlace place;
  /// The reason why a block is not repeatable.
  std::string reason = {};
};

/// The speed of an SM.
struct Pace {
  double bytes_per_cycle = 1;  ///< the SM's share of the peak bandwidth of memory
  double cycles_per_us = 1;    ///< core clock, in cycles per microsecond
};

/// The reason why blocks must leave.
struct Signal {
  /// The blocks that will come to the SM: resources of one block, and number of blocks. Nothing:
  /// unknown.
  std::optional<model::IncomingBlocks> incoming;
  /// Extents of the register file and of shared memory that are in use, if needs_places().
  const model::SmSpaces* spaces = nullptr;
  Pace pace = {};
};

/// How a block leaves.
struct Leave {
  enum class Way : std::uint8_t {
    finish,   ///< the block runs to its end
    save,     ///< the block's context is saved to memory, and the block resumes later
    discard,  ///< the block stops and begins again later; only for repeatable blocks
  };
  enum class Compression : std::uint8_t {
    none,
    /// A register whose values are equal, or differ by equal steps from thread to thread, takes one
    /// or two words for each group of threads.
    warp,
    /// As `warp`, but if the pattern of the values continues from each group to the next, the
    /// register takes one or two words for the whole block. So the registers of a warp that stops
    /// at a barrier are saved only together with the registers of the block's other warps.
    block,
  };
  Way way = Way::save;
  /// True: the warps stop at the points that the compiler chose. False: the warps stop at once.
  bool at_points = false;
  /// True: saves only the live registers of warps that stopped at a point of the compiler. False:
  /// saves all registers.
  bool only_live = false;
  Compression compression = Compression::none;
  // Only if needs_places(): the registers, or the shared memory, stay on the SM until the block
  // returns to the SM.
  bool keeps_registers = false, keeps_shared = false;
  /// True if the policy would discard the block, but the block is not repeatable. The run then
  /// reports the instruction that made the block unrepeatable.
  bool would_discard = false;
};

class Preemption {
 public:
  static constexpr std::string_view kKind = "preemption";
  static constexpr std::string_view kDecides =
      "how the blocks of an SM leave it when it gets a signal";
  /// The policy of a machine that names no preemption policy.
  static constexpr std::string_view kDefault = "occup";

  virtual ~Preemption() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Throws Error if the parameters contradict each other.
  virtual void check() const {}
  /// Whether programs must have annotations, which name the stop points. Leave::at_points requires
  /// true.
  virtual bool needs_annotations() const { return false; }
  /// Whether each block needs one extent (contiguous piece) of the register file and one of shared
  /// memory. keeps_registers and keeps_shared require true.
  virtual bool needs_places() const { return false; }
  /// Returns false if all answers are Leave::Way::finish. Such a policy also serves machines on
  /// which blocks cannot leave before their end.
  virtual bool stops_blocks() const { return true; }
  /// Returns false if no answer is Leave::Way::save.
  virtual bool saves_contexts() const { return stops_blocks(); }
  /// Returns false if no answer compresses registers.
  virtual bool compresses() const { return saves_contexts(); }
  /// Returns false if the answers do not depend on Signal::incoming.
  virtual bool reads_incoming() const { return true; }
  /// Returns for each block how it leaves, in the order of `blocks`.
  virtual std::vector<Leave> leave(std::span<const LeavingBlock> blocks,
                                   const Signal& signal) const = 0;
  /// Returns the state that hardware would need for the policy on an SM.
  virtual std::vector<StorageItem> storage() const { return {}; }
  virtual PublishedStorage published_storage() const { return {}; }
};

}  // namespace heddle::policy
