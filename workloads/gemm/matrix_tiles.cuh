// What the products on the matrix unit share: C = A B, A with the elements of a row side by side, B
// with those of a column, and the sums in 32 bits. A block of 8 warps computes 256 x 128 elements
// of C, a warp 64 x 64. A step of a block takes 128 bytes of each row of A and of each column of B:
// 64 halves, or 128 bytes with signs.
//
// A stage in shared memory has 256 lines of A and 128 of B, of 128 bytes each, eight pieces of 16
// bytes. Piece i of line r lies at place i xor r mod 8 of its line, so that the eight lines that
// ldmatrix reads at once lie in different banks.
#pragma once

#include "../common/matrix_unit.cuh"

namespace gemm {

constexpr int kTileRows = 256, kTileColumns = 128;  // of C, of a block
constexpr int kWarpTile = 64;                       // rows and columns of C, of a warp
constexpr int kWarpsAlong = kTileColumns / kWarpTile;
constexpr int kThreads = 32 * kTileRows / kWarpTile * kWarpsAlong;
constexpr int kLineBytes = 128;  // of a row of A or a column of B in a step
constexpr int kPieceBytes = 16;  // that a thread copies at once, and a line of what ldmatrix loads
constexpr int kPieces = kLineBytes / kPieceBytes;
constexpr int kBytesOfA = kTileRows * kLineBytes,
              kStageBytes = kBytesOfA + kTileColumns * kLineBytes;
constexpr int kPiecesOfThread = kStageBytes / kPieceBytes / kThreads;
constexpr int kSlices = kLineBytes / 32;  // of a step, each what one instruction multiplies
constexpr int kAcross = kWarpTile / 16,
              kAlong = kWarpTile / 8;  // instructions for a slice of a warp

/// Where a piece of a line lies.
__host__ __device__ constexpr int place_of(int line, int piece) {
  return line * kLineBytes + (piece ^ line % kPieces) * kPieceBytes;
}

/// The operands of a slice in the registers of a warp.
struct Fragments {
  std::uint32_t a[kAcross][4], b[kAlong / 2][4];
};

template <typename Sum>
using Sums = Sum[kAcross][kAlong][4];

/// A thread's part in the loads from a stage: the place of its line in the warp's part of A and of
/// B.
class Reader {
 public:
  __device__ Reader() {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    // A: matrices 0 and 1 are rows 0 to 7 and 8 to 15, matrices 2 and 3 the same rows 16 bytes on.
    // B: matrices 0 and 1 are 8 columns, 16 bytes on, and matrices 2 and 3 the next 8.
    a_ = place_of(warp / kWarpsAlong * kWarpTile + lane % 16, lane / 16);
    b_ = kBytesOfA +
         place_of(warp % kWarpsAlong * kWarpTile + lane / 16 * 8 + lane % 8, lane / 8 % 2);
  }

  /// Part `part` of kAcross of the operands of a slice. The stage begins at a multiple of
  /// kLineBytes.
  __device__ void load(Fragments& to, std::uint32_t stage, int slice, int part) const {
    // A slice is two pieces: the place of piece 2 slice + i is that of piece i with other bits
    // turned.
    const int turned = 2 * slice * kPieceBytes, further = part * 16 * kLineBytes;
    workload::load_matrices(to.a[part], ((stage + a_) ^ turned) + further);
    workload::load_matrices(to.b[part], ((stage + b_) ^ turned) + further);
  }

 private:
  std::uint32_t a_, b_;
};

/// Multiplies part `part` of A by all of B.
template <typename Sum>
__device__ inline void multiply_add(Sums<Sum>& sums, const Fragments& of, int part) {
#pragma unroll
  for (int j = 0; j < kAlong; ++j) {
    workload::multiply_add(sums[part][j], of.a[part], of.b[j / 2][j % 2 * 2],
                           of.b[j / 2][j % 2 * 2 + 1]);
  }
}

/// Two elements that lie side by side.
template <typename Sum>
struct alignas(8) Pair {
  Sum first, second;
};

/// Stores a warp's part of C, `n` elements a row.
template <typename Sum>
__device__ inline void store(const Sums<Sum>& sums, Sum* c, int n) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row = blockIdx.y * kTileRows + warp / kWarpsAlong * kWarpTile + lane / 4;
  const int column = blockIdx.x * kTileColumns + warp % kWarpsAlong * kWarpTile + lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < kAcross; ++i) {
#pragma unroll
    for (int j = 0; j < kAlong; ++j) {
      const std::size_t at = static_cast<std::size_t>(row + 16 * i) * n + column + 8 * j;
      *reinterpret_cast<Pair<Sum>*>(&c[at]) = {sums[i][j][0], sums[i][j][1]};
      *reinterpret_cast<Pair<Sum>*>(&c[at + std::size_t(8) * n]) = {sums[i][j][2], sums[i][j][3]};
    }
  }
}

/// The pieces that a thread brings to the stages, in order: those of A and then those of B, step by
/// step.
class Writer {
 public:
  /// `row_bytes`: of a row of A and of a column of B in global memory.
  __device__ Writer(const void* a, const void* b, std::size_t row_bytes)
      : apart_(kLinesApart * row_bytes) {
    const int line = threadIdx.x / kPieces, piece = threadIdx.x % kPieces;
    const std::size_t place = line * row_bytes + piece * kPieceBytes;
    a_ = static_cast<const char*>(a) + blockIdx.y * kTileRows * row_bytes + place;
    b_ = static_cast<const char*>(b) + blockIdx.x * kTileColumns * row_bytes + place;
    to_ = place_of(line, piece);
  }

  /// Where the next piece comes from. It is piece `i` of kPiecesOfThread of its step.
  __device__ const char* next_source(int i) {
    const char*& next = i < kOfA ? a_ : b_;
    const char* const source = next;
    const bool is_last = i == kOfA - 1 || i == kPiecesOfThread - 1;
    next +=
        is_last ? kLineBytes - (i < kOfA ? kOfA - 1 : kPiecesOfThread - kOfA - 1) * apart_ : apart_;
    return source;
  }
  /// Where piece `i` goes in a stage.
  __device__ std::uint32_t place(int i) const { return to_ + i * kLinesApart * kLineBytes; }

 private:
  // A thread's pieces have the same place in lines that are a whole number of turns of the places
  // apart.
  static constexpr int kLinesApart = kThreads / kPieces, kOfA = kTileRows / kLinesApart;
  static_assert(kLinesApart % kPieces == 0 && kTileRows % kLinesApart == 0);

  std::int64_t apart_;  // bytes from a piece to the next
  const char *a_, *b_;
  std::uint32_t to_;
};

}  // namespace gemm
