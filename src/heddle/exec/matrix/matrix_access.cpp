// ldmatrix, stmatrix and movmatrix: matrices of 8 x 8 elements of 16 bits.
#include <array>

#include "heddle/exec/matrix/whole_warp.hpp"
#include "heddle/exec/memory/access_parts.hpp"
#include "heddle/isa/matrix/forms.hpp"

namespace heddle::exec {
namespace {

constexpr unsigned kSide = 8;
constexpr unsigned kRowWords = 4;

/// The elements of a matrix, row by row.
using Halves = std::array<std::array<std::uint16_t, kSide>, kSide>;

/// Lane 4 * i + j holds the elements 2 * j and 2 * j + 1 of row i.
Halves gather_halves(const std::uint32_t* row) {
  Halves halves;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    auto& pair = halves[lane / kRowWords];
    pair[2 * (lane % kRowWords)] = static_cast<std::uint16_t>(row[lane]);
    pair[2 * (lane % kRowWords) + 1] = static_cast<std::uint16_t>(row[lane] >> 16);
  }
  return halves;
}

void scatter_halves(const Halves& halves, std::uint32_t* row) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const auto& pair = halves[lane / kRowWords];
    row[lane] = pair[2 * (lane % kRowWords)] |
                static_cast<std::uint32_t>(pair[2 * (lane % kRowWords) + 1]) << 16;
  }
}

void transpose(Halves& halves) {
  for (unsigned i = 0; i < kSide; ++i)
    for (unsigned j = 0; j < i; ++j) std::swap(halves[i][j], halves[j][i]);
}

/// The rows of matrices as the memory has them: lane 8 * i + j has row j of matrix i.
using MatrixRows = std::array<Row, kRowWords>;

void read_matrix(const MatrixRows& memory, unsigned matrix, bool turns, std::uint32_t* to) {
  Row in_order;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    in_order.lane[lane] = memory[lane % kRowWords].lane[kSide * matrix + lane / kRowWords];
  Halves halves = gather_halves(in_order.lane);
  if (turns) transpose(halves);
  scatter_halves(halves, to);
}

void write_matrix(const std::uint32_t* from, unsigned matrix, bool turns, MatrixRows& memory) {
  Halves halves = gather_halves(from);
  if (turns) transpose(halves);
  Row in_order;
  scatter_halves(halves, in_order.lane);
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    memory[lane % kRowWords].lane[kSide * matrix + lane / kRowWords] = in_order.lane[lane];
}

/// Calls visit(lanes) for each part of an access to whole rows. The lanes that have no row do not
/// take part.
template <typename Visit>
void access_rows(StepContext& context, AccessIntent intent, Visit&& visit) {
  StepContext with_rows = context;
  with_rows.mask = kAllLanes >> (kWarpSize - kSide * context.instruction.modifiers.vector);
  context.result.kind = StepKind::memory;
  AccessParts parts(with_rows, isa::kMatrixRowBytes, intent);
  while (parts.next()) {
    if (parts.space() != isa::Space::shared) {
      const unsigned lane = first_lane(parts.lanes().mask);
      context.fault(FaultKind::out_of_bounds, lane, parts.lanes().address[lane],
                    fmt::format("{} of a matrix's row at {:#x} is not in shared memory",
                                intent.verb, parts.lanes().address[lane]));
    }
    visit(parts.lanes());
  }
}

void load_matrices(StepContext& context) {
  check_matrix_instruction(context);
  MatrixRows memory{};
  LoadRows rows{};
  for (unsigned i = 0; i < kRowWords; ++i) rows[i] = memory[i].lane;
  access_rows(context, {AccessKind::load, "load"},
              [&](const TransferLanes& lanes) { context.executable.transfers->load(rows, lanes); });
  const isa::Modifiers& modifiers = context.instruction.modifiers;
  for (unsigned i = 0; i < modifiers.vector; ++i) {
    if (std::uint32_t* const to = context.destination(i))
      read_matrix(memory, i, modifiers.matrix.transposed, to);
  }
}

void store_matrices(StepContext& context) {
  check_matrix_instruction(context);
  const isa::Modifiers& modifiers = context.instruction.modifiers;
  MatrixRows memory{};
  for (unsigned i = 0; i < modifiers.vector; ++i)
    write_matrix(context.source(i + 1), i, modifiers.matrix.transposed, memory);
  StoreRows rows{};
  for (unsigned i = 0; i < kRowWords; ++i) rows[i] = memory[i].lane;
  context.result.wrote = true;
  access_rows(context, {AccessKind::store, "store"}, [&](const TransferLanes& lanes) {
    context.executable.transfers->store(rows, lanes);
  });
}

void transpose_matrix(StepContext& context) {
  check_matrix_instruction(context);
  Halves halves = gather_halves(context.source(0));
  transpose(halves);
  scatter_halves(halves, context.destination(0));
}

void find_row_transfers(const isa::Instruction&, ExecutableInstruction& out) {
  out.transfers = &find_transfers(isa::Type::b32, kRowWords);
}

constexpr HandlerBinding kMatrixAccessHandlers[] = {
    {isa::Op::ldmatrix, load_matrices, false, find_row_transfers},
    {isa::Op::stmatrix, store_matrices, false, find_row_transfers},
    {isa::Op::movmatrix, transpose_matrix},
};

}  // namespace

std::span<const HandlerBinding> matrix_access_handlers() { return kMatrixAccessHandlers; }

}  // namespace heddle::exec
