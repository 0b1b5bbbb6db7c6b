// Results of the compiler's analyses of a program, by instruction or by loop: loops, live
// registers, scalar instructions and values, preemption points, and effects that forbid running a
// block again. Scheduling policies use the results. A program carries the results only if the
// compiler's caller asked for them.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/isa/offences.hpp"

namespace heddle::isa {

inline constexpr std::uint32_t kNoLoop = 0xFFFF'FFFF;

/// A loop of a function. A loop with several entries is also listed; one of its entries serves as
/// the header.
struct Loop {
  Pc begin = 0;  ///< first instruction of the header, which runs once in each iteration
  /// First instruction in code order. Differs from `begin` if the loop is entered in the middle.
  Pc first = 0;
  Pc end = 0;  ///< last instruction in code order
  std::uint32_t parent = kNoLoop;
  std::uint32_t depth = 1;   ///< 1: in no other loop
  bool innermost = true;     ///< contains no other loop
  bool irreducible = false;  ///< can be entered at several instructions
  /// Loads from global, local or generic addresses, without the loads of inner loops.
  std::vector<Pc> loads;
  bool operator==(const Loop&) const = default;
};

enum class PointKind : std::uint8_t {
  none,
  anywhere,  ///< `pp`: the warp stops before the instruction
  barrier,   ///< `bar.pp`: the instruction is a barrier; a warp that waits there can be preempted
};

struct PreemptionPoint {
  Pc pc = 0;
  PointKind kind = PointKind::none;
  std::uint32_t loop = kNoLoop;     ///< innermost loop for which the point was chosen
  std::vector<std::uint32_t> live;  ///< registers of the frame that are live before pc
  /// Live registers of a warp whose threads have diverged: the registers in `live`, and the
  /// registers that threads waiting at other instructions still need.
  std::vector<std::uint32_t> live_apart;
  bool operator==(const PreemptionPoint&) const = default;
};

/// Registers that a kernel needs if the warp keeps one copy of each value that is equal in all
/// threads of the warp.
struct RegisterClasses {
  std::uint32_t vectors = 0;  ///< registers of each thread
  std::uint32_t scalars = 0;  ///< registers of each warp
};

/// Upper bound of the register content that a warp needs while it waits at a barrier or for memory
/// beyond the L1 cache. For a program with functions the analysis counts all registers, since a
/// call preserves the caller's registers even if they are dead.
struct WaitingRegisters {
  std::uint32_t registers = kAll;  ///< registers of each thread; kAll: all
  /// Bytes of a warp's registers after compression. A register that is equal in all threads takes
  /// one word. A register that is affine in the thread's index takes a base and a stride.
  std::uint32_t bytes = kAll;

  static constexpr std::uint32_t kAll = 0xFFFF'FFFF;
};

struct Annotations {
  std::vector<Loop> loops;  ///< the loops of one function, then those of the next; a loop comes
                            ///< after the loop that contains it
  std::vector<std::uint32_t> loop_of;  ///< by pc: the innermost loop, or kNoLoop
  std::vector<std::uint16_t> live;     ///< by pc: live registers of the frame before pc
  std::vector<std::uint16_t> live_apart;
  /// By pc: the instruction is scalar by Criterion::all (uniformity.hpp). For a program with scalar
  /// registers: the instruction runs once for the warp (Instruction::is_scalar).
  std::vector<bool> scalar;
  std::vector<bool> scalar_convergent;  ///< by pc: scalar by Criterion::convergent
  /// Register counts by Criterion::all. For a program with scalar registers: the counts of its
  /// code.
  RegisterClasses classes;
  RegisterClasses classes_convergent;
  /// Registers of each thread if the program has vector registers only, so that scalar values also
  /// take vector registers.
  std::uint32_t vectors_alone = 0;
  WaitingRegisters waiting = {};
  std::vector<PreemptionPoint> points;  ///< sorted by pc
  std::vector<Effect> effects;          ///< sorted by pc

  bool begins_loop(Pc pc) const { return loop_of[pc] != kNoLoop && loops[loop_of[pc]].begin == pc; }
};

}  // namespace heddle::isa
