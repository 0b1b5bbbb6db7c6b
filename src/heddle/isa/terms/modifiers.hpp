// The dot-suffixes of a PTX opcode, parsed into fields. Every instruction has a Modifiers object.
// An operation reads only the fields that its row in the op table names.
#pragma once

#include <cstdint>

#include "heddle/isa/video/video_form.hpp"

namespace heddle::isa {

/// Data type of a value in memory, of the source or result of a conversion, or of an operation
/// whose row in the op table leaves the type open.
enum class Type : std::uint8_t {
  none,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  bf16,
  bf16x2,
  f32,
  f64,
  b8,
  b16,
  b32,
  b64,
  b128,
  pred,
  tf32,  ///< 19 bits of an f32: the sign, 8 of exponent, 10 of fraction; only in matrix
         ///< instructions
  u4,
  s4,
  b1,
  e4m3,  ///< 8 bits: 4 of exponent, 3 of fraction; only in matrix instructions
  e5m2
};

enum class Rounding : std::uint8_t { none, rn, rz, rm, rp, rna, rni, rzi, rmi, rpi };

/// Comparison operator of setp and similar instructions. The operators that end in u are also true
/// if an operand is a NaN.
enum class Compare : std::uint8_t {
  none,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  lo,
  ls,
  hi,
  hs,
  equ,
  neu,
  ltu,
  leu,
  gtu,
  geu,
  num,
  nan
};

/// Operation that combines a comparison's result with a predicate.
enum class Boolean : std::uint8_t { none, and_, or_, xor_ };

/// State space that a memory access names. For a `generic` address, the executor finds the state
/// space of each lane's address from the address's value.
enum class Space : std::uint8_t { generic, global, shared, local, constant, param };

enum class Ordering : std::uint8_t { weak, relaxed, acquire, release, acq_rel, seq_cst, volatile_ };
enum class Scope : std::uint8_t { none, cta, cluster, gpu, sys };
enum class CacheOperator : std::uint8_t { none, ca, cg, cs, lu, cv, wb, wt, nc };
enum class AtomicKind : std::uint8_t { none, add, and_, or_, xor_, exch, cas, min, max, inc, dec };
enum class ShuffleMode : std::uint8_t { none, up, down, bfly, idx };
enum class VoteMode : std::uint8_t { none, all, any, uni, ballot };
enum class Geometry : std::uint8_t { none, d1, d2, d3, a1, a2, cube, acube };

/// One of the matrices of D = A * B + C. The threads of a warp hold a matrix together: each thread
/// has a fragment, which is a few registers.
enum class Fragment : std::uint8_t { a, b, c, d };
enum class MatrixLayout : std::uint8_t { none, row, column };

/// The summation rules of the matrix units (docs/guide/matrix.md), which differ by compute
/// capability.
enum class MatrixArithmetic : std::uint8_t { volta, turing, ampere };

/// The suffixes of matrix instructions. Modifiers::type is the type of D, and Modifiers::source the
/// type of A.
struct MatrixModifiers {
  std::uint8_t m = 0;  ///< D has m rows and n columns
  std::uint16_t n = 0;
  std::uint16_t k = 0;  ///< A has k columns, and B has k rows
  Type b = Type::none, c = Type::none;
  MatrixLayout a_layout = MatrixLayout::none, b_layout = MatrixLayout::none;
  Fragment fragment = Fragment::a;  ///< the matrix that wmma.load or wmma.store moves
  std::uint8_t form = 0;            ///< number of the form in matrix_forms()
  bool transposed = false;          ///< .trans
  MatrixArithmetic arithmetic = MatrixArithmetic::ampere;
};

struct Modifiers {
  /// Type of the value that ld, st or atom accesses, or type of cvt's destination.
  Type type = Type::none;
  Type source = Type::none;  ///< type of cvt's source or of tex's coordinates
  Rounding rounding = Rounding::none;
  Compare compare = Compare::none;
  Boolean boolean = Boolean::none;
  Space space = Space::generic;
  Ordering ordering = Ordering::weak;
  Scope scope = Scope::none;
  CacheOperator cache = CacheOperator::none;
  AtomicKind atomic = AtomicKind::none;
  ShuffleMode shuffle = ShuffleMode::none;
  VoteMode vote = VoteMode::none;
  Geometry geometry = Geometry::none;
  std::uint8_t vector = 1;  ///< number of elements of a vector access: 1, 2 or 4
  std::uint8_t rank = 0;    ///< dimensions of a tensor: 1 to 5; only for copies of boxes
  /// An immediate whose meaning depends on the operation: lop3's truth table, bar's operation, the
  /// selectors of video instructions.
  std::uint8_t immediate = 0;
  bool ftz = false;       ///< subnormal f32 inputs and results become zero with their sign
  bool saturate = false;  ///< clamps the result: floats to [0, 1], integers to the type's range
  bool approximate = false;
  bool nan = false;        ///< .NaN: min and max give NaN if an operand is NaN
  bool xorsign = false;    ///< the result's sign is the XOR of the operands' signs
  bool magnitude = false;  ///< .abs: the operation reads the absolute values of its operands
  bool relu = false;       ///< negative results and -0 become +0; NaN stays NaN
  bool satfinite =
      false;            ///< results beyond the destination's range become the range's largest value
  bool aligned = true;  ///< only for barriers: all threads of the warp execute the barrier together
  /// Only for memory accesses: the address takes one row in every space.
  bool short_address = false;
  /// Compute capability that the instruction needs and the device does not have, 80 for 8.0. 0: the
  /// device has the instruction.
  std::uint8_t missing = 0;
  MatrixModifiers matrix;  ///< only for matrix instructions
  VideoForm video;         ///< only for Op::video
};

/// Bits of Modifiers::immediate for mbarrier_arrive.
struct MbarrierArrival {
  static constexpr std::uint8_t kDrops = 1;  ///< .arrive_drop: the thread also leaves the barrier
  static constexpr std::uint8_t kMustNotComplete = 2;  ///< .noComplete
  static constexpr std::uint8_t kExpectsBytes = 4;     ///< .expect_tx
};

/// Values of Modifiers::immediate for mbarrier_test and mbarrier_test_parity.
struct MbarrierTest {
  static constexpr std::uint8_t kTests = 0;    ///< .test_wait
  static constexpr std::uint8_t kMayWait = 1;  ///< .try_wait
};

/// Values of Modifiers::immediate for cp_async_arrive.
struct CopyArrival {
  static constexpr std::uint8_t kIncrements = 0;  ///< the arrival was not part of the count
  static constexpr std::uint8_t kCounted = 1;     ///< .noinc
};

/// Bytes of one element in memory; 0 for `none`, `pred` and types of less than a byte.
constexpr unsigned bytes_of(Type type) {
  switch (type) {
    case Type::u8:
    case Type::s8:
    case Type::b8:
    case Type::e4m3:
    case Type::e5m2:
      return 1;
    case Type::u16:
    case Type::s16:
    case Type::b16:
    case Type::f16:
    case Type::bf16:
      return 2;
    case Type::u32:
    case Type::s32:
    case Type::b32:
    case Type::f32:
    case Type::tf32:
    case Type::f16x2:
    case Type::bf16x2:
      return 4;
    case Type::u64:
    case Type::s64:
    case Type::b64:
    case Type::f64:
      return 8;
    case Type::b128:
      return 16;
    case Type::none:
    case Type::pred:
    case Type::u4:
    case Type::s4:
    case Type::b1:
      return 0;
  }
  return 0;
}

/// Number of 32-bit register rows that one element takes: 2 for 64-bit types, else 1.
constexpr unsigned rows_of(Type type) { return bytes_of(type) <= 4 ? 1 : bytes_of(type) / 4; }

constexpr bool is_signed(Type type) {
  return type == Type::s8 || type == Type::s16 || type == Type::s32 || type == Type::s64;
}
/// True for the .u and .s types, false for untyped bits (.b).
constexpr bool is_integer(Type type) {
  return is_signed(type) || type == Type::u8 || type == Type::u16 || type == Type::u32 ||
         type == Type::u64;
}
constexpr bool is_float(Type type) {
  return type == Type::f16 || type == Type::bf16 || type == Type::f32 || type == Type::f64;
}

/// Whether atomics of this kind and type commute: the final value of a location does not depend on
/// the order in which several of them change the location.
constexpr bool commutes(AtomicKind kind, Type type) {
  switch (kind) {
    case AtomicKind::add:
      return is_integer(type);
    case AtomicKind::and_:
    case AtomicKind::or_:
    case AtomicKind::xor_:
    case AtomicKind::min:
    case AtomicKind::max:
      return true;
    default:
      return false;
  }
}

}  // namespace heddle::isa
