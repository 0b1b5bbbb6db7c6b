// Copies of boxes of tensors: every number of dimensions, swizzles, elements outside the tensor,
// steps, reductions, im2col, multicast, and changed descriptors, against what the host computes.
#include <cooperative_groups.h>
#include <cuda.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "barrier_bytes.h"
#include "self_checks.h"

namespace cg = cooperative_groups;

constexpr unsigned kMostBytes = 32768;

struct Coordinates {
  int at[5];
  short offset[3];
};

#define LOAD(dims, list, mode, ...)                                                          \
  asm volatile("cp.async.bulk.tensor." dims                                                  \
               ".shared::cluster.global" mode ".mbarrier::complete_tx::bytes [%0], [%1, {" list \
               "}], [%2]" __VA_ARGS__ ";" ::"r"(shared),                                     \
               "l"(map), "r"(barrier), "r"(c.at[0]), "r"(c.at[1]), "r"(c.at[2]), "r"(c.at[3]), \
               "r"(c.at[4]), "h"(c.offset[0]), "h"(c.offset[1]), "h"(c.offset[2])            \
               : "memory")

__device__ void load_box(unsigned shared, const void* map, unsigned barrier, int rank, bool im2col,
                         const Coordinates& c) {
  switch (rank + (im2col ? 10 : 0)) {
    case 1:
      LOAD("1d", "%3", ".tile");
      break;
    case 2:
      LOAD("2d", "%3, %4", "");
      break;
    case 3:
      LOAD("3d", "%3, %4, %5", ".tile");
      break;
    case 4:
      LOAD("4d", "%3, %4, %5, %6", ".tile");
      break;
    case 5:
      LOAD("5d", "%3, %4, %5, %6, %7", ".tile");
      break;
    case 13:
      LOAD("3d", "%3, %4, %5", ".im2col", ", {%8}");
      break;
    case 14:
      LOAD("4d", "%3, %4, %5, %6", ".im2col", ", {%8, %9}");
      break;
    default:
      LOAD("5d", "%3, %4, %5, %6, %7", ".im2col", ", {%8, %9, %10}");
  }
}

/// Gives the host the bytes that a box has in shared memory.
__global__ void boxes(unsigned char* to, const __grid_constant__ CUtensorMap map, int rank,
                      bool im2col, Coordinates c, unsigned bytes) {
  extern __shared__ __align__(1024) unsigned char box[];
  __shared__ __align__(8) unsigned long long barrier;
  if (threadIdx.x == 0) {
    start_barrier(shared_address(&barrier), 1);
    asm volatile("prefetch.tensormap [%0];" ::"l"(&map));
    expect_bytes(shared_address(&barrier), bytes);
    load_box(shared_address(box), &map, shared_address(&barrier), rank, im2col, c);
  }
  __syncthreads();
  wait_for_phase(shared_address(&barrier), 0);
  for (unsigned i = threadIdx.x; i < bytes; i += blockDim.x) to[i] = box[i];
}

template <typename Function>
static Function entry_of(const char* name) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result;
  check_success(cudaGetDriverEntryPoint(name, &found, cudaEnableDefault, &result), name);
  return reinterpret_cast<Function>(found);
}

struct Tensor {
  CUtensorMapDataType type;
  unsigned element;  ///< bytes
  unsigned rank;
  cuuint64_t size[5];
  cuuint32_t box[5];
  cuuint32_t step[5];
  CUtensorMapSwizzle swizzle;
  bool fills_nan;
};

static unsigned char* tensor_data;
constexpr size_t kTensorBytes = 1 << 20;

/// The strides of a dense tensor, but for rows of a multiple of 16 bytes.
static void strides_of(const Tensor& tensor, cuuint64_t* strides) {
  cuuint64_t bytes = (tensor.size[0] * tensor.element + 15) / 16 * 16;
  for (unsigned i = 1; i < tensor.rank; ++i) {
    strides[i - 1] = bytes;
    bytes *= tensor.size[i];
  }
}

