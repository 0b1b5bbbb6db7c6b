// Softmax of the rows of a matrix, a block for each row. The block reads the row once for its
// maximum and for the sum of the exponentials (each thread multiplies its sum when it finds a
// larger value), and once more for the results.
//   softmax [rows = 64] [columns = 1024]     at most 2^24 elements
// It stands for the softmax of attention and of output layers (Milakov and Gimelshein 2018, online
// softmax).
#include "../common/reduction.cuh"
#include "../common/workload.cuh"

constexpr int kThreads = 256;

__global__ void __launch_bounds__(kThreads) softmax(const float* in, float* out, int columns) {
  const float* const row = in + static_cast<std::size_t>(blockIdx.x) * columns;
  float maximum = -INFINITY, sum = 0;
  for (int i = threadIdx.x; i < columns; i += kThreads) {
    const float value = row[i];
    if (value > maximum) {
      sum *= __expf(maximum - value);
      maximum = value;
    }
    sum += __expf(value - maximum);
  }
  const float greatest = workload::over_block<kThreads>(maximum, workload::Maximum());
  // A thread without elements has the sum 0.
  sum = workload::over_block<kThreads>(sum * __expf(maximum - greatest), workload::Sum());
  for (int i = threadIdx.x; i < columns; i += kThreads) {
    out[static_cast<std::size_t>(blockIdx.x) * columns + i] = __expf(row[i] - greatest) / sum;
  }
}

std::vector<double> softmax_on_host(const std::vector<float>& in, int columns) {
  std::vector<double> out(in.size());
  for (std::size_t row = 0; row < in.size(); row += columns) {
    double maximum = in[row], sum = 0;
    for (int i = 1; i < columns; ++i) maximum = std::fmax(maximum, in[row + i]);
    for (int i = 0; i < columns; ++i) sum += std::exp(in[row + i] - maximum);
    for (int i = 0; i < columns; ++i) out[row + i] = std::exp(in[row + i] - maximum) / sum;
  }
  return out;
}

int main(int argc, char** argv) {
  const int rows = workload::size_argument(argc, argv, 1, 64),
            columns = workload::size_argument(argc, argv, 2, 1024);
  workload::require(static_cast<std::size_t>(rows) * columns <= 1 << 24, "softmax",
                    "more than 2^24 elements");
  std::vector<float> in = workload::random_floats(static_cast<std::size_t>(rows) * columns, 1);
  for (float& value : in) value = 8 * value - 4;
  workload::DeviceArray<float> device_in(in), device_out(in.size());
  softmax<<<rows, kThreads>>>(device_in.data(), device_out.data(), columns);
  CHECK(cudaGetLastError());
  // The argument of __expf is off by a rounding of up to 8, and the function by 2^-21 of its result
  // for such arguments (2 + 1.16 |x| units in the last place, CUDA C++ Programming Guide): 2^-20
  // together. A sum rounds for each term of a thread, is multiplied less often than that, and
  // rounds 13 times in the block; its terms are off like the others.
  const double relative = (2 * 8 + columns / kThreads * 2 + 1 + 13 + 2) * 0x1p-23;
  return workload::verdict(
      "softmax", workload::count_far(device_out.to_host(), softmax_on_host(in, columns), relative));
}
