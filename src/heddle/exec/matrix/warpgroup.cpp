// wgmma.mma_async: D = A * B + D for a warpgroup. A warp computes its 16 rows of D by itself, when
// it executes the instruction. Programs that wait as they must cannot tell the difference.
#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/exec/matrix/matrix_descriptor.hpp"
#include "heddle/exec/matrix/products.hpp"
#include "heddle/exec/matrix/whole_warp.hpp"
#include "heddle/exec/ops/narrow.hpp"
#include "heddle/isa/matrix/sparsity.hpp"
#include "heddle/isa/matrix/warpgroup_forms.hpp"

namespace heddle::exec {
namespace {

using isa::Type;
using Product = isa::WarpgroupProduct;

constexpr unsigned kWarpsOfGroup = 4;
using WordMatrix = std::vector<std::uint32_t>;

/// Returns the bits of an f16 with the value of an 8-bit float: both formats are part of f16.
std::uint32_t half_of_byte(std::uint32_t byte, Type type) {
  const std::uint32_t sign = (byte & 0x80) << 8;
  if (type == Type::e5m2) return byte << 8;
  const std::uint32_t magnitude = byte & 0x7F;
  if (magnitude == 0x7F) return sign | 0x7E00;  // the only NaN
  const int exponent = static_cast<int>(magnitude >> 3), fraction = static_cast<int>(magnitude & 7);
  if (exponent != 0)
    return sign | static_cast<std::uint32_t>(exponent - 7 + 15) << 10 |
           static_cast<std::uint32_t>(fraction) << 7;
  return sign | narrow<F16, isa::Rounding::rn>(static_cast<float>(fraction) * 0x1p-9f);
}

/// How elements of a type lie in memory, and the word that the product gets for each.
class Elements {
 public:
  explicit Elements(Type type)
      : type_(type), bytes_(type == Type::b1 ? 4 : isa::warpgroup_bits(type) / 8) {}

  /// Bytes of an element; bits count in words of 32.
  unsigned bytes() const { return bytes_; }
  /// The type of the words.
  Type word_type() const { return is_float8() ? Type::f16 : type_; }
  std::uint32_t word(const std::uint8_t* from) const {
    std::uint32_t value = 0;
    std::memcpy(&value, from, bytes_);
    return is_float8() ? half_of_byte(value, type_) : value;
  }
  /// The bit that changes the sign of a word.
  std::uint32_t sign() const { return type_ == Type::tf32 ? 0x8000'0000u : 0x8000u; }

 private:
  bool is_float8() const { return type_ == Type::e4m3 || type_ == Type::e5m2; }

  Type type_;
  unsigned bytes_;
};

/// A matrix in shared memory: `mn` rows of A, or columns of B, of `k` elements.
class SharedMatrix {
 public:
  SharedMatrix(const StepContext& context, std::uint64_t descriptor, bool is_transposed,
               const Elements& elements, char name)
      : context_(context),
        descriptor_(MatrixDescriptor::of(descriptor)),
        major_(is_transposed ? MatrixMajor::mn : MatrixMajor::k),
        elements_(elements),
        name_(name) {
    if (const std::string what = misfit(descriptor_); !what.empty()) refuse(what);
  }

  std::uint32_t word(unsigned mn, unsigned k) const {
    const unsigned in_unit = kMatrixUnitBytes / elements_.bytes();
    const bool is_k = major_ == MatrixMajor::k;
    const unsigned along = is_k ? k : mn;
    const std::uint32_t unit = is_k ? unit_address(descriptor_, major_, mn, k / in_unit)
                                    : unit_address(descriptor_, major_, mn / in_unit, k);
    const std::vector<std::uint8_t>& shared = context_.warp.block->shared;
    if (unit + kMatrixUnitBytes > shared.size())
      refuse(
          fmt::format("it names the bytes from {:#x} on, and the block has {} bytes of shared "
                      "memory",
                      unit, shared.size()));
    return elements_.word(shared.data() + unit + along % in_unit * elements_.bytes());
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    context_.fault(FaultKind::invalid_operand, first_lane(context_.mask), descriptor_.start,
                   fmt::format("the matrix descriptor of {}: {}", name_, what));
  }

