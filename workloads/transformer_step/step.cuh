// A step of the transformer on the device: the order of its kernels, forward and backward.
#pragma once

#include "kernels.cuh"
#include "product.cuh"

namespace transformer {

/// What the forward pass of a layer leaves for the backward pass.
struct Kept {
  float *in, *normal1, *mean1, *factor1, *qkv, *probabilities, *heads, *middle, *normal2, *mean2,
      *factor2, *wide, *active;
};

/// All values on the device besides parameters; `float` arrays one after the other.
class Step {
 public:
  explicit Step(const Shape& shape) : shape_(shape), memory_(place(nullptr)) {
    place(memory_.data());
  }

  /// Computes the losses of the tokens, one each, from the parameters.
  void forward(const Parameters<float>& parameters, const int* text, const int* wanted,
               float* losses);
  /// Adds all gradients of the mean loss to `gradients`, which are zeros, after forward().
  void backward(const Parameters<float>& parameters, const Parameters<float>& gradients,
                const int* text);

 private:
  std::size_t place(float* first);
  void normalized(const float* in, const float* weight, const float* bias, float* out, float* mean,
                  float* factor);
  void normalized_backward(const float* d_out, const float* in, const float* weight,
                           const float* mean, const float* factor, float* d_in, float* d_weight,
                           float* d_bias);
  void attend(const Kept& kept);
  void attend_backward(const Kept& kept);
  void bias_backward(const float* d_out, float* d_bias, int columns) {
    sum_columns<<<workload::blocks_for(columns, kThreads), kThreads>>>(d_out, d_bias,
                                                                       shape_.tokens(), columns);
  }
  void forward(const Layer<float>& layer, const Kept& kept, float* out);
  void backward(const Layer<float>& layer, const Layer<float>& gradient, const Kept& kept);
  /// The part of a head's queries (0), keys (1) or values (2), for all heads.
  template <typename T>
  Matrices<T> part(T* qkv, int which) const {
    const int c = shape_.channels;
    return {qkv + which * c, 3 * c, 1, std::int64_t{shape_.length} * 3 * c, kHead};
  }
  template <typename T>
  Matrices<T> of_heads(T* heads) const {
    return {heads, shape_.channels, 1, std::int64_t{shape_.length} * shape_.channels, kHead};
  }
  template <typename T>
  Matrices<T> square(T* scores) const {
    const std::int64_t area = std::int64_t{shape_.length} * shape_.length;
    return {scores, shape_.length, 1, area * shape_.heads(), area};
  }
  void multiply_heads(const Matrices<const float>& a, const Matrices<const float>& b,
                      const Matrices<float>& c, float scale, int rows, int columns, int terms) {
    multiply({a, b, c, nullptr, nullptr, scale, rows, columns, terms, shape_.heads()},
             shape_.sequences * shape_.heads());
  }

