// How GPUDuet treats a kernel: which contexts leave the SM's slots, and how many blocks beyond
// those that fit an SM has room for (Lin's dissertation, sections 3.6.2 and 3.6.4). Registers,
// shared memory and, if it is taken, the L1 are one memory in units of 128 bytes, in which contexts
// of warps without slots lie wherever there is room.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "heddle/model/resources.hpp"
#include "heddle/policy/residency/slot_rules.hpp"

namespace heddle::policy::gpuduet {

/// What moves: nothing, warps, or whole blocks.
enum class Level : std::uint8_t { off, warp, block };

/// Which of these a kernel has: by what limits it, or blocks for all (the study's GPUDuet_TB).
enum class Levels : std::uint8_t { by_limit, block };
inline constexpr std::array<std::string_view, 2> kLevelsNames = {"by_limit", "block"};

/// How room for contexts is counted: in each memory by itself; likewise, but registers that leave
/// lie in another memory than the register file, as in section 3.6.6 ("the register context is
/// present only when it falls into the register file address space"); or in all memories together,
/// as the study's formula does.
enum class Capacity : std::uint8_t { apart, elsewhere, together };
inline constexpr std::array<std::string_view, 3> kCapacityNames = {"apart", "elsewhere",
                                                                   "together"};

/// When contexts take the L1, of kernels that get more blocks by it. Section 3.6.4: "if there is no
/// extra space in the register file or shared memory", and a window says that the L1's port is
/// hardly used. `no_room`: the space is too little for any extra block. `full`: the extra blocks
/// that are allowed have used it up. Or else from the kernel's start, or never.
enum class TakeL1 : std::uint8_t { no_room, full, always, never };
inline constexpr std::array<std::string_view, 4> kTakeL1Names = {"no_room", "full", "always",
                                                                 "never"};

struct Rules {
  SlotRules slots = {};
  std::uint32_t extra_blocks = 32;  ///< of an SM at most, beyond those that fit
  Levels levels = Levels::by_limit;
  Capacity capacity = Capacity::apart;
  std::uint32_t waiting_registers = 0;  ///< that a waiting warp keeps; 0: as the compiler finds
  bool compress = true;  ///< what the compiler finds to be regular over the warp is stored as such
  TakeL1 take_l1 = TakeL1::no_room;
  bool leaves_alone = true;  ///< a warp or block that waits leaves though none can take its place,
                             ///< if there is room for its context
};

struct Plan {
  Level level = Level::off;
  std::uint32_t native = 0;       ///< blocks that fit an SM without any context elsewhere
  std::uint32_t extra = 0;        ///< blocks beyond these at most
  std::uint64_t bytes = 0;        ///< of a warp or block that leaves or comes back
  std::uint64_t fresh_bytes = 0;  ///< of one that comes and has never run
  /// Warps, or blocks, without slots for whose contexts there is room beside those that run.
  std::uint64_t absent = 0;
  std::uint32_t registers = 0;  ///< of a warp, as allocated
  std::uint32_t kept = 0;       ///< of these, that a warp keeps where it waits
};

/// "warps leave, 8 blocks fit, 6 more at most, 18 of 28 registers kept".
std::string in_words(const Plan& plan);

/// `sm`: what an SM has, contexts without slots left out; `l1_bytes`: of the L1 that contexts may
/// lie in, 0: none.
Plan plan_of(const Rules& rules, const model::BlockDemand& demand, const model::Resources& sm,
             std::uint64_t l1_bytes = 0);

}  // namespace heddle::policy::gpuduet