  const StepContext& context_;
  MatrixDescriptor descriptor_;
  MatrixMajor major_;
  const Elements& elements_;
  char name_;
};

/// Returns the descriptor, which must be the same in all threads.
std::uint64_t descriptor_in(const StepContext& context, const std::uint32_t* rows, char name) {
  for (unsigned lane = 1; lane < kWarpSize; ++lane)
    if (rows[lane] != rows[0] || rows[lane + kWarpSize] != rows[kWarpSize])
      context.fault(
          FaultKind::invalid_operand, lane, 0,
          fmt::format("the matrix descriptor of {} differs between threads of the warp", name));
  return rows[0] | std::uint64_t{rows[kWarpSize]} << 32;
}

/// Registers of A: register i of lane 4 * g + t has 4 bytes of row g + 8 * (i % 2), from byte
/// 16 * (i / 2) + 4 * t on.
void gather_a(const std::uint32_t* rows, const Elements& elements, unsigned length, WordMatrix& a) {
  std::array<std::uint8_t, isa::kRowBytesOfA> row;
  for (unsigned r = 0; r < isa::kRowsOfWarp; ++r) {
    for (unsigned i = r / 8; i < isa::kRegistersOfA; i += 2)
      for (unsigned t = 0; t < 4; ++t)
        std::memcpy(&row[i / 2 * kMatrixUnitBytes + 4 * t], &rows[i * kWarpSize + r % 8 * 4 + t],
                    4);
    for (unsigned k = 0; k < length; ++k)
      a[r * length + k] = elements.word(&row[k * elements.bytes()]);
  }
}

/// Calls visit(row, column, register, shift) for each element of a lane's part of D. Two columns of
/// an f16 D share a register.
template <typename Visit>
void for_each_sum(unsigned columns, bool is_half, unsigned lane, Visit&& visit) {
  for (unsigned tile = 0; tile < columns / 8; ++tile)
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned row = lane / 4 + 8 * (i / 2), column = 8 * tile + lane % 4 * 2 + i % 2;
      if (is_half)
        visit(row, column, 2 * tile + i / 2, i % 2 * 16);
      else
        visit(row, column, 4 * tile + i, 0u);
    }
}

/// The modifiers of the mma.sp whose A has the same indices.
isa::Modifiers sparse_modifiers(const isa::Modifiers& of_group) {
  isa::Modifiers modifiers = of_group;
  modifiers.matrix.m = isa::kRowsOfWarp;
  modifiers.matrix.n = 8;
  modifiers.immediate = of_group.immediate >> Product::kSelectorShift;
  const auto is_byte = [](Type type) { return isa::bytes_of(type) == 1; };
  if (is_byte(of_group.source)) {
    modifiers.source = modifiers.matrix.b = Type::u8;
    modifiers.type = Type::s32;
  }
  modifiers.matrix.c = modifiers.type;
  const auto form = isa::find_form(isa::Op::mma_sparse, modifiers);
  if (!form) fail("internal: a sparse product of a warpgroup has no mma.sp");
  modifiers.matrix.form = *form;
  return modifiers;
}

class WarpgroupMultiply {
 public:
  explicit WarpgroupMultiply(const StepContext& context)
      : context_(context),
        modifiers_(context.instruction.modifiers),
        of_a_(modifiers_.source),
        of_b_(modifiers_.matrix.b),
        is_sparse_((modifiers_.immediate & Product::kSparse) != 0),
        columns_(modifiers_.matrix.n),
        length_(isa::kRowBytesOfA / of_a_.bytes()),
        depth_(is_sparse_ ? 2 * length_ : length_) {}

  void run() {
    a_.resize(std::size_t{isa::kRowsOfWarp} * length_);
    read_a();
    if (is_sparse_) find_columns();
    read_sums();
    const std::uint64_t descriptor = descriptor_in(context_, context_.source(2), 'B');
    const SharedMatrix b(context_, descriptor, has(Product::kTransposesB), of_b_, 'B');
    // As many columns at a time as multiply() takes.
    const unsigned most = std::max(8u, kMostElements / depth_ / 8 * 8);
    for (unsigned first = 0; first < columns_; first += most)
      multiply_columns(b, first, std::min(most, columns_ - first));
    write_sums();
  }

 private:
  bool has(std::uint8_t bit) const { return (modifiers_.immediate & bit) != 0; }

  void read_a() {
    if (context_.instruction.op == isa::Op::wgmma_registers) {
      gather_a(context_.source(1), of_a_, length_, a_);
    } else {
      const std::uint64_t descriptor = descriptor_in(context_, context_.source(1), 'A');
      const SharedMatrix a(context_, descriptor, has(Product::kTransposesA), of_a_, 'A');
      const unsigned first = context_.warp.index % kWarpsOfGroup * isa::kRowsOfWarp;
      for (unsigned row = 0; row < isa::kRowsOfWarp; ++row)
        for (unsigned k = 0; k < length_; ++k) a_[row * length_ + k] = a.word(first + row, k);
    }
    if (has(Product::kNegatesA))
      for (std::uint32_t& word : a_) word ^= of_a_.sign();
  }

