// What the compiler knows of a program beyond its code: loops, what is live, what all threads of a
// warp agree on, where a warp may be taken off its SM, what a block does that it cannot do twice.
// Plain data, by instruction or by loop, for policies that ask for it; programs carry none unless
// it was asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/isa/offences.hpp"

namespace heddle::isa {

inline constexpr std::uint32_t kNoLoop = 0xFFFF'FFFF;

/// A loop of a function. Loops with several entries count too: one of their entries stands for the
/// header.
struct Loop {
  Pc begin = 0;  ///< first instruction of the header: runs once a trip
  Pc first = 0;  ///< first instruction in code order: `begin`, unless the loop is entered inside
  Pc end = 0;    ///< last instruction in code order
  std::uint32_t parent = kNoLoop;
  std::uint32_t depth = 1;   ///< 1: in no other loop
  bool innermost = true;     ///< has no loop inside
  bool irreducible = false;  ///< can be entered at several instructions
  std::vector<Pc> loads;     ///< of global or local memory, in this loop and in no inner one
  bool operator==(const Loop&) const = default;
};

enum class PointKind : std::uint8_t {
  none,
  anywhere,  ///< `pp`: before the instruction
  barrier,   ///< `bar.pp`: the instruction is a barrier, which waits for the decision
};

struct PreemptionPoint {
  Pc pc = 0;
  PointKind kind = PointKind::none;
  std::uint32_t loop = kNoLoop;           ///< the innermost loop that it was chosen for
  std::vector<std::uint32_t> live;        ///< registers of the frame that are live before pc
  std::vector<std::uint32_t> live_apart;  ///< while the warp's threads are apart: what those that
                                          ///< wait elsewhere need, too
  bool operator==(const PreemptionPoint&) const = default;
};

/// Registers that a kernel needs when values on which all threads of a warp agree get one register
/// a warp.
struct RegisterClasses {
  std::uint32_t vectors = 0;  ///< a thread
  std::uint32_t scalars = 0;  ///< a warp
};

/// What a warp keeps at most where it may wait for memory behind the L1 or at a barrier; of a
/// program with functions everything, since those of callers stay, whatever is live of them.
struct WaitingRegisters {
  std::uint32_t registers = kAll;  ///< of each thread
  /// Of a warp, if a word stands for a register on which it agrees, and a base and a stride for one
  /// that is affine in the thread's index.
  std::uint32_t bytes = kAll;

  static constexpr std::uint32_t kAll = 0xFFFF'FFFF;
};

struct Annotations {
  std::vector<Loop> loops;             ///< by function, each after the loop around it
  std::vector<std::uint32_t> loop_of;  ///< by pc: the innermost loop, or kNoLoop
  std::vector<std::uint16_t> live;     ///< by pc: registers of the frame live before it
  std::vector<std::uint16_t> live_apart;
  /// By pc: all active threads do the same, by the full criterion; of a program with a scalar
  /// class, what runs once a warp (Instruction::is_scalar).
  std::vector<bool> scalar;
  std::vector<bool> scalar_convergent;  ///< by pc: the same, where the warp cannot be apart only
  RegisterClasses classes;  ///< full criterion; of a program with a scalar class, those it has
  RegisterClasses classes_convergent;
  std::uint32_t vectors_alone = 0;  ///< the same colouring without a scalar class
  WaitingRegisters waiting = {};
  std::vector<PreemptionPoint> points;  ///< sorted by pc
  std::vector<Effect> effects;          ///< sorted by pc

  bool begins_loop(Pc pc) const { return loop_of[pc] != kNoLoop && loops[loop_of[pc]].begin == pc; }
};

}  // namespace heddle::isa
