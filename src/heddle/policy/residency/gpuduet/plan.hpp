// GPUDuet's plan for a kernel: which contexts leave their slots, and how many extra blocks an SM
// has beyond those that fit (Lin's dissertation, sections 3.6.2 and 3.6.4). Registers, shared
// memory and, if taken, the L1 form one memory in units of 128 bytes. Contexts of warps without
// slots may lie anywhere in this memory.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "heddle/model/resources.hpp"
#include "heddle/policy/residency/slot_rules.hpp"

namespace heddle::policy::gpuduet {

/// The unit that moves: nothing, warps, or whole blocks.
enum class Level : std::uint8_t { off, warp, block };

/// How the level is chosen. `by_limit`: by the resource that limits the kernel. `block`: all
/// kernels move blocks (GPUDuet_TB of the study).
enum class Levels : std::uint8_t { by_limit, block };
inline constexpr std::array<std::string_view, 2> kLevelsNames = {"by_limit", "block"};

/// How room for contexts is counted. `apart`: in each memory separately. `elsewhere`: as `apart`,
/// but registers of absent contexts lie outside the register file, as in section 3.6.6 ("the
/// register context is present only when it falls into the register file address space").
/// `together`: in all memories together, as in the study's formula.
enum class Capacity : std::uint8_t { apart, elsewhere, together };
inline constexpr std::array<std::string_view, 3> kCapacityNames = {"apart", "elsewhere",
                                                                   "together"};

/// When contexts take the L1, for kernels that get more blocks with the L1. Section 3.6.4: "if
/// there is no extra space in the register file or shared memory", and a window shows that the L1's
/// port is hardly used. `no_room`: the space is too small for any extra block. `full`: the allowed
/// extra blocks have used up the space. `always`: from the kernel's start.
enum class TakeL1 : std::uint8_t { no_room, full, always, never };
inline constexpr std::array<std::string_view, 4> kTakeL1Names = {"no_room", "full", "always",
                                                                 "never"};

struct Rules {
  SlotRules slots = {};
  std::uint32_t extra_blocks = 32;  ///< maximum number of extra blocks of an SM
  Levels levels = Levels::by_limit;
  Capacity capacity = Capacity::apart;
  std::uint32_t waiting_registers = 0;  ///< registers that a waiting warp keeps; 0: the number that
                                        ///< the compiler found
  /// True if registers whose values have a regular pattern across a warp are stored compressed.
  bool compress = true;
  TakeL1 take_l1 = TakeL1::no_room;
  /// A waiting warp or block leaves if there is room for its context, even if no other warp or
  /// block can take its slots.
  bool leaves_alone = true;
};

struct Plan {
  Level level = Level::off;
  std::uint32_t native = 0;  ///< number of blocks that fit on an SM if there are no absent contexts
  std::uint32_t extra = 0;   ///< maximum number of blocks beyond the native ones
  std::uint64_t bytes = 0;   ///< bytes that move with a warp or block that leaves or returns
  std::uint64_t fresh_bytes = 0;  ///< bytes that move with a warp or block that has never run
  /// Number of absent warps, or absent blocks, whose contexts fit beside the running blocks.
  std::uint64_t absent = 0;
  std::uint32_t registers = 0;  ///< number of allocated registers of a warp
  std::uint32_t kept = 0;       ///< number of registers that a waiting warp keeps
};

/// Returns text such as "warps leave, 8 blocks fit, 6 more at most, 18 of 28 registers kept".
std::string in_words(const Plan& plan);

/// Makes the plan for a kernel. `sm`: resources of the SM's hardware, without the additional
/// contexts. `l1_bytes`: bytes of the L1 that may store contexts; 0: none.
Plan plan_of(const Rules& rules, const model::BlockDemand& demand, const model::Resources& sm,
             std::uint64_t l1_bytes = 0);

}  // namespace heddle::policy::gpuduet