  Shape shape_;
  std::vector<Kept> layers_;
  float *out_, *normal_, *mean_, *factor_, *logits_;         // after the last layer
  float *d_out_, *d_normal_, *d_wide_, *d_qkv_, *d_scores_;  // gradients
  workload::DeviceArray<float> memory_;
};

/// Sets where all arrays lie from `first` on; returns how many elements they have.
inline std::size_t Step::place(float* first) {
  std::size_t used = 0;
  const auto take = [&](float*& array, std::size_t count) {
    array = first == nullptr ? nullptr : first + used;
    used += count;
  };
  const std::size_t t = shape_.tokens(), row = t * shape_.channels;
  const std::size_t scores = t * shape_.length * shape_.heads();
  layers_.resize(shape_.layers);
  for (Kept& kept : layers_) {
    for (float** array : {&kept.in, &kept.normal1, &kept.heads, &kept.middle, &kept.normal2})
      take(*array, row);
    for (float** array : {&kept.mean1, &kept.factor1, &kept.mean2, &kept.factor2}) take(*array, t);
    for (float** array : {&kept.wide, &kept.active}) take(*array, kWider * row);
    take(kept.qkv, 3 * row);
    take(kept.probabilities, scores);
  }
  for (float** array : {&out_, &normal_, &d_out_, &d_normal_}) take(*array, row);
  for (float** array : {&mean_, &factor_}) take(*array, t);
  take(logits_, t * kVocabulary);
  take(d_wide_, kWider * row);
  take(d_qkv_, 3 * row);
  take(d_scores_, scores);
  return used;
}

inline void Step::normalized(const float* in, const float* weight, const float* bias, float* out,
                             float* mean, float* factor) {
  normalize<<<shape_.tokens(), kThreads>>>(in, weight, bias, out, mean, factor, shape_.channels);
}

inline void Step::normalized_backward(const float* d_out, const float* in, const float* weight,
                                      const float* mean, const float* factor, float* d_in,
                                      float* d_weight, float* d_bias) {
  const int c = shape_.channels;
  normalize_backward<<<shape_.tokens(), kThreads>>>(d_out, in, weight, mean, factor, d_in, c);
  normalize_parameters<<<workload::blocks_for(c, kThreads), kThreads>>>(
      d_out, in, mean, factor, d_weight, d_bias, shape_.tokens(), c);
}

inline void Step::attend(const Kept& kept) {
  const int n = shape_.length, rows = shape_.tokens() * shape_.heads();
  const float* const qkv = kept.qkv;
  multiply_heads(part(qkv, 0), transposed(part(qkv, 1)), square(kept.probabilities),
                 1 / std::sqrt(float{kHead}), n, n, kHead);
  causal_softmax<<<workload::blocks_for(rows, kThreads / 32), kThreads>>>(kept.probabilities, rows,
                                                                          n);
  multiply_heads(square<const float>(kept.probabilities), part(qkv, 2), of_heads(kept.heads), 1, n,
                 kHead, n);
}

/// From d_normal_, the gradient of what the heads gave, to d_qkv_.
inline void Step::attend_backward(const Kept& kept) {
  const int n = shape_.length, rows = shape_.tokens() * shape_.heads();
  const float scale = 1 / std::sqrt(float{kHead}), *const qkv = kept.qkv;
  const auto probabilities = square<const float>(kept.probabilities),
             d_scores = square<const float>(d_scores_);
  const auto d_heads = of_heads<const float>(d_normal_);
  multiply_heads(d_heads, transposed(part(qkv, 2)), square(d_scores_), 1, n, n, kHead);
  multiply_heads(transposed(probabilities), d_heads, part(d_qkv_, 2), 1, n, kHead, n);
  causal_softmax_backward<<<workload::blocks_for(rows, kThreads / 32), kThreads>>>(
      kept.probabilities, d_scores_, rows, n);
  multiply_heads(d_scores, part(qkv, 1), part(d_qkv_, 0), scale, n, kHead, n);
  multiply_heads(transposed(d_scores), part(qkv, 0), part(d_qkv_, 1), scale, n, kHead, n);
}

inline void Step::forward(const Layer<float>& layer, const Kept& kept, float* out) {
  const int t = shape_.tokens(), c = shape_.channels, wide = kWider * c;
  normalized(kept.in, layer.norm1_weight, layer.norm1_bias, kept.normal1, kept.mean1, kept.factor1);
  linear(kept.normal1, layer.qkv_weight, layer.qkv_bias, nullptr, kept.qkv, t, c, 3 * c);
  attend(kept);
  linear(kept.heads, layer.out_weight, layer.out_bias, kept.in, kept.middle, t, c, c);
  normalized(kept.middle, layer.norm2_weight, layer.norm2_bias, kept.normal2, kept.mean2,
             kept.factor2);
  linear(kept.normal2, layer.wide_weight, layer.wide_bias, nullptr, kept.wide, t, c, wide);
  gelu<<<workload::blocks_for(t * wide, kThreads), kThreads>>>(kept.wide, kept.active, t * wide);
  linear(kept.active, layer.narrow_weight, layer.narrow_bias, kept.middle, out, t, wide, c);
}

/// From d_out_, the gradient of what the layer gave, to d_out_ of what it got.
inline void Step::backward(const Layer<float>& layer, const Layer<float>& gradient,
                           const Kept& kept) {
  const int t = shape_.tokens(), c = shape_.channels, wide = kWider * c;
  bias_backward(d_out_, gradient.narrow_bias, c);
  linear_backward(kept.active, layer.narrow_weight, d_out_, d_wide_, gradient.narrow_weight,
                  nullptr, t, wide, c);
  gelu_backward<<<workload::blocks_for(t * wide, kThreads), kThreads>>>(kept.wide, d_wide_,
                                                                        t * wide);
  bias_backward(d_wide_, gradient.wide_bias, wide);
  linear_backward(kept.normal2, layer.wide_weight, d_wide_, d_normal_, gradient.wide_weight,
                  nullptr, t, c, wide);
  normalized_backward(d_normal_, kept.middle, layer.norm2_weight, kept.mean2, kept.factor2, d_out_,
                      gradient.norm2_weight, gradient.norm2_bias);
  bias_backward(d_out_, gradient.out_bias, c);
  linear_backward(kept.heads, layer.out_weight, d_out_, d_normal_, gradient.out_weight, nullptr, t,
                  c, c);
  attend_backward(kept);
  bias_backward(d_qkv_, gradient.qkv_bias, 3 * c);
  linear_backward(kept.normal1, layer.qkv_weight, d_qkv_, d_normal_, gradient.qkv_weight, nullptr,
                  t, c, 3 * c);
  normalized_backward(d_normal_, kept.in, layer.norm1_weight, kept.mean1, kept.factor1, d_out_,
                      gradient.norm1_weight, gradient.norm1_bias);
}

inline void Step::forward(const Parameters<float>& parameters, const int* text, const int* wanted,
                          float* losses) {
  const int t = shape_.tokens(), c = shape_.channels;
  embed<<<t, kThreads>>>(text, parameters.tokens, parameters.positions, layers_[0].in,
                         shape_.length, c);
  for (int i = 0; i < shape_.layers; ++i) {
    forward(parameters.layers[i], layers_[i], i + 1 < shape_.layers ? layers_[i + 1].in : out_);
  }
  normalized(out_, parameters.norm_weight, parameters.norm_bias, normal_, mean_, factor_);
  linear(normal_, parameters.tokens, nullptr, nullptr, logits_, t, c, kVocabulary);
  cross_entropy<<<t, kThreads>>>(logits_, wanted, losses, t);
  CHECK(cudaGetLastError());
}

inline void Step::backward(const Parameters<float>& parameters, const Parameters<float>& gradients,
                           const int* text) {
  const int t = shape_.tokens(), c = shape_.channels;
  linear_backward(normal_, parameters.tokens, logits_, d_normal_, gradients.tokens, nullptr, t, c,
                  kVocabulary);
  CHECK(cudaMemset(d_out_, 0, static_cast<std::size_t>(t) * c * sizeof(float)));
  normalized_backward(d_normal_, out_, parameters.norm_weight, mean_, factor_, d_out_,
                      gradients.norm_weight, gradients.norm_bias);
  for (int i = shape_.layers; i-- > 0;)
    backward(parameters.layers[i], gradients.layers[i], layers_[i]);
  embed_backward<<<t, kThreads>>>(text, d_out_, gradients.tokens, gradients.positions,
                                  shape_.length, c);
  CHECK(cudaGetLastError());
}

}  // namespace transformer
