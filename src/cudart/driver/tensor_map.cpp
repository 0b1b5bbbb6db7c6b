// The driver API: descriptors of tensors, from which kernels copy boxes.
#include "heddle/isa/tensor_map.hpp"

#include <cstring>
#include <span>

#include "cudart/driver/driver_call.hpp"

using namespace heddle::cudart;
using heddle::isa::TensorElement;
using heddle::isa::TensorMap;
using heddle::isa::TensorSwizzle;

namespace {

constexpr std::uint64_t kMostElementsOfDimension = std::uint64_t{1} << 32;
constexpr std::uint64_t kMostStride = std::uint64_t{1} << 40;
constexpr unsigned kUnit = 16;  ///< bytes of which addresses, strides and rows are multiples
constexpr unsigned kMostBox = 256, kMostStep = 8, kMostPixels = 1024;

[[noreturn]] void refuse(const std::string& what) {
  throw CudaError(cudaErrorInvalidValue, "a tensor map was refused: " + what);
}

TensorElement element_of(CUtensorMapDataType type) {
  switch (type) {
    case CU_TENSOR_MAP_DATA_TYPE_UINT8:
      return TensorElement::u8;
    case CU_TENSOR_MAP_DATA_TYPE_UINT16:
      return TensorElement::u16;
    case CU_TENSOR_MAP_DATA_TYPE_UINT32:
      return TensorElement::u32;
    case CU_TENSOR_MAP_DATA_TYPE_INT32:
      return TensorElement::s32;
    case CU_TENSOR_MAP_DATA_TYPE_UINT64:
      return TensorElement::u64;
    case CU_TENSOR_MAP_DATA_TYPE_INT64:
      return TensorElement::s64;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
      return TensorElement::f16;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
      return TensorElement::f32;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
      return TensorElement::f64;
    case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
      return TensorElement::bf16;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ:
      return TensorElement::f32_ftz;
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32:
      return TensorElement::tf32;
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ:
      return TensorElement::tf32_ftz;
  }
  refuse(fmt::format("there is no type {}", static_cast<int>(type)));
}

bool is_float(TensorElement element) {
  return element == TensorElement::f16 || element == TensorElement::bf16 ||
         element == TensorElement::f64 || element == TensorElement::f32 ||
         element == TensorElement::f32_ftz || element == TensorElement::tf32 ||
         element == TensorElement::tf32_ftz;
}

/// What all kinds of tensor maps have.
struct Tensor {
  CUtensorMapDataType type;
  cuuint32_t rank;
  void* address;
  const cuuint64_t* sizes;
  const cuuint64_t* strides;  ///< in bytes, from the second dimension on
  const cuuint32_t* steps;
  CUtensorMapInterleave interleave;
  CUtensorMapSwizzle swizzle;
  CUtensorMapFloatOOBfill fill;
};

void set_dimension(TensorMap& map, unsigned i, const Tensor& tensor) {
  if (tensor.sizes[i] == 0 || tensor.sizes[i] > kMostElementsOfDimension)
    refuse(fmt::format("dimension {} has {} elements, of 1 to 2^32", i, tensor.sizes[i]));
  if (tensor.steps[i] == 0 || tensor.steps[i] > kMostStep)
    refuse(fmt::format("element stride {} is {}, of 1 to {}", i, tensor.steps[i], kMostStep));
  map.size[i] = tensor.sizes[i];
  map.step[i] = static_cast<std::uint8_t>(tensor.steps[i]);
  if (i == 0) return;
  const cuuint64_t stride = tensor.strides[i - 1];
  if (stride % kUnit != 0 || stride >= kMostStride)
    refuse(
        fmt::format("stride {} of {} bytes is no multiple of {} below 2^40", i - 1, stride, kUnit));
  map.stride[i] = stride;
}

TensorMap map_of(const Tensor& tensor) {
  if (tensor.rank < 1 || tensor.rank > heddle::isa::kTensorRanks)
    refuse(fmt::format("a tensor has 1 to {} dimensions, not {}", heddle::isa::kTensorRanks,
                       tensor.rank));
  if (tensor.interleave != CU_TENSOR_MAP_INTERLEAVE_NONE)
    throw CudaError(cudaErrorNotSupported, "interleaved tensor maps are not supported");
  const auto address = reinterpret_cast<std::uintptr_t>(tensor.address);
  if (address == 0 || address % kUnit != 0)
    refuse(fmt::format("the address {:#x} is no multiple of {}", address, kUnit));
  if (tensor.sizes == nullptr || tensor.steps == nullptr ||
      (tensor.strides == nullptr && tensor.rank > 1))
    refuse("a list is missing");
  TensorMap map;
  map.element = element_of(tensor.type);
  map.rank = static_cast<std::uint8_t>(tensor.rank);
  if (tensor.swizzle > CU_TENSOR_MAP_SWIZZLE_128B) refuse("there is no such swizzle");
  map.swizzle = static_cast<TensorSwizzle>(tensor.swizzle);
  const bool fills_nan = tensor.fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
  if (fills_nan && !is_float(map.element)) refuse("only floating-point types are filled with NaN");
  map.fill = fills_nan ? heddle::isa::TensorFill::nan : heddle::isa::TensorFill::zero;
  map.address = address;
  map.size.fill(1);
  map.step.fill(1);
  map.box.fill(1);
  map.stride[0] = bytes_of(map.element);
  for (unsigned i = 0; i < tensor.rank; ++i) set_dimension(map, i, tensor);
  return map;
}

/// Refuses a row of the box that the swizzle or the copies cannot have.
void check_row(const TensorMap& map, std::uint32_t elements) {
  const std::uint32_t bytes = elements * bytes_of(map.element);
  if (bytes % kUnit != 0)
    refuse(fmt::format("a row of the box has {} bytes, which is no multiple of {}", bytes, kUnit));
  const std::uint32_t span = kUnit << static_cast<unsigned>(map.swizzle);
  if (map.swizzle != TensorSwizzle::none && bytes > span)
    refuse(fmt::format("a row of the box has {} bytes, and the swizzle at most {}", bytes, span));
}

void put(CUtensorMap* to, const TensorMap& map) {
  if (to == nullptr || reinterpret_cast<std::uintptr_t>(to) % heddle::isa::kTensorMapAlignment != 0)
    refuse(fmt::format("it must be aligned to {} bytes", heddle::isa::kTensorMapAlignment));
  const heddle::isa::TensorMapBytes bytes = encode(map);
  std::memcpy(to, bytes.data(), bytes.size());
}

/// The corners of the box of base pixels.
void set_corners(TensorMap& map, std::span<const int> lower, std::span<const int> upper) {
  const int most = map.rank == 3 ? 1 << 15 : map.rank == 4 ? 1 << 7 : 1 << 4;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if (lower[i] < -most || lower[i] >= most || upper[i] < -most || upper[i] >= most)
      refuse(fmt::format("a corner of the pixels' box is beyond {} to {}", -most, most - 1));
    map.lower[i] = static_cast<std::int16_t>(lower[i]);
    map.upper[i] = static_cast<std::int16_t>(upper[i]);
  }
}

}  // namespace