static void encode(const Tensor& tensor, CUtensorMap& map) {
  static const auto make = entry_of<decltype(&cuTensorMapEncodeTiled)>("cuTensorMapEncodeTiled");
  cuuint64_t strides[5];
  strides_of(tensor, strides);
  const CUresult made = make(
      &map, tensor.type, tensor.rank, tensor_data, tensor.size, strides, tensor.box, tensor.step,
      CU_TENSOR_MAP_INTERLEAVE_NONE, tensor.swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      tensor.fills_nan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
                       : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  check(made == CUDA_SUCCESS, "a tensor map");
}

/// Where the hardware puts a byte: bits 4 to 6 of the address combined with bits 7 to 9.
static unsigned place_of(unsigned address, CUtensorMapSwizzle swizzle) {
  static const unsigned masks[] = {0, 1, 3, 7};
  return address ^ ((address >> 7 & masks[swizzle]) << 4);
}

static unsigned count_of(const Tensor& tensor, unsigned i) {
  return i == 0 ? tensor.box[0] : (tensor.box[i] + tensor.step[i] - 1) / tensor.step[i];
}

/// Calls visit(place in shared memory, element or null) for each element of the box.
template <typename Visit>
static void for_each_element(const Tensor& tensor, const int* at, Visit visit) {
  cuuint64_t strides[5] = {};
  strides_of(tensor, strides);
  unsigned counts[5] = {1, 1, 1, 1, 1}, all = 1;
  for (unsigned i = 0; i < tensor.rank; ++i) all *= counts[i] = count_of(tensor, i);
  for (unsigned number = 0; number < all; ++number) {
    unsigned rest = number;
    bool is_inside = true;
    long long offset = 0;
    for (unsigned i = 0; i < tensor.rank; ++i) {
      const long long coordinate = at[i] + static_cast<int>(rest % counts[i] * (i == 0 ? 1 : tensor.step[i]));
      rest /= counts[i];
      is_inside &= coordinate >= 0 && coordinate < static_cast<long long>(tensor.size[i]);
      offset += coordinate * static_cast<long long>(i == 0 ? tensor.element : strides[i - 1]);
    }
    const unsigned unit = number * tensor.element;
    visit(place_of(unit / 16 * 16, tensor.swizzle) + unit % 16,
          is_inside ? tensor_data + offset : nullptr);
  }
}

static unsigned bytes_of(const Tensor& tensor) {
  unsigned bytes = tensor.element;
  for (unsigned i = 0; i < tensor.rank; ++i) bytes *= count_of(tensor, i);
  return bytes;
}

static void check_box(const Tensor& tensor, const Coordinates& c, const char* what) {
  unsigned char* found;
  cudaMallocManaged(&found, kMostBytes);
  CUtensorMap map;
  encode(tensor, map);
  boxes<<<1, 128, kMostBytes>>>(found, map, tensor.rank, false, c, bytes_of(tensor));
  check_success(cudaDeviceSynchronize(), what);
  for_each_element(tensor, c.at, [&](unsigned place, const unsigned char* element) {
    static const unsigned char zeros[8] = {};
    if (element == nullptr && tensor.fills_nan) {
      float value;
      memcpy(&value, found + place, 4);
      check(std::isnan(value), what);
    } else {
      check(memcmp(found + place, element == nullptr ? zeros : element, tensor.element) == 0, what);
    }
  });
  cudaFree(found);
}

static void check_boxes() {
  const auto u8 = CU_TENSOR_MAP_DATA_TYPE_UINT8;
  const auto f16 = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  const auto f32 = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  const auto none = CU_TENSOR_MAP_SWIZZLE_NONE;
  check_box({f32, 4, 1, {100}, {64}, {1}, none}, {{60}}, "one dimension");
  check_box({u8, 1, 2, {100, 50}, {48, 20}, {1, 1}, none}, {{-3, 45}}, "two dimensions");
  check_box({f16, 2, 2, {128, 64}, {64, 32}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_128B}, {{64, 8}},
            "a swizzle of 128 bytes");
  check_box({f16, 2, 2, {128, 64}, {32, 40}, {1, 1}, CU_TENSOR_MAP_SWIZZLE_64B}, {{32, 40}},
            "a swizzle of 64 bytes");
  check_box({f32, 4, 3, {40, 30, 5}, {8, 7, 3}, {1, 1, 1}, CU_TENSOR_MAP_SWIZZLE_32B},
            {{36, 25, 3}}, "a swizzle of 32 bytes");
  check_box({f32, 4, 3, {40, 30, 5}, {12, 9, 4}, {1, 2, 3}, none}, {{4, 3, 1}}, "steps");
  check_box({f16, 2, 4, {16, 9, 8, 7}, {8, 3, 2, 5}, {1, 1, 1, 1}, none}, {{8, 7, -1, 3}},
            "four dimensions");
  check_box({f16, 2, 5, {16, 5, 4, 3, 2}, {16, 2, 3, 2, 2}, {1, 1, 1, 1, 1}, none},
            {{-4, 1, 2, 1, 1}}, "five dimensions");
  check_box({f32, 4, 2, {30, 20}, {16, 8}, {1, 1}, none, true}, {{20, 15}}, "elements of NaN");
}

/// Stores a box, then adds it to another place of the tensor.
__global__ void stores(const CUtensorMap* map, int x, int y) {
  __shared__ __align__(1024) int box[16 * 32];
  for (int i = threadIdx.x; i < 16 * 32; i += blockDim.x) {
    const unsigned address = i * 4;
    box[(address ^ ((address >> 7 & 7) << 4)) / 4] = 100000 + i;
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x != 0) return;
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::
                   "l"(map), "r"(x), "r"(y), "r"(shared_address(box))
               : "memory");
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
  asm volatile(
      "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], [%3];" ::
          "l"(map), "r"(x), "r"(y + 2), "r"(shared_address(box))
      : "memory");
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::: "memory");
}

