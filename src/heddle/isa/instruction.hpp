// One decoded machine instruction: an operation, its modifiers, a guard, up to four destinations
// and up to five sources. Operands name rows of 32 lanes, so the executor runs an instruction as a
// loop over rows, without any lookup of names at run time.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/isa/terms/modifiers.hpp"
#include "heddle/isa/terms/op.hpp"

namespace heddle::isa {

enum class OperandKind : std::uint8_t {
  none,
  /// Register row `index` of the current frame. A 64-bit value also uses row index + 1 for its high
  /// half.
  row,
  /// Row `index` of the program's constant rows. A 64-bit value also uses row index + 1.
  constant,
  predicate,  ///< predicate register `index` of the current frame
};

/// An operand in four bytes. `index` is wide enough for the virtual rows that the compiler uses
/// before it assigns registers.
struct Operand {
  OperandKind kind : 4 = OperandKind::none;
  bool negated : 1 = false;  ///< only for predicate sources
  std::uint32_t index : 27 = 0;

  constexpr Operand() = default;
  constexpr Operand(OperandKind of_kind, bool is_negated, std::uint32_t at)
      : kind(of_kind), negated(is_negated), index(at & 0x07FF'FFFFu) {}

  explicit operator bool() const { return kind != OperandKind::none; }
  bool operator==(const Operand&) const = default;
};

inline constexpr std::uint16_t kNoGuard = 0xFFFF;

struct Instruction {
  Op op{};
  OpClass op_class = OpClass::nop;
  bool guard_negated = false;
  std::uint16_t guard = kNoGuard;  ///< predicate register of the current frame
  Modifiers modifiers;
  std::array<Operand, 4> destinations{};
  /// For memory accesses: [0] is the address (OperandKind::none: the address is absolute), and [1]
  /// to [4] are the values.
  std::array<Operand, 5> sources{};
  /// For memory accesses: displacement that the machine adds to the address. For frame_address and
  /// outside_parameter: a byte offset (move.def, control.def).
  std::int64_t offset = 0;
  Pc target = kNoPc;  ///< target of a direct branch or call
  /// For a branch: the instruction where its paths meet (immediate post-dominator). kNoPc: the
  /// paths meet at the exit.
  Pc reconvergence = kNoPc;
  /// For brx.idx: index into Program::branch_tables. For a direct call: index into
  /// Program::functions.
  std::uint32_t table = 0;
  std::uint32_t line = 0;  ///< line in the PTX text
  /// Number of PTX instructions that this instruction stands for. 0: the compiler added it.
  std::uint8_t ptx_instructions = 1;
  /// .uni: the PTX promises that all active threads take the same direction.
  bool uniform_branch = false;
  /// A branch back in a loop whose end may depend on what other threads do.
  bool may_spin = false;
  bool is_scalar = false;  ///< the instruction runs once for the warp, since it has the same result
                           ///< in all active threads
};

}  // namespace heddle::isa