  void find_columns() {
    const isa::Modifiers sparse = sparse_modifiers(modifiers_);
    const std::uint32_t* const indices = context_.source(4);
    rows_of_b_.resize(a_.size());
    for (unsigned row = 0; row < isa::kRowsOfWarp; ++row)
      for (unsigned k = 0; k < length_; ++k) {
        const isa::SparseIndices place = isa::sparse_indices_of(sparse, row, k);
        rows_of_b_[row * length_ + k] = static_cast<std::uint16_t>(
            isa::sparse_column(sparse, k, indices[place.lane] >> place.shift & 15u));
      }
  }

  void multiply_columns(const SharedMatrix& b, unsigned first, unsigned count) {
    b_.resize(std::size_t{depth_} * count);
    for (unsigned k = 0; k < depth_; ++k)
      for (unsigned column = 0; column < count; ++column)
        b_[k * count + column] = b.word(first + column, k);
    if (has(Product::kNegatesB))
      for (std::uint32_t& word : b_) word ^= of_b_.sign();
    c_.resize(std::size_t{isa::kRowsOfWarp} * count);
    d_.resize(c_.size());
    for (unsigned row = 0; row < isa::kRowsOfWarp; ++row)
      std::copy_n(&sums_[row * columns_ + first], count, &c_[row * count]);
    WordMatrix a = a_;  // multiply() may change the words
    WordFactors factors{.rows = isa::kRowsOfWarp,
                        .columns = count,
                        .length = length_,
                        .a = a.data(),
                        .b = b_.data(),
                        .c = c_.data(),
                        .rows_of_b = is_sparse_ ? rows_of_b_.data() : nullptr};
    multiply({.a = of_a_.word_type(),
              .b = of_b_.word_type(),
              .c = modifiers_.type,
              .d = modifiers_.type,
              .clamps = modifiers_.satfinite,
              .is_and = true},
             factors, d_.data());
    for (unsigned row = 0; row < isa::kRowsOfWarp; ++row)
      std::copy_n(&d_[row * count], count, &sums_[row * columns_ + first]);
  }

  /// Reads D's old elements, which are zero if the predicate says so.
  void read_sums() {
    sums_.assign(std::size_t{isa::kRowsOfWarp} * columns_, 0);
    if ((context_.predicate_source(3) & context_.mask) == 0) return;
    const std::uint32_t* const rows = context_.source(0);
    for_each_place([&](std::uint32_t& sum, std::size_t word, unsigned shift) {
      sum = rows[word] >> shift & mask();
    });
  }

  void write_sums() {
    std::uint32_t* const rows = context_.destination(0);
    for_each_place([&](std::uint32_t& sum, std::size_t word, unsigned shift) {
      rows[word] = (rows[word] & ~(mask() << shift)) | (sum & mask()) << shift;
    });
  }

  bool is_half() const { return modifiers_.type == Type::f16; }
  std::uint32_t mask() const { return is_half() ? 0xFFFFu : ~0u; }

  /// Calls visit(sum, word of D's rows, shift in the word) for each element of D.
  template <typename Visit>
  void for_each_place(Visit&& visit) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      for_each_sum(columns_, is_half(), lane,
                   [&](unsigned row, unsigned column, unsigned index, unsigned shift) {
                     visit(sums_[row * columns_ + column], std::size_t{index} * kWarpSize + lane,
                           shift);
                   });
  }

  const StepContext& context_;
  const isa::Modifiers& modifiers_;
  Elements of_a_, of_b_;
  bool is_sparse_;
  unsigned columns_;
  unsigned length_;  ///< stored elements in a row of A
  unsigned depth_;   ///< elements in a column of B
  WordMatrix a_, b_, c_, d_;
  WordMatrix sums_;  ///< D, row by row
  std::vector<std::uint16_t> rows_of_b_;
};

void multiply_in_group(StepContext& context) {
  check_matrix_instruction(context);
  if (context.grid.warps_per_block() % kWarpsOfGroup != 0)
    context.fault(
        FaultKind::invalid_operand, first_lane(context.mask), 0,
        fmt::format("a warpgroup has {} warps, and the block has {}: give the block a "
                    "multiple of {} threads",
                    kWarpsOfGroup, context.grid.warps_per_block(), kWarpsOfGroup * kWarpSize));
  WarpgroupMultiply(context).run();
}

void order_nothing(StepContext&) {}

constexpr HandlerBinding kWarpgroupHandlers[] = {
    {isa::Op::wgmma_shared, multiply_in_group}, {isa::Op::wgmma_registers, multiply_in_group},
    {isa::Op::wgmma_fence, order_nothing},      {isa::Op::wgmma_commit, order_nothing},
    {isa::Op::wgmma_wait, order_nothing},
};

}  // namespace

std::span<const HandlerBinding> warpgroup_handlers() { return kWarpgroupHandlers; }

}  // namespace heddle::exec
