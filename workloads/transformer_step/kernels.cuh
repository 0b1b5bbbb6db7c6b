// The kernels of a transformer's step besides the products, forward and backward, in single
// precision.
#pragma once

#include "../common/reduction.cuh"
#include "shape.cuh"

namespace transformer {

constexpr int kThreads = 128;

/// A row for each token: its row of the table and that of its position.
__global__ void embed(const int* text, const float* of_tokens, const float* of_positions,
                      float* out, int length, int channels) {
  const int token = text[blockIdx.x], position = blockIdx.x % length;
  for (int i = threadIdx.x; i < channels; i += kThreads) {
    out[blockIdx.x * channels + i] =
        of_tokens[token * channels + i] + of_positions[position * channels + i];
  }
}

__global__ void embed_backward(const int* text, const float* d_out, float* d_tokens,
                               float* d_positions, int length, int channels) {
  const int token = text[blockIdx.x], position = blockIdx.x % length;
  for (int i = threadIdx.x; i < channels; i += kThreads) {
    const float gradient = d_out[blockIdx.x * channels + i];
    atomicAdd(&d_tokens[token * channels + i], gradient);
    atomicAdd(&d_positions[position * channels + i], gradient);
  }
}

/// Layer normalization of a row a block; keeps the mean and the factor of each.
__global__ void __launch_bounds__(kThreads)
    normalize(const float* in, const float* weight, const float* bias, float* out, float* means,
              float* factors, int channels) {
  const float* const row = in + blockIdx.x * channels;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < channels; i += kThreads) sum += row[i];
  const float mean = workload::over_block<kThreads>(sum, workload::Sum()) / channels;
  for (int i = threadIdx.x; i < channels; i += kThreads)
    squares += (row[i] - mean) * (row[i] - mean);
  const float factor =
      rsqrtf(workload::over_block<kThreads>(squares, workload::Sum()) / channels + kSmall);
  for (int i = threadIdx.x; i < channels; i += kThreads) {
    out[blockIdx.x * channels + i] = (row[i] - mean) * factor * weight[i] + bias[i];
  }
  if (threadIdx.x == 0) means[blockIdx.x] = mean, factors[blockIdx.x] = factor;
}

/// Adds the gradient of what came in to `d_in`.
__global__ void __launch_bounds__(kThreads)
    normalize_backward(const float* d_out, const float* in, const float* weight, const float* means,
                       const float* factors, float* d_in, int channels) {
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * channels;
  const float mean = means[blockIdx.x], factor = factors[blockIdx.x];
  float sum = 0, product = 0;
  for (int i = threadIdx.x; i < channels; i += kThreads) {
    const float gradient = d_out[first + i] * weight[i];
    sum += gradient;
    product += gradient * (in[first + i] - mean) * factor;
  }
  sum = workload::over_block<kThreads>(sum, workload::Sum()) / channels;
  product = workload::over_block<kThreads>(product, workload::Sum()) / channels;
  for (int i = threadIdx.x; i < channels; i += kThreads) {
    const float normal = (in[first + i] - mean) * factor;
    d_in[first + i] += (d_out[first + i] * weight[i] - sum - normal * product) * factor;
  }
}

/// The gradients of weight and bias: a thread for each channel.
__global__ void normalize_parameters(const float* d_out, const float* in, const float* means,
                                     const float* factors, float* d_weight, float* d_bias, int rows,
                                     int channels) {
  const int channel = blockIdx.x * kThreads + threadIdx.x;
  if (channel >= channels) return;
  float of_weight = 0, of_bias = 0;
  for (int row = 0; row < rows; ++row) {
    const float gradient = d_out[row * channels + channel];
    of_weight += gradient * (in[row * channels + channel] - means[row]) * factors[row];
    of_bias += gradient;
  }
  d_weight[channel] = of_weight;
  d_bias[channel] = of_bias;
}

/// The gradient of a bias: a thread for each column.
__global__ void sum_columns(const float* in, float* out, int rows, int columns) {
  const int column = blockIdx.x * kThreads + threadIdx.x;
  if (column >= columns) return;
  float sum = 0;
  for (int row = 0; row < rows; ++row) sum += in[row * columns + column];
  out[column] = sum;
}

