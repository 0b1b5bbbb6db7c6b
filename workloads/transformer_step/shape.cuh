// The shape of the transformer and its parameters: a decoder as GPT-2 has it, whose table of tokens
// also gives the logits.
#pragma once

#include <cstddef>
#include <vector>

namespace transformer {

constexpr int kHead = 32, kVocabulary = 128, kWider = 4;  // kWider: the inner layer over the outer
constexpr float kSmall = 1e-5f;                           // added to variances

struct Shape {
  int layers, sequences, length, channels;

  int tokens() const { return sequences * length; }
  int heads() const { return channels / kHead; }
};

/// The parameters of a layer, or what belongs to them: gradients, moments. A weight has a row for
/// each output.
template <typename T>
struct Layer {
  T *norm1_weight, *norm1_bias, *qkv_weight, *qkv_bias, *out_weight, *out_bias;
  T *norm2_weight, *norm2_bias, *wide_weight, *wide_bias, *narrow_weight, *narrow_bias;
};

template <typename T>
struct Parameters {
  T *tokens, *positions, *norm_weight, *norm_bias;
  std::vector<Layer<T>> layers;
};

/// Calls each(pointer, count) for every parameter, in the order in which they lie.
template <typename T, typename Each>
void for_each_part(Parameters<T>& of, const Shape& shape, Each each) {
  const std::size_t c = shape.channels;
  each(of.tokens, kVocabulary * c);
  each(of.positions, shape.length * c);
  each(of.norm_weight, c);
  each(of.norm_bias, c);
  of.layers.resize(shape.layers);
  for (Layer<T>& layer : of.layers) {
    each(layer.norm1_weight, c);
    each(layer.norm1_bias, c);
    each(layer.qkv_weight, 3 * c * c);
    each(layer.qkv_bias, 3 * c);
    each(layer.out_weight, c * c);
    each(layer.out_bias, c);
    each(layer.norm2_weight, c);
    each(layer.norm2_bias, c);
    each(layer.wide_weight, kWider * c * c);
    each(layer.wide_bias, kWider * c);
    each(layer.narrow_weight, kWider * c * c);
    each(layer.narrow_bias, c);
  }
}

/// The parameters, which lie one after the other from `first` on.
template <typename T>
Parameters<T> parts_of(T* first, const Shape& shape) {
  Parameters<T> parts;
  for_each_part(parts, shape, [&](T*& part, std::size_t count) {
    part = first;
    first += count;
  });
  return parts;
}

inline std::vector<std::size_t> sizes_of_parts(const Shape& shape) {
  std::vector<std::size_t> sizes;
  Parameters<float> parts;
  for_each_part(parts, shape, [&](float*&, std::size_t count) { sizes.push_back(count); });
  return sizes;
}

}  // namespace transformer
