// Copies between arrays and linear memory, by rows and by consecutive texels.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "cudart/api/copy_end.hpp"
#include "cudart/api/rows.hpp"

using namespace heddle::cudart;

namespace {

/// A position in an array; x is in bytes.
struct ArrayPlace {
  cudaArray_const_t array;
  std::size_t x, y;
};

/// Whether the array is the source or the destination of a copy. The other end is linear memory.
enum class ArrayIs : std::uint8_t { destination, source };

cudaError_t copy_array_rows(ArrayIs end, const ArrayPlace& array, const Rows& linear,
                            const BoxExtent& extent, cudaMemcpyKind kind,
                            cudaStream_t stream_handle, HostOrder order, const char* call) {
  return enter(call, [&](Context& context, ThreadState& thread) {
    Stream& stream = context.stream(stream_handle, thread);
    if (extent.bytes() == 0) return;
    require_pitch(linear.pitch, extent);
    const CopyEnd in_array = array_end(array_of(context, array.array), array.x, array.y, 0, extent);
    const Direction way = direction_of(context.memory(), linear.pointer, linear.pointer, kind);
    const bool to_array = end == ArrayIs::destination;
    const CopyEnd in_rows =
        linear_end(context, linear.pointer, to_array ? way.from_device : way.to_device,
                   {linear.pitch, 0}, extent);
    context.copy(to_array ? box_of(in_array, in_rows, extent) : box_of(in_rows, in_array, extent),
                 stream, order);
  });
}

cudaError_t copy_to(const ArrayPlace& to, const Rows& from, std::size_t width, std::size_t height,
                    cudaMemcpyKind kind, cudaStream_t stream, HostOrder order,
                    const char* call = __builtin_FUNCTION()) {
  return copy_array_rows(ArrayIs::destination, to, from, {width, height}, kind, stream, order,
                         call);
}

cudaError_t copy_from(const Rows& to, const ArrayPlace& from, std::size_t width, std::size_t height,
                      cudaMemcpyKind kind, cudaStream_t stream, HostOrder order,
                      const char* call = __builtin_FUNCTION()) {
  return copy_array_rows(ArrayIs::source, from, to, {width, height}, kind, stream, order, call);
}

/// A piece of a run of consecutive texels: a part of one row, or several whole rows. The run
/// continues from the end of each row to the beginning of the next.
struct Piece {
  ArrayPlace at;
  std::size_t done;  ///< bytes of the run before the piece
  std::size_t width, height;
};

std::vector<Piece> pieces_of(const Array& array, ArrayPlace at, std::size_t count) {
  const std::size_t row = array.extent.width * array.texel_bytes;
  std::vector<Piece> pieces;
  for (std::size_t done = 0; done < count;) {
    require(at.x < row);
    const std::size_t left = count - done;
    const bool whole = at.x == 0 && left >= row;
    const std::size_t width = whole ? row : std::min(left, row - at.x);
    const std::size_t height = whole ? left / row : 1;
    pieces.push_back({at, done, width, height});
    done += width * height;
    at.y += height;
    at.x = 0;
  }
  return pieces;
}

template <typename CopyPiece>
cudaError_t copy_run(const ArrayPlace& at, std::size_t count, const CopyPiece& copy_piece,
                     const char* call = __builtin_FUNCTION()) {
  std::vector<Piece> pieces;
  const cudaError_t found = enter(
      call, [&](Context& context) { pieces = pieces_of(array_of(context, at.array), at, count); });
  if (found != cudaSuccess) return found;
  for (const Piece& piece : pieces) {
    const cudaError_t result = copy_piece(piece);
    if (result != cudaSuccess) return result;
  }
  return cudaSuccess;
}

cudaError_t run_to(const ArrayPlace& to, const void* from, std::size_t count, cudaMemcpyKind kind,
                   cudaStream_t stream, HostOrder order) {
  return copy_run(to, count, [&](const Piece& piece) {
    const auto* const begin = static_cast<const std::uint8_t*>(from) + piece.done;
    return copy_to(piece.at, {begin, piece.width}, piece.width, piece.height, kind, stream, order);
  });
}

cudaError_t run_from(void* to, const ArrayPlace& from, std::size_t count, cudaMemcpyKind kind,
                     cudaStream_t stream, HostOrder order) {
  return copy_run(from, count, [&](const Piece& piece) {
    const auto* const begin = static_cast<const std::uint8_t*>(to) + piece.done;
    return copy_from({begin, piece.width}, piece.at, piece.width, piece.height, kind, stream,
                     order);
  });
}

}  // namespace

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                size_t spitch, size_t width, size_t height, cudaMemcpyKind kind) {
  return copy_to({dst, wOffset, hOffset}, {src, spitch}, width, height, kind, nullptr,
                 HostOrder::blocking);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset,
                                     const void* src, size_t spitch, size_t width, size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_to({dst, wOffset, hOffset}, {src, spitch}, width, height, kind, stream,
                 HostOrder::asynchronous);
}

cudaError_t cudaMemcpy2DFromArray(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset,
                                  size_t hOffset, size_t width, size_t height,
                                  cudaMemcpyKind kind) {
  return copy_from({dst, dpitch}, {src, wOffset, hOffset}, width, height, kind, nullptr,
                   HostOrder::blocking);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, size_t dpitch, cudaArray_const_t src,
                                       size_t wOffset, size_t hOffset, size_t width, size_t height,
                                       cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_from({dst, dpitch}, {src, wOffset, hOffset}, width, height, kind, stream,
                   HostOrder::asynchronous);
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                              size_t count, cudaMemcpyKind kind) {
  return run_to({dst, wOffset, hOffset}, src, count, kind, nullptr, HostOrder::blocking);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                   size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  return run_to({dst, wOffset, hOffset}, src, count, kind, stream, HostOrder::asynchronous);
}

cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                size_t count, cudaMemcpyKind kind) {
  return run_from(dst, {src, wOffset, hOffset}, count, kind, nullptr, HostOrder::blocking);
}

cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src, size_t wOffset,
                                     size_t hOffset, size_t count, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  return run_from(dst, {src, wOffset, hOffset}, count, kind, stream, HostOrder::asynchronous);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                     cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                     size_t width, size_t height, cudaMemcpyKind) {
  return enter([&](Context& context, ThreadState& thread) {
    const BoxExtent extent{width, height};
    context.copy(
        box_of(array_end(array_of(context, dst), wOffsetDst, hOffsetDst, 0, extent),
               array_end(array_of(context, src), wOffsetSrc, hOffsetSrc, 0, extent), extent),
        context.stream(nullptr, thread), HostOrder::blocking);
  });
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                   cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                   size_t count, cudaMemcpyKind kind) {
  std::size_t row = 0;
  const cudaError_t found = enter([&](Context& context) {
    const Array& from = array_of(context, src);
    row = from.extent.width * from.texel_bytes;
    require(wOffsetDst == wOffsetSrc &&
            row == array_of(context, dst).extent.width * array_of(context, dst).texel_bytes);
  });
  if (found != cudaSuccess) return found;
  return copy_run({src, wOffsetSrc, hOffsetSrc}, count, [&](const Piece& piece) {
    return cudaMemcpy2DArrayToArray(dst, piece.at.x, hOffsetDst + piece.at.y - hOffsetSrc, src,
                                    piece.at.x, piece.at.y, piece.width, piece.height, kind);
  });
}
