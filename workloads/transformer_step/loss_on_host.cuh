// The mean loss of the transformer on the host, in double precision: the forward pass alone, token
// by token.
#pragma once

#include <cmath>
#include <vector>

#include "shape.cuh"

namespace transformer {

using Row = std::vector<double>;

inline Row normalized_on_host(const Row& in, const double* weight, const double* bias) {
  double mean = 0, variance = 0;
  for (const double value : in) mean += value / in.size();
  for (const double value : in) variance += (value - mean) * (value - mean) / in.size();
  Row out;
  for (std::size_t i = 0; i < in.size(); ++i)
    out.push_back((in[i] - mean) / std::sqrt(variance + kSmall) * weight[i] + bias[i]);
  return out;
}

inline Row linear_on_host(const Row& in, const double* weight, const double* bias,
                          std::size_t outs) {
  Row out(outs);
  for (std::size_t i = 0; i < outs; ++i) {
    for (std::size_t j = 0; j < in.size(); ++j) out[i] += weight[i * in.size() + j] * in[j];
    if (bias != nullptr) out[i] += bias[i];
  }
  return out;
}

/// What the heads give for the last of the tokens so far; `qkv` has a row for each of them.
inline Row attended_on_host(const std::vector<Row>& qkv, std::size_t channels) {
  Row out(channels);
  for (std::size_t head = 0; head < channels; head += kHead) {
    Row weights;
    double sum = 0;
    for (const Row& other : qkv) {
      double score = 0;
      for (std::size_t i = head; i < head + kHead; ++i)
        score += qkv.back()[i] * other[channels + i];
      weights.push_back(std::exp(score / std::sqrt(double{kHead})));
      sum += weights.back();
    }
    for (std::size_t token = 0; token < qkv.size(); ++token) {
      for (std::size_t i = head; i < head + kHead; ++i)
        out[i] += weights[token] / sum * qkv[token][2 * channels + i];
    }
  }
  return out;
}

/// What a layer makes of a token's row; `qkv` has those of the tokens before, and gets this one's.
inline Row layer_on_host(const Layer<double>& layer, Row row, std::vector<Row>& qkv) {
  const std::size_t c = row.size();
  const auto add = [&](const Row& more) {
    for (std::size_t i = 0; i < c; ++i) row[i] += more[i];
  };
  qkv.push_back(linear_on_host(normalized_on_host(row, layer.norm1_weight, layer.norm1_bias),
                               layer.qkv_weight, layer.qkv_bias, 3 * c));
  add(linear_on_host(attended_on_host(qkv, c), layer.out_weight, layer.out_bias, c));
  Row wide = linear_on_host(normalized_on_host(row, layer.norm2_weight, layer.norm2_bias),
                            layer.wide_weight, layer.wide_bias, kWider * c);
  for (double& x : wide)
    x *= 0.5 * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
  add(linear_on_host(wide, layer.narrow_weight, layer.narrow_bias, c));
  return row;
}

inline double loss_on_host(const Parameters<double>& parameters, const Shape& shape,
                           const std::vector<int>& text, const std::vector<int>& wanted) {
  const std::size_t c = shape.channels;
  double loss = 0;
  std::vector<std::vector<Row>> qkv;  // by layer, of the sequence so far
  for (int token = 0; token < shape.tokens(); ++token) {
    const int position = token % shape.length;
    if (position == 0) qkv.assign(shape.layers, {});
    Row row(c);
    for (std::size_t i = 0; i < c; ++i)
      row[i] = parameters.tokens[text[token] * c + i] + parameters.positions[position * c + i];
    for (int i = 0; i < shape.layers; ++i) row = layer_on_host(parameters.layers[i], row, qkv[i]);
    const Row normal = normalized_on_host(row, parameters.norm_weight, parameters.norm_bias);
    const Row logits = linear_on_host(normal, parameters.tokens, nullptr, kVocabulary);
    double sum = 0;
    for (const double logit : logits) sum += std::exp(logit);
    loss += (std::log(sum) - logits[wanted[token]]) / shape.tokens();
  }
  return loss;
}

}  // namespace transformer