/// Softmax of scores, a warp a row, in place: row i of `length` sees i + 1 columns, and the others
/// become 0.
__global__ void causal_softmax(float* scores, int rows, int length) {
  const int row = (blockIdx.x * kThreads + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float* const values = scores + static_cast<std::size_t>(row) * length;
  const int seen = row % length + 1;
  float greatest = -INFINITY, sum = 0;
  for (int i = lane; i < seen; i += 32) greatest = fmaxf(greatest, values[i]);
  greatest = workload::over_warp(greatest, workload::Maximum());
  for (int i = lane; i < seen; i += 32) sum += values[i] = expf(values[i] - greatest);
  sum = workload::over_warp(sum, workload::Sum());
  for (int i = lane; i < length; i += 32) values[i] = i < seen ? values[i] / sum : 0.0f;
}

/// The gradient of the scores in place of that of the probabilities, a warp a row.
__global__ void causal_softmax_backward(const float* probabilities, float* gradients, int rows,
                                        int length) {
  const int row = (blockIdx.x * kThreads + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const std::size_t first = static_cast<std::size_t>(row) * length;
  float sum = 0;
  for (int i = lane; i < length; i += 32) sum += probabilities[first + i] * gradients[first + i];
  sum = workload::over_warp(sum, workload::Sum());
  for (int i = lane; i < length; i += 32)
    gradients[first + i] = probabilities[first + i] * (gradients[first + i] - sum);
}

constexpr float kGeluFactor = 0.7978845608f, kGeluCube = 0.044715f;

__global__ void gelu(const float* in, float* out, int count) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= count) return;
  const float x = in[i];
  out[i] = 0.5f * x * (1 + tanhf(kGeluFactor * (x + kGeluCube * x * x * x)));
}

/// The gradient of what came in, in place of that of what went out.
__global__ void gelu_backward(const float* in, float* gradients, int count) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= count) return;
  const float x = in[i], t = tanhf(kGeluFactor * (x + kGeluCube * x * x * x));
  const float slope = kGeluFactor * (1 + 3 * kGeluCube * x * x);
  gradients[i] *= 0.5f * (1 + t) + 0.5f * x * (1 - t * t) * slope;
}

/// The loss of each token, and in place of its logits their gradient: a block a token.
__global__ void __launch_bounds__(kThreads)
    cross_entropy(float* logits, const int* wanted, float* losses, int tokens) {
  static_assert(kThreads == kVocabulary);
  float& own = logits[blockIdx.x * kVocabulary + threadIdx.x];
  const float value = own, greatest = workload::over_block<kThreads>(value, workload::Maximum());
  const float sum = workload::over_block<kThreads>(expf(value - greatest), workload::Sum());
  const bool is_wanted = static_cast<int>(threadIdx.x) == wanted[blockIdx.x];
  if (is_wanted) losses[blockIdx.x] = logf(sum) + greatest - value;
  own = (expf(value - greatest) / sum - (is_wanted ? 1.0f : 0.0f)) / tokens;
}

/// The numbers of AdamW (Loshchilov and Hutter 2019). `first_share` and `second_share`: one less
/// the decays' powers by the step.
struct Rates {
  float rate, first_decay, second_decay, first_share, second_share, small, weight_decay;
};

__global__ void update(float* parameters, const float* gradients, float* firsts, float* seconds,
                       int count, Rates rates) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= count) return;
  const float gradient = gradients[i],
              first = rates.first_decay * firsts[i] + (1 - rates.first_decay) * gradient;
  const float second =
      rates.second_decay * seconds[i] + (1 - rates.second_decay) * gradient * gradient;
  firsts[i] = first;
  seconds[i] = second;
  const float step = first / rates.first_share / (sqrtf(second / rates.second_share) + rates.small);
  parameters[i] -= rates.rate * (step + rates.weight_decay * parameters[i]);
}

}  // namespace transformer