static void check_stores() {
  const Tensor tensor{CU_TENSOR_MAP_DATA_TYPE_INT32, 4, 2, {60, 40}, {32, 16}, {1, 1},
                      CU_TENSOR_MAP_SWIZZLE_128B};
  CUtensorMap* map;
  cudaMallocManaged(&map, sizeof *map);
  encode(tensor, *map);
  std::vector<int> expected(60 * 40);
  memcpy(expected.data(), tensor_data, expected.size() * 4);
  const int x = 40, y = 30;
  for (int add = 0; add < 2; ++add)
    for (int i = 0; i < 16 * 32; ++i) {
      const int column = x + i % 32, row = y + 2 * add + i / 32;
      if (column >= 60 || row >= 40) continue;
      int& word = expected[row * 60 + column];
      word = 100000 + i + (add ? word : 0);
    }
  stores<<<1, 64>>>(map, x, y);
  check_success(cudaDeviceSynchronize(), "stores of boxes");
  check(memcmp(expected.data(), tensor_data, expected.size() * 4) == 0, "a stored box");
  cudaFree(map);
}

/// An image of C channels, W x H pixels and N images, for a filter of 3 x 3 with a border of 1.
static void check_im2col() {
  constexpr int kC = 16, kW = 7, kH = 6, kN = 3, kPixels = 50, kChannels = 8;
  static const auto make = entry_of<decltype(&cuTensorMapEncodeIm2col)>("cuTensorMapEncodeIm2col");
  const cuuint64_t sizes[] = {kC, kW, kH, kN};
  const cuuint64_t strides[] = {kC * 2, kC * 2 * kW, kC * 2 * kW * kH};
  const cuuint32_t steps[] = {1, 1, 1, 1};
  const int lower[] = {-1, -1}, upper[] = {-1, -1};
  CUtensorMap map;
  check(make(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 4, tensor_data, sizes, strides, lower, upper,
             kChannels, kPixels, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
             CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS,
        "a map of im2col");
  unsigned char* found;
  cudaMallocManaged(&found, kMostBytes);
  // The pixels of the output in order: each reads the input at its place plus that in the filter.
  for (int filter = 0; filter < 9; ++filter) {
    const int first = 11;  // the output's pixel from which on
    const Coordinates c{{8, first % kW - 1, first / kW - 1, 0},
                        {static_cast<short>(filter % 3), static_cast<short>(filter / 3)}};
    boxes<<<1, 64, kMostBytes>>>(found, map, 4, true, c, kPixels * kChannels * 2);
    check_success(cudaDeviceSynchronize(), "im2col");
    for (int pixel = 0; pixel < kPixels; ++pixel) {
      const int number = first + pixel, n = number / (kW * kH);
      const int w = number % kW - 1 + filter % 3, h = number / kW % kH - 1 + filter / 3;
      const bool is_inside = w >= 0 && w < kW && h >= 0 && h < kH && n < kN;
      for (int channel = 0; channel < kChannels; ++channel) {
        unsigned short expected = 0, got;
        if (is_inside)
          memcpy(&expected, tensor_data + ((n * kH + h) * kW + w) * kC * 2 + (8 + channel) * 2, 2);
        memcpy(&got, found + (pixel * kChannels + channel) * 2, 2);
        check(got == expected, "an element of im2col");
      }
    }
  }
  cudaFree(found);
}

/// Each block of a cluster loads a half of the box for all.
__global__ void __cluster_dims__(2, 1, 1)
    shares(int* to, const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(1024) int box[2][32];
  __shared__ __align__(8) unsigned long long barrier;
  const unsigned rank = cg::this_cluster().block_rank();
  if (threadIdx.x == 0) {
    start_barrier(shared_address(&barrier), 1);
    expect_bytes(shared_address(&barrier), sizeof box);
  }
  cg::this_cluster().sync();
  if (threadIdx.x == 0)
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(shared_address(box[rank])),
        "l"(&map), "r"(0), "r"(static_cast<int>(blockIdx.x)), "r"(shared_address(&barrier)),
        "h"(static_cast<short>(3))
        : "memory");
  wait_for_phase(shared_address(&barrier), 0);
  for (int i = threadIdx.x; i < 64; i += blockDim.x) to[blockIdx.x * 64 + i] = box[0][i];
  cg::this_cluster().sync();
}

