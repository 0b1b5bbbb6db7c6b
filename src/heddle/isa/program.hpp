// A kernel as the machine runs it: its code with that of every function it can call, the rows of
// its constants, and what a launch must provide. Nothing here depends on where a module is loaded:
// addresses of variables are constants by symbol.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "heddle/isa/annotations.hpp"
#include "heddle/isa/instruction.hpp"
#include "heddle/isa/source_text.hpp"

namespace heddle::isa {

/// Values that are the same for all threads of a grid, filled in when it starts.
enum class Uniform : std::uint8_t {
  ntid_x,
  ntid_y,
  ntid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  gridid_low,
  gridid_high,
  dynamic_shared_size,
  total_shared_size,
  nsmid,
  nwarpid,
};

/// Values that differ by thread, warp or block, or with time: read by the operation `sreg`
/// (Modifiers::immediate).
enum class SpecialRegister : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  laneid,
  warpid,
  smid,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  clock,
  clock_hi,
  clock64,
  globaltimer,
  globaltimer_lo,
  globaltimer_hi,
  zero,
};

/// One constant row: a 32-bit word that all lanes see. 64-bit constants take two rows, low word
/// first.
struct ConstantRow {
  enum class Kind : std::uint8_t {
    immediate,  ///< `value`
    parameter,  ///< `bytes` bytes at byte `value` of the kernel's parameters, extended to 32 bits
    symbol,     ///< word `half` of the generic address of module variable `index` plus `value`
    uniform,    ///< `uniform`
  };
  Kind kind = Kind::immediate;
  Uniform uniform{};
  std::uint8_t half = 0;     ///< 0 low, 1 high word
  std::uint8_t bytes = 4;    ///< of a parameter: 1, 2 or 4
  bool sign_extend = false;  ///< of a parameter narrower than a word
  std::uint32_t index = 0;
  std::int64_t value = 0;
  bool operator==(const ConstantRow&) const = default;
};

/// A function's place in the code. Calls move the register window: the callee's row 0 is the
/// caller's row `rows`, so parameters are passed by writing rows beyond the caller's own, and
/// results are read there.
struct Function {
  std::string name;
  Pc entry = 0;
  Pc end = 0;                     ///< one past its last instruction
  std::uint32_t rows = 0;         ///< register rows of a frame, parameters and results included
  std::uint32_t scalar_rows = 0;  ///< of these, the last have one word a warp
  std::uint32_t predicates = 0;
  std::uint32_t scalar_predicates = 0;  ///< of these, the last have one bit a warp
  std::uint32_t local_bytes = 0;        ///< local memory of a frame, multiple of 16
  std::uint32_t incoming = 0;           ///< first rows of a frame: results and parameters
  std::uint32_t results = 0;            ///< of these, the first are results
  Addr address =
      0;  ///< code address, the same in all programs of a module; what pointers to it hold

  /// A frame has its vectors first, then its scalars. What lies beyond it is handed over by calls:
  /// vectors.
  std::uint32_t vector_rows() const { return rows - scalar_rows; }
  std::uint32_t vector_predicates() const { return predicates - scalar_predicates; }
  bool is_scalar_row(std::uint32_t row) const { return row >= vector_rows() && row < rows; }
  bool is_scalar_predicate(std::uint32_t predicate) const {
    return predicate >= vector_predicates() && predicate < predicates;
  }
};

/// One kernel parameter in the parameter block.
struct Parameter {
  std::string name;
  std::uint32_t offset = 0, bytes = 0, alignment = 0;
};

struct Program {
  std::string name;
  std::string file;  ///< of the PTX text, for messages
  std::vector<Instruction> code;
  std::vector<ConstantRow> constants;
  std::vector<Function> functions;             ///< [0] is the kernel
  std::vector<std::vector<Pc>> branch_tables;  ///< of brx.idx
  std::vector<Parameter> parameters;
  std::uint32_t parameter_bytes = 0;

  bool has_scalar_class = false;       ///< what a warp agrees on has registers of its own class
  std::uint32_t registers = 0;         ///< 32-bit registers a thread, as occupancy counts them
  std::uint32_t scalar_registers = 0;  ///< words a warp beside these; 0 without a scalar class
  std::uint32_t least_registers = 0;   ///< with which the code runs: the count is no less
  std::uint32_t rows =
      0;  ///< rows of the deepest call chain; of one frame per function where it recurses
  std::uint32_t predicates = 0;   ///< likewise
  std::uint32_t local_bytes = 0;  ///< likewise, a thread
  bool recursive =
      false;  ///< or may, through pointers: the stack's depth is known at run time only
  std::uint32_t shared_bytes = 0;  ///< static shared memory a block
  std::uint32_t max_threads = 0;   ///< .maxntid's volume, 0: not given
  Dim3 required_block{0, 0, 0};    ///< .reqntid, zeros: not given
  std::uint32_t min_blocks = 0;    ///< .minnctapersm
  bool uses_printf = false, uses_heap = false;

  std::shared_ptr<const Annotations> annotations;  ///< null: nobody asked for them
  std::shared_ptr<const SourceText> source;        ///< likewise; of the whole module
};

/// Generic windows of the address space. Below kSharedWindow nothing is mapped, so a null pointer
/// faults.
inline constexpr Addr kSharedWindow = 0x0100'0000, kSharedWindowBytes = 0x0100'0000;
inline constexpr Addr kLocalWindow = 0x0200'0000, kLocalWindowBytes = 0x0200'0000;
inline constexpr Addr kCodeWindow =
    0x0800'0000;  ///< code addresses: kCodeWindow + 16 * function of the module
inline constexpr Addr kGlobalBase = 0x1000'0000;

}  // namespace heddle::isa