CUresult cuTensorMapEncodeTiled(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType,
                                cuuint32_t tensorRank, void* globalAddress,
                                const cuuint64_t* globalDim, const cuuint64_t* globalStrides,
                                const cuuint32_t* boxDim, const cuuint32_t* elementStrides,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion, CUtensorMapFloatOOBfill oobFill) {
  return driver_call([&] {
    return enter_runtime([&](Runtime&) {
      TensorMap map = map_of({tensorDataType, tensorRank, globalAddress, globalDim, globalStrides,
                              elementStrides, interleave, swizzle, oobFill});
      if (boxDim == nullptr) refuse("the box is missing");
      for (unsigned i = 0; i < tensorRank; ++i) {
        if (boxDim[i] == 0 || boxDim[i] > kMostBox)
          refuse(fmt::format("the box has {} elements in dimension {}, of 1 to {}", boxDim[i], i,
                             kMostBox));
        map.box[i] = static_cast<std::uint16_t>(boxDim[i]);
      }
      check_row(map, boxDim[0]);
      put(tensorMap, map);
    });
  });
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType,
                                 cuuint32_t tensorRank, void* globalAddress,
                                 const cuuint64_t* globalDim, const cuuint64_t* globalStrides,
                                 const int* pixelBoxLowerCorner, const int* pixelBoxUpperCorner,
                                 cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
                                 const cuuint32_t* elementStrides, CUtensorMapInterleave interleave,
                                 CUtensorMapSwizzle swizzle, CUtensorMapL2promotion,
                                 CUtensorMapFloatOOBfill oobFill) {
  return driver_call([&] {
    return enter_runtime([&](Runtime&) {
      if (tensorRank < 3) refuse(fmt::format("im2col needs 3 to 5 dimensions, not {}", tensorRank));
      TensorMap map = map_of({tensorDataType, tensorRank, globalAddress, globalDim, globalStrides,
                              elementStrides, interleave, swizzle, oobFill});
      map.mode = heddle::isa::TensorMode::im2col;
      if (pixelBoxLowerCorner == nullptr || pixelBoxUpperCorner == nullptr)
        refuse("a corner of the pixels' box is missing");
      const std::size_t corners = tensorRank - 2;
      set_corners(map, {pixelBoxLowerCorner, corners}, {pixelBoxUpperCorner, corners});
      if (channelsPerPixel == 0 || channelsPerPixel > kMostBox)
        refuse(fmt::format("{} channels of a pixel, of 1 to {}", channelsPerPixel, kMostBox));
      if (pixelsPerColumn == 0 || pixelsPerColumn > kMostPixels)
        refuse(fmt::format("{} pixels of a column, of 1 to {}", pixelsPerColumn, kMostPixels));
      map.channels = static_cast<std::uint16_t>(channelsPerPixel);
      map.pixels = static_cast<std::uint16_t>(pixelsPerColumn);
      check_row(map, channelsPerPixel);
      put(tensorMap, map);
    });
  });
}

CUresult cuTensorMapReplaceAddress(CUtensorMap* tensorMap, void* globalAddress) {
  return driver_call([&] {
    return enter_runtime([&](Runtime&) {
      const auto address = reinterpret_cast<std::uintptr_t>(globalAddress);
      TensorMap map;
      heddle::isa::TensorMapBytes bytes{};
      if (tensorMap != nullptr) std::memcpy(bytes.data(), tensorMap, bytes.size());
      if (!decode(bytes, map)) refuse("there is no tensor map");
      if (address == 0 || address % kUnit != 0)
        refuse(fmt::format("the address {:#x} is no multiple of {}", address, kUnit));
      map.address = address;
      put(tensorMap, map);
    });
  });
}
