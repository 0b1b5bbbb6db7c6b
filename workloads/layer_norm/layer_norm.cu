// Layer normalization: each row of a matrix minus its mean, divided by its standard deviation,
// times a weight and plus a bias for each column. A block for each row, which keeps its elements in
// registers.
//   layer_norm [rows = 64] [columns = 1024]      columns: a multiple of 4, at most 4096; at most
//   2^24 elements
// It stands for the layer normalization of transformers (Ba, Kiros, Hinton 2016).
#include "../common/reduction.cuh"
#include "../common/workload.cuh"

constexpr int kThreads = 256, kMostColumns = 4096, kMostQuads = kMostColumns / 4 / kThreads;
constexpr float kSmall = 1e-5f;  // added to the variance

__global__ void __launch_bounds__(kThreads)
    layer_norm(const float4* in, const float4* weight, const float4* bias, float4* out, int quads) {
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * quads;
  float4 values[kMostQuads];
  float sum = 0;
#pragma unroll
  for (int i = 0; i < kMostQuads; ++i) {
    const int at = i * kThreads + threadIdx.x;
    if (at >= quads) break;
    values[i] = in[first + at];
    sum += values[i].x + values[i].y + values[i].z + values[i].w;
  }
  const float mean = workload::over_block<kThreads>(sum, workload::Sum()) / (4 * quads);
  float squares = 0;
#pragma unroll
  for (int i = 0; i < kMostQuads; ++i) {
    if (i * kThreads + static_cast<int>(threadIdx.x) >= quads) break;
    const float x = values[i].x - mean, y = values[i].y - mean, z = values[i].z - mean,
                w = values[i].w - mean;
    squares += x * x + y * y + z * z + w * w;
  }
  const float variance = workload::over_block<kThreads>(squares, workload::Sum()) / (4 * quads);
  const float factor = rsqrtf(variance + kSmall);
#pragma unroll
  for (int i = 0; i < kMostQuads; ++i) {
    const int at = i * kThreads + threadIdx.x;
    if (at >= quads) break;
    const float4 v = values[i], w = weight[at], b = bias[at];
    out[first + at] = {(v.x - mean) * factor * w.x + b.x, (v.y - mean) * factor * w.y + b.y,
                       (v.z - mean) * factor * w.z + b.z, (v.w - mean) * factor * w.w + b.w};
  }
}

std::vector<double> layer_norm_on_host(const std::vector<float>& in,
                                       const std::vector<float>& weight,
                                       const std::vector<float>& bias) {
  const std::size_t columns = weight.size();
  std::vector<double> out(in.size());
  for (std::size_t row = 0; row < in.size(); row += columns) {
    double mean = 0, variance = 0;
    for (std::size_t i = 0; i < columns; ++i) mean += in[row + i];
    mean /= columns;
    for (std::size_t i = 0; i < columns; ++i)
      variance += (in[row + i] - mean) * (in[row + i] - mean);
    const double deviation = std::sqrt(variance / columns + kSmall);
    for (std::size_t i = 0; i < columns; ++i)
      out[row + i] = (in[row + i] - mean) / deviation * weight[i] + bias[i];
  }
  return out;
}

int main(int argc, char** argv) {
  const int rows = workload::size_argument(argc, argv, 1, 64),
            columns = workload::size_argument(argc, argv, 2, 1024);
  workload::require(columns % 4 == 0 && columns <= kMostColumns, "layer_norm",
                    "the columns must be a multiple of 4, at most 4096");
  workload::require(static_cast<std::size_t>(rows) * columns <= 1 << 24, "layer_norm",
                    "more than 2^24 elements");
  const std::vector<float> in =
      workload::random_floats(static_cast<std::size_t>(rows) * columns, 1);
  const std::vector<float> weight = workload::random_floats(columns, 2),
                           bias = workload::random_floats(columns, 3);
  workload::DeviceArray<float> device_in(in), device_weight(weight), device_bias(bias),
      device_out(in.size());
  const auto quads = [](workload::DeviceArray<float>& array) {
    return reinterpret_cast<float4*>(array.data());
  };
  layer_norm<<<rows, kThreads>>>(quads(device_in), quads(device_weight), quads(device_bias),
                                 quads(device_out), columns / 4);
  CHECK(cudaGetLastError());
  // A sum has at most 4 terms for each of kMostQuads and 13 in the block, so that a mean below 1 is
  // off by 30 x 2^-24, as is each difference to it, and the factor by as much of itself.
  // Differences are below 1, the factor at most 1 / sqrt(kSmall), and for four columns or more of
  // such values below 40: the result is off by at most 2 x 30 x 40 x 2^-24, far less for more
  // columns.
  const double absolute = 2 * 30 * 40 * 0x1p-24;
  return workload::verdict(
      "layer_norm",
      workload::count_far(device_out.to_host(), layer_norm_on_host(in, weight, bias), 0, absolute));
}
