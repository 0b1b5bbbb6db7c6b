// One machine instruction, decoded: an operation, its modifiers, a guard and up to four results and
// five sources. Operands name 32-lane rows, so that executing one is a loop over rows and nothing
// is looked up at run time.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/isa/modifiers.hpp"
#include "heddle/isa/op.hpp"

namespace heddle::isa {

enum class OperandKind : std::uint8_t {
  none,
  row,  ///< register row `index` of the current frame; a 64-bit value also uses row index + 1 (high
        ///< half)
  constant,   ///< row `index` of the program's constant rows; a 64-bit value also uses index + 1
  predicate,  ///< predicate register `index` of the current frame
};

/// Four bytes. `index` is wide enough for the virtual rows that the compiler numbers before it
/// assigns registers.
struct Operand {
  OperandKind kind : 4 = OperandKind::none;
  bool negated : 1 = false;  ///< of a predicate source
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
  std::array<Operand, 5>
      sources{};            ///< of accesses: [0] the address (none: absolute), [1..4] the values
  std::int64_t offset = 0;  ///< added to the address; an immediate of branches by table and calls
  Pc target = kNoPc;        ///< of a direct branch or call
  Pc reconvergence =
      kNoPc;  ///< of a branch: where its paths meet (immediate post-dominator); kNoPc: at exit
  std::uint32_t table = 0;  ///< of brx.idx: index into Program::branch_tables; of a direct call:
                            ///< index into Program::functions
  std::uint32_t line = 0;   ///< in the PTX text
  std::uint8_t ptx_instructions =
      1;                        ///< PTX instructions that this one stands for (0: it was added)
  bool uniform_branch = false;  ///< .uni: the program promises that all active threads agree
  bool is_scalar = false;       ///< does the same in all active threads: once for the warp
};

}  // namespace heddle::isa
