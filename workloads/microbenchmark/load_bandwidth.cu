// The bandwidth of a cache: all threads read an array that the cache holds, again and again, and
// add up what they read. A warp's loads lie side by side; from turn to turn they move on.
//   load_bandwidth [bytes of a load = 4] [loads of a turn = 4] [turns = 256] [elements = 16384]
//                  [threads of a block = 1024] [blocks = 1] [cache = 1]
// A load has 4, 8 or 16 bytes; a turn has 1 or 4 loads. With `cache` 1 the loads may hit in the L1,
// with 2 they begin at the L2. Where the number of elements is a power of two, addresses start anew
// at the end of the array; else all turns must fit. One pass over the array comes first.
#include "../common/workload.cuh"

constexpr unsigned kWarpSize = 32;

/// What the elements hold: small whole numbers, whose sums are exact.
__host__ __device__ constexpr unsigned element_value(unsigned index) { return index * 5 % 8; }

__device__ float sum_of(float value) { return value; }
__device__ float sum_of(double value) { return static_cast<float>(value); }
__device__ float sum_of(float4 value) { return value.x + value.y + value.z + value.w; }

__device__ void add_to(float& sum, float value) { sum += value; }
__device__ void add_to(double& sum, double value) { sum += value; }
__device__ void add_to(float4& sum, float4 value) {
  sum.x += value.x;
  sum.y += value.y;
  sum.z += value.z;
  sum.w += value.w;
}

template <int kCache, typename Element>
__device__ Element load(const Element* address) {
  return kCache == 1 ? __ldca(address) : __ldcg(address);
}

template <typename Element, int kLoads, int kCache>
__global__ void read_array(const Element* array, float* sums, unsigned elements, unsigned mask,
                           unsigned turns) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  Element partial[kLoads] = {};
  for (unsigned i = thread; i < elements; i += gridDim.x * blockDim.x)
    add_to(partial[0], load<kCache>(array + i));
  __syncthreads();
  for (unsigned turn = 0; turn < turns; ++turn) {
    const Element* address = array + ((thread + turn * kLoads * kWarpSize) & mask);
    Element found[kLoads];
#pragma unroll
    for (int i = 0; i < kLoads; ++i) found[i] = load<kCache>(address + i * kWarpSize);
#pragma unroll
    for (int i = 0; i < kLoads; ++i) add_to(partial[i], found[i]);
  }
  float sum = 0;
#pragma unroll
  for (int i = 0; i < kLoads; ++i) sum += sum_of(partial[i]);
  sums[thread] = sum;
}

struct Shape {
  unsigned bytes, loads, turns, elements, threads, blocks, cache;

  unsigned all_threads() const { return threads * blocks; }
  /// Addresses are taken with this mask.
  unsigned mask() const { return (elements & (elements - 1)) == 0 ? elements - 1 : ~0u; }
  /// Loads of a turn may lie beyond the last element that the mask allows.
  unsigned allocated() const { return elements + loads * kWarpSize; }
};

template <typename Element, int kLoads, int kCache>
void launch(const Shape& shape, const float* array, float* sums) {
  read_array<Element, kLoads, kCache><<<shape.blocks, shape.threads>>>(
      reinterpret_cast<const Element*>(array), sums, shape.elements, shape.mask(), shape.turns);
  CHECK(cudaGetLastError());
}

template <typename Element>
void launch_of_type(const Shape& shape, const float* array, float* sums) {
  if (shape.loads == 1) {
    shape.cache == 1 ? launch<Element, 1, 1>(shape, array, sums)
                     : launch<Element, 1, 2>(shape, array, sums);
  } else {
    shape.cache == 1 ? launch<Element, 4, 1>(shape, array, sums)
                     : launch<Element, 4, 2>(shape, array, sums);
  }
}

/// The elements' values in memory: one double, or one or four floats each.
std::vector<float> words_of(const Shape& shape) {
  const unsigned words = shape.bytes / sizeof(float);
  std::vector<float> memory(static_cast<std::size_t>(shape.allocated()) * words);
  for (unsigned i = 0; i < shape.allocated(); ++i) {
    if (shape.bytes == sizeof(double)) {
      reinterpret_cast<double*>(memory.data())[i] = element_value(i);
    } else {
      for (unsigned word = 0; word < words; ++word)
        memory[static_cast<std::size_t>(i) * words + word] = element_value(i);
    }
  }
  return memory;
}

float expected_sum(const Shape& shape, unsigned thread) {
  const unsigned words = shape.bytes == 16 ? 4 : 1;
  unsigned sum = 0;
  for (unsigned i = thread; i < shape.elements; i += shape.all_threads()) sum += element_value(i);
  for (unsigned turn = 0; turn < shape.turns; ++turn) {
    const unsigned at = (thread + turn * shape.loads * kWarpSize) & shape.mask();
    for (unsigned i = 0; i < shape.loads; ++i) sum += element_value(at + i * kWarpSize);
  }
  return static_cast<float>(sum * words);
}

void check(const Shape& shape) {
  const auto require = [](bool holds, const char* rule) {
    workload::require(holds, "load_bandwidth", rule);
  };
  require(shape.bytes == 4 || shape.bytes == 8 || shape.bytes == 16,
          "a load must have 4, 8 or 16 bytes");
  require(shape.loads == 1 || shape.loads == 4, "a turn must have 1 load or 4");
  require(shape.threads % kWarpSize == 0 && shape.threads <= 1024,
          "a block must have whole warps of 32 threads, at most 1024 threads");
  require(shape.turns <= 1 << 16, "there must be at most 65536 turns");
  require(shape.cache <= 2, "the cache must be 1 or 2");
  const auto reach = static_cast<unsigned long long>(shape.blocks) * shape.threads +
                     static_cast<unsigned long long>(shape.turns) * shape.loads * kWarpSize;
  require(shape.mask() != ~0u || reach <= shape.allocated(),
          "the elements must be a power of two, or hold all threads and turns");
}

int main(int argc, char** argv) {
  const auto argument = [&](int index, int otherwise) {
    return static_cast<unsigned>(workload::size_argument(argc, argv, index, otherwise));
  };
  const Shape shape{argument(1, 4),    argument(2, 4), argument(3, 256), argument(4, 16384),
                    argument(5, 1024), argument(6, 1), argument(7, 1)};
  check(shape);
  const workload::DeviceArray<float> array(words_of(shape));
  workload::DeviceArray<float> sums(shape.all_threads());
  sums.fill_bytes(0xff);
  if (shape.bytes == 4) {
    launch_of_type<float>(shape, array.data(), sums.data());
  } else if (shape.bytes == 8) {
    launch_of_type<double>(shape, array.data(), sums.data());
  } else {
    launch_of_type<float4>(shape, array.data(), sums.data());
  }
  std::vector<float> expected(shape.all_threads());
  for (unsigned i = 0; i < shape.all_threads(); ++i) expected[i] = expected_sum(shape, i);
  return workload::verdict("load_bandwidth", workload::count_different(sums.to_host(), expected));
}
