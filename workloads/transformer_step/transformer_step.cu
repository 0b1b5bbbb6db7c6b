// A step of the training of a small transformer in single precision: forward, backward and the
// update of all parameters by AdamW.
//   transformer_step [layers = 1] [sequences = 1] [length = 16] [channels = 32]      channels: a
//   multiple of 32
// The transformer is a decoder as GPT-2: layer normalization before attention and before two linear
// layers with GELU between them, heads of 32 channels, a vocabulary of 128, and a table of tokens
// that also gives the logits. It stands for the training of language models by kernels of one's
// own, such as llm.c.
//
// The host computes the loss in double precision, and checks each gradient by the loss on both
// sides of the parameters along a random direction.
#include <array>

#include "loss_on_host.cuh"
#include "step.cuh"

namespace {

using namespace transformer;

const Rates kRates = {0.01f, 0.9f, 0.999f, 1 - 0.9f * 0.9f, 1 - 0.999f * 0.999f,
                      1e-8f, 0.1f};  // of step 2

/// Weights from -1 to 1, less where many are added; those of normalization around 1.
std::vector<float> random_parameters(const Shape& shape, std::size_t count) {
  std::vector<float> values = workload::random_floats(count, 1);
  const float limit = 1 / std::sqrt(static_cast<float>(shape.channels));
  for (float& value : values) value = (2 * value - 1) * limit;
  Parameters<float> parts = parts_of(values.data(), shape);
  const auto raise = [&](float* weights) {
    for (int i = 0; i < shape.channels; ++i) weights[i] += 1;
  };
  raise(parts.norm_weight);
  for (Layer<float>& layer : parts.layers) {
    raise(layer.norm1_weight);
    raise(layer.norm2_weight);
  }
  return values;
}

/// How many parts have a gradient that the loss on the host does not agree with.
std::size_t count_wrong_gradients(const std::vector<float>& parameters,
                                  const std::vector<float>& gradients, const Shape& shape,
                                  const std::vector<int>& text, const std::vector<int>& wanted) {
  constexpr double kStep = 1e-6;
  std::vector<double> values(parameters.begin(), parameters.end());
  const Parameters<double> parts = parts_of(values.data(), shape);
  workload::Random random(7);
  std::size_t wrong = 0, first = 0;
  for (const std::size_t size : sizes_of_parts(shape)) {
    std::vector<int> direction(size);
    double along = 0, squares = 0;
    for (std::size_t i = 0; i < size; ++i) {
      direction[i] = random.below(2) == 0 ? -1 : 1;
      along += direction[i] * static_cast<double>(gradients[first + i]);
      squares += static_cast<double>(gradients[first + i]) * gradients[first + i];
    }
    const auto loss_at = [&](double step) {
      for (std::size_t i = 0; i < size; ++i)
        values[first + i] = parameters[first + i] + step * direction[i];
      return loss_on_host(parts, shape, text, wanted);
    };
    const double measured = (loss_at(kStep) - loss_at(-kStep)) / (2 * kStep);
    loss_at(0);
    // The loss is right to some 2^-52 of itself, less than 1e-9 after the division. A gradient is a
    // sum of products of many sums in single precision, right to some thousands of 2^-24 of its
    // size.
    wrong += !(std::fabs(measured - along) <= 1e-8 + 1e-3 * std::sqrt(squares));
    first += size;
  }
  return wrong;
}

/// The parameters, the first and the second moments.
using State = std::array<std::vector<float>, 3>;

/// How many values of the state after the update are not what AdamW makes of the state before and
/// the gradients.
std::size_t count_wrong_updates(const State& before, const std::vector<float>& gradients,
                                const State& after) {
  std::array<std::vector<double>, 3> expected;
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    const double gradient = gradients[i], value = before[0][i];
    const double first = 0.9 * before[1][i] + 0.1 * gradient,
                 second = 0.999 * before[2][i] + 0.001 * gradient * gradient;
    const double step = first / (1 - 0.81) / (std::sqrt(second / (1 - 0.998001)) + 1e-8);
    expected[0].push_back(value - 0.01 * (step + 0.1 * value));
    expected[1].push_back(first);
    expected[2].push_back(second);
  }
  // 1 - 0.999 in single precision is off by up to 2^-25 / 0.001 of itself, and so are the step's
  // parts; the others round a few times.
  std::size_t wrong = 0;
  for (int i = 0; i < 3; ++i)
    wrong += workload::count_far(after[i], expected[i], 1e-4, i == 0 ? 1e-5 : 1e-9);
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  const Shape shape{
      workload::size_argument(argc, argv, 1, 1), workload::size_argument(argc, argv, 2, 1),
      workload::size_argument(argc, argv, 3, 16), workload::size_argument(argc, argv, 4, 32)};
  workload::require(shape.channels % kHead == 0 && shape.channels <= 1024, "transformer_step",
                    "the channels must be a multiple of 32, at most 1024");
  workload::require(shape.layers <= 16 && shape.sequences <= 64 && shape.length <= 1024,
                    "transformer_step", "at most 16 layers, 64 sequences and a length of 1024");
  std::size_t count = 0;
  for (const std::size_t size : sizes_of_parts(shape)) count += size;
  const std::vector<int> text = workload::random_ints(shape.tokens(), kVocabulary, 2);
  const std::vector<int> wanted = workload::random_ints(shape.tokens(), kVocabulary, 3);
  State before = {random_parameters(shape, count), workload::random_floats(count, 4),
                  workload::random_floats(count, 5)};
  for (float& value : before[1]) value = 0.01f * (value - 0.5f);
  for (float& value : before[2]) value *= 1e-4f;

  workload::DeviceArray<int> device_text(text), device_wanted(wanted);
  workload::DeviceArray<float> parameters(before[0]), firsts(before[1]), seconds(before[2]),
      gradients(count), losses(shape.tokens());
  gradients.fill_bytes(0);
  Step step(shape);
  const Parameters<float> parts = parts_of(parameters.data(), shape);
  step.forward(parts, device_text.data(), device_wanted.data(), losses.data());
  step.backward(parts, parts_of(gradients.data(), shape), device_text.data());
  update<<<workload::blocks_for(count, kThreads), kThreads>>>(parameters.data(), gradients.data(),
                                                              firsts.data(), seconds.data(),
                                                              static_cast<int>(count), kRates);
  CHECK(cudaGetLastError());

  double loss = 0;
  for (const float of_token : losses.to_host())
    loss += of_token / static_cast<double>(shape.tokens());
  std::vector<double> values(before[0].begin(), before[0].end());
  const double expected = loss_on_host(parts_of(values.data(), shape), shape, text, wanted);
  std::size_t wrong = !(std::fabs(loss - expected) <= 1e-5 * expected);
  const std::vector<float> found = gradients.to_host();
  wrong += count_wrong_gradients(before[0], found, shape, text, wanted);
  wrong += count_wrong_updates(before, found,
                               {parameters.to_host(), firsts.to_host(), seconds.to_host()});
  return workload::verdict("transformer_step", wrong);
}
