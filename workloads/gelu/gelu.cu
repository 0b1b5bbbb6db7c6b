// Bias and GELU in one kernel: y = g(x + b) with g(x) = x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715
// x^3))), in half precision, computed in single precision. A thread for eight elements of 16 bytes,
// with a stride of the grid.
//   gelu [rows = 64] [columns = 1024]      columns: a multiple of 8; at most 2^24 elements
// It stands for the activation between the two linear layers of a transformer (Hendrycks and Gimpel
// 2016).
#include "../common/half.cuh"

constexpr int kThreads = 256, kMostBlocks = 512;

__device__ float gelu_of(float x) {
  return 0.5f * x * (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
}

__global__ void __launch_bounds__(kThreads)
    gelu(const uint4* in, const uint4* bias, uint4* out, int pieces, int pieces_of_row) {
  for (int at = blockIdx.x * kThreads + threadIdx.x; at < pieces; at += gridDim.x * kThreads) {
    const uint4 x = in[at], b = bias[at % pieces_of_row];
    uint4 y;
    const auto *from = reinterpret_cast<const __half2*>(&x),
               *plus = reinterpret_cast<const __half2*>(&b);
    auto* const to = reinterpret_cast<__half2*>(&y);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const float2 value = __half22float2(from[i]), more = __half22float2(plus[i]);
      to[i] = __floats2half2_rn(gelu_of(value.x + more.x), gelu_of(value.y + more.y));
    }
    out[at] = y;
  }
}

int main(int argc, char** argv) {
  const int rows = workload::size_argument(argc, argv, 1, 64),
            columns = workload::size_argument(argc, argv, 2, 1024);
  workload::require(columns % 8 == 0, "gelu", "the columns must be a multiple of 8");
  workload::require(static_cast<std::size_t>(rows) * columns <= 1 << 24, "gelu",
                    "more than 2^24 elements");
  const std::size_t count = static_cast<std::size_t>(rows) * columns;
  std::vector<__half> in = workload::random_sixteenths(count, 1);
  for (__half& value : in) value = __float2half(3 * __half2float(value));
  const std::vector<__half> bias = workload::random_sixteenths(columns, 2);
  workload::DeviceArray<__half> device_in(in), device_bias(bias), device_out(count);
  const int pieces = static_cast<int>(count / 8), blocks = workload::blocks_for(pieces, kThreads);
  const auto whole = [](workload::DeviceArray<__half>& array) {
    return reinterpret_cast<uint4*>(array.data());
  };
  gelu < <<blocks<kMostBlocks ? blocks : kMostBlocks, kThreads>>>(
             whole(device_in), whole(device_bias), whole(device_out), pieces, columns / 8);
  CHECK(cudaGetLastError());
  std::vector<double> expected(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = static_cast<double>(__half2float(in[i])) + __half2float(bias[i % columns]);
    expected[i] =
        x / 2 * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
  }
  // A result rounds to half precision, 2^-11 of itself. 1 + tanh is off by a few units of 2^-24,
  // times |x| / 2 of at most 2.
  const std::vector<float> found = workload::to_floats(device_out.to_host());
  return workload::verdict("gelu",
                           workload::count_far(found, expected, 1.01 * 0x1p-11, 16 * 0x1p-24));
}
