// The bandwidth of memory: five arrays are added up element by element into a sixth, 16 bytes a
// load. Each thread has all its loads of a turn under way at once.
//   stream_sum [words of an array = 262144] [threads of a block = 1024] [blocks = 80]
#include "../common/workload.cuh"

constexpr int kArrays = 5;

struct Arrays {
  const float4* all[kArrays];
};

__global__ void add_arrays(Arrays arrays, float4* sums, int vectors) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < vectors; i += gridDim.x * blockDim.x) {
    float4 found[kArrays];
#pragma unroll
    for (int array = 0; array < kArrays; ++array) found[array] = arrays.all[array][i];
    float4 sum = found[0];
#pragma unroll
    for (int array = 1; array < kArrays; ++array) {
      sum.x += found[array].x;
      sum.y += found[array].y;
      sum.z += found[array].z;
      sum.w += found[array].w;
    }
    sums[i] = sum;
  }
}

int main(int argc, char** argv) {
  const int words = workload::size_argument(argc, argv, 1, 262144);
  const int threads = workload::size_argument(argc, argv, 2, 1024);
  const int blocks = workload::size_argument(argc, argv, 3, 80);
  workload::require(words % 4 == 0 && words <= 1 << 25, "stream_sum",
                    "an array must have a multiple of 4 words, at most 2^25");
  workload::require(threads <= 1024, "stream_sum", "a block must have at most 1024 threads");
  // Whole numbers below 64, so that sums are exact.
  const std::vector<int> values = workload::random_ints(words, 64, 3);
  std::vector<float> input(static_cast<std::size_t>(words) * kArrays), expected(words);
  for (int array = 0; array < kArrays; ++array) {
    for (int i = 0; i < words; ++i) {
      const int value = (values[i] + 7 * array) % 64;
      input[static_cast<std::size_t>(array) * words + i] = static_cast<float>(value);
      expected[i] += static_cast<float>(value);
    }
  }
  const workload::DeviceArray<float> device_input(input);
  workload::DeviceArray<float> sums(words);
  sums.fill_bytes(0xff);
  Arrays arrays;
  for (int array = 0; array < kArrays; ++array) {
    arrays.all[array] = reinterpret_cast<const float4*>(device_input.data() +
                                                        static_cast<std::size_t>(array) * words);
  }
  add_arrays<<<blocks, threads>>>(arrays, reinterpret_cast<float4*>(sums.data()), words / 4);
  CHECK(cudaGetLastError());
  return workload::verdict("stream_sum", workload::count_different(sums.to_host(), expected));
}