/// Changes a descriptor in shared memory, and copies it to global memory.
__global__ void changes(CUtensorMap* to, const CUtensorMap* from, void* data) {
  __shared__ __align__(128) CUtensorMap own;
  if (threadIdx.x < 16) own.opaque[threadIdx.x] = from->opaque[threadIdx.x];
  __syncwarp();
  const unsigned address = shared_address(&own);
  if (threadIdx.x == 0) {
    asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(
                     address),
                 "l"(data)
                 : "memory");
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(
                     address),
                 "r"(4)
                 : "memory");
    asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;" ::"r"(
                     address),
                 "l"(256ll)
                 : "memory");
  }
  __syncwarp();
  asm volatile(
      "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], "
      "[%1], 128;" ::"l"(to),
      "r"(address)
      : "memory");
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(to) : "memory");
}

static void check_shares_and_changes() {
  Tensor tensor{CU_TENSOR_MAP_DATA_TYPE_INT32, 4, 2, {32, 8}, {32, 1}, {1, 1},
                CU_TENSOR_MAP_SWIZZLE_NONE};
  int* found;
  cudaMallocManaged(&found, 8 * 64 * sizeof *found);
  CUtensorMap map;
  encode(tensor, map);
  shares<<<8, 32>>>(found, map);
  check_success(cudaDeviceSynchronize(), "shared boxes");
  for (int i = 0; i < 8 * 64; ++i) {
    const int row = i / 128 * 2 + i % 64 / 32;
    check(found[i] == reinterpret_cast<int*>(tensor_data)[row * 32 + i % 32], "a shared box");
  }
  CUtensorMap* maps;
  cudaMallocManaged(&maps, 2 * sizeof *maps);
  encode(tensor, maps[0]);
  changes<<<1, 32>>>(&maps[1], &maps[0], tensor_data + 1024);
  check_success(cudaDeviceSynchronize(), "changes");
  shares<<<8, 32>>>(found, maps[1]);
  check_success(cudaDeviceSynchronize(), "boxes of a changed tensor");
  for (int i = 0; i < 8 * 64; ++i) {
    const int row = i / 128 * 2 + i % 64 / 32;
    const int expected =
        row < 4 ? reinterpret_cast<int*>(tensor_data + 1024)[row * 64 + i % 32] : 0;
    check(found[i] == expected, "a box of a changed tensor");
  }
  cudaFree(maps), cudaFree(found);
}

static void check_refusals() {
  static const auto make = entry_of<decltype(&cuTensorMapEncodeTiled)>("cuTensorMapEncodeTiled");
  const cuuint64_t size[] = {64, 8}, stride[] = {128}, odd[] = {120};
  const cuuint32_t box[] = {64, 8}, narrow[] = {7, 8}, step[] = {1, 1}, wide[] = {128, 2};
  const auto tried = [&](void* address, const cuuint64_t* strides, const cuuint32_t* boxes,
                         CUtensorMapSwizzle swizzle) {
    CUtensorMap map;
    return make(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, address, size, strides, boxes, step,
                CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  };
  const auto none = CU_TENSOR_MAP_SWIZZLE_NONE;
  check(tried(tensor_data, stride, box, none) == CUDA_SUCCESS, "a right map");
  check(tried(tensor_data + 8, stride, box, none) == CUDA_ERROR_INVALID_VALUE, "an odd address");
  check(tried(tensor_data, odd, box, none) == CUDA_ERROR_INVALID_VALUE, "an odd stride");
  check(tried(tensor_data, stride, narrow, none) == CUDA_ERROR_INVALID_VALUE, "an odd row");
  check(tried(tensor_data, stride, wide, CU_TENSOR_MAP_SWIZZLE_128B) == CUDA_ERROR_INVALID_VALUE,
        "a wide row");
}

int main() {
  cudaMallocManaged(&tensor_data, kTensorBytes);
  unsigned state = 1;
  for (size_t i = 0; i < kTensorBytes; ++i) {
    state = state * 1664525u + 1013904223u;
    tensor_data[i] = static_cast<unsigned char>(state >> 24);
  }
  check_boxes();
  check_im2col();
  check_shares_and_changes();
  check_stores();
  check_refusals();
  return report();
}
