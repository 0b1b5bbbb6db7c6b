// The descriptor of a tensor in global memory (CUtensorMap): 128 bytes that programs treat as
// opaque. A copy of a box of the tensor reads the descriptor. The numbers of types, swizzles and
// fills are those of the PTX instruction tensormap.replace. Source: PTX ISA, "Tensors" and
// "tensormap.replace"; CUDA driver API, "Tensor Map Object Management".
#pragma once

#include <array>
#include <cstdint>

namespace heddle::isa {

inline constexpr unsigned kTensorRanks = 5;
inline constexpr unsigned kTensorMapBytes = 128;
inline constexpr unsigned kTensorMapAlignment = 64;

enum class TensorElement : std::uint8_t {
  u8,
  u16,
  u32,
  s32,
  u64,
  s64,
  f16,
  f32,
  f32_ftz,
  f64,
  bf16,
  tf32,
  tf32_ftz
};
inline constexpr unsigned kTensorElements = 13;

/// How 16-byte units of a box lie in shared memory.
enum class TensorSwizzle : std::uint8_t { none, bytes_32, bytes_64, bytes_128 };
/// What elements outside the tensor are: zeros, or a NaN that marks them.
enum class TensorFill : std::uint8_t { zero, nan };
enum class TensorMode : std::uint8_t { tiled, im2col };

/// The field that tensormap.replace writes.
enum class TensorMapField : std::uint8_t {
  global_address,
  rank,
  box_dim,
  global_dim,
  global_stride,
  element_stride,
  elemtype,
  interleave_layout,
  swizzle_mode,
  fill_mode
};

/// The descriptor as bytes in memory.
using TensorMapBytes = std::array<std::uint8_t, kTensorMapBytes>;

struct TensorMap {
  TensorMode mode = TensorMode::tiled;
  TensorElement element = TensorElement::u8;
  std::uint8_t rank = 1;
  TensorSwizzle swizzle = TensorSwizzle::none;
  TensorFill fill = TensorFill::zero;
  std::uint64_t address = 0;                         ///< of the tensor's first element
  std::array<std::uint64_t, kTensorRanks> size{};    ///< elements in each dimension
  std::array<std::uint64_t, kTensorRanks> stride{};  ///< bytes from an element to the next one in
                                                     ///< each dimension; [0] is not stored
  std::array<std::uint16_t, kTensorRanks> box{};     ///< tiled: elements of a box
  std::array<std::uint8_t, kTensorRanks> step{};     ///< elements from one copied element to the
                                                     ///< next
  // Only for im2col. The dimensions between the first and the last one are those of the image.
  std::array<std::int16_t, 3> lower{}, upper{};  ///< corners of the box of base pixels, against the
                                                 ///< corners of the image
  std::uint16_t channels = 0;                    ///< elements of a pixel that are copied
  std::uint16_t pixels = 0;

  bool operator==(const TensorMap&) const = default;
};

constexpr unsigned bytes_of(TensorElement element) {
  switch (element) {
    case TensorElement::u8:
      return 1;
    case TensorElement::u16:
    case TensorElement::f16:
    case TensorElement::bf16:
      return 2;
    case TensorElement::u64:
    case TensorElement::s64:
    case TensorElement::f64:
      return 8;
    default:
      return 4;
  }
}

/// Returns the descriptor's bytes.
TensorMapBytes encode(const TensorMap& map);
/// Reads a descriptor. Returns false if the bytes are none.
bool decode(const TensorMapBytes& bytes, TensorMap& map);

}  // namespace heddle::isa
