// How the blocks of an SM leave it when the SM is wanted for something else: one object an SM,
// asked when a signal arrives, once for each block that is there.
#pragma once

#include <cstdint>
#include <string_view>

#include "heddle/base/parameter.hpp"
#include "heddle/base/types.hpp"

namespace heddle::policy {

/// A block that is to leave.
struct LeavingBlock {
  std::uint8_t kernel = 0;  ///< kernel slot
  std::uint64_t block = 0;  ///< its number in the grid
  std::uint32_t warps = 0;  ///< that have not ended
};

/// How it leaves.
struct Leave {
  enum class Way : std::uint8_t {
    finish,  ///< it runs to its end
    save,    ///< its context goes to memory, and it goes on later
  };
  Way way = Way::save;
  /// Its warps stop at the points that the compiler has chosen; else where they are.
  bool at_points = false;
  /// Of a warp that stopped at such a point only live registers are saved; else all that it has.
  bool only_live = false;
  /// Registers that hold one value, or equal steps from thread to thread, go as one or two words a
  /// group of threads.
  bool compressed = false;
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
  /// Any answer, if annotations are asked for where points and live registers are.
  virtual Leave leave(const LeavingBlock& block) const = 0;
};

}  // namespace heddle::policy
