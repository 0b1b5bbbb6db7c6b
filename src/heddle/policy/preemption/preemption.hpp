// How the blocks of an SM leave it when the SM is wanted for something else: one object an SM,
// asked when a signal arrives about all the blocks that are there. Any other answer than the
// comments allow, and any exception, ends the run with a PolicyError (policy_error.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/base/types.hpp"
#include "heddle/model/places.hpp"
#include "heddle/policy/storage.hpp"

namespace heddle::policy {

/// A block that is to leave.
struct LeavingBlock {
  std::uint8_t kernel = 0;  ///< kernel slot
  std::uint64_t block = 0;  ///< its number in the grid
  std::uint32_t warps = 0;  ///< that have not ended
  model::BlockPlace place;  ///< where its registers and shared memory lie, if they have places
};

/// Why blocks are to leave.
struct Signal {
  /// Blocks of the kernel that the SM is wanted for: what one takes, and how many are to come.
  /// Nothing: not known.
  std::optional<model::IncomingBlocks> incoming;
  /// Register file and shared memory as they are taken, if blocks have places.
  const model::SmSpaces* spaces = nullptr;
};

/// How a block leaves.
struct Leave {
  enum class Way : std::uint8_t {
    finish,  ///< it runs to its end
    save,    ///< its context goes to memory, and it goes on later
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
};

class Preemption {
 public:
  static constexpr std::string_view kKind = "preemption";
  /// What a machine has that names none.
  static constexpr std::string_view kDefault = "occup";

  virtual ~Preemption() = default;
  virtual void describe(ParameterVisitor&) {}
  /// If so, programs carry annotations, which have the points. Needed for `at_points`.
  virtual bool needs_annotations() const { return false; }
  /// If so, each block has its registers in one piece of the register file, and its shared memory
  /// likewise. Needed for what stays on the SM.
  virtual bool needs_places() const { return false; }
  /// An answer for each block, in their order.
  virtual std::vector<Leave> leave(std::span<const LeavingBlock> blocks,
                                   const Signal& signal) const = 0;
  /// What hardware would hold for the policy on an SM.
  virtual std::vector<StorageItem> storage() const { return {}; }
  virtual PublishedStorage published_storage() const { return {}; }
};

}  // namespace heddle::policy
