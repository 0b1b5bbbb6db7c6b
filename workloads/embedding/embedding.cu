// Embedding of tokens: a row of a table for each token plus a row of another for its position. A
// block for each token, a thread for four elements at a time.
//   embedding [tokens = 256] [vocabulary = 1024] [channels = 256]     channels: a multiple of 4; at
//   most 2^24 elements in each
// It stands for the first layer of a transformer; positions count from 0 in each sequence of 64
// tokens.
#include "../common/workload.cuh"

constexpr int kThreads = 128, kSequence = 64;

__global__ void __launch_bounds__(kThreads)
    embedding(const int* tokens, const float4* of_tokens, const float4* of_positions, float4* out,
              int quads) {
  const std::size_t token = tokens[blockIdx.x], position = blockIdx.x % kSequence;
  for (int i = threadIdx.x; i < quads; i += kThreads) {
    const float4 a = of_tokens[token * quads + i], b = of_positions[position * quads + i];
    out[static_cast<std::size_t>(blockIdx.x) * quads + i] = {a.x + b.x, a.y + b.y, a.z + b.z,
                                                             a.w + b.w};
  }
}

int main(int argc, char** argv) {
  const int tokens = workload::size_argument(argc, argv, 1, 256),
            vocabulary = workload::size_argument(argc, argv, 2, 1024);
  const int channels = workload::size_argument(argc, argv, 3, 256);
  workload::require(channels % 4 == 0, "embedding", "the channels must be a multiple of 4");
  const std::size_t width = channels;
  workload::require(tokens * width <= 1 << 24 && vocabulary * width <= 1 << 24, "embedding",
                    "more than 2^24 elements");
  const std::vector<int> text = workload::random_ints(tokens, vocabulary, 1);
  const std::vector<float> of_tokens = workload::random_floats(vocabulary * width, 2);
  const std::vector<float> of_positions = workload::random_floats(kSequence * width, 3);
  workload::DeviceArray<int> device_text(text);
  workload::DeviceArray<float> device_tokens(of_tokens), device_positions(of_positions),
      device_out(tokens * width);
  const auto quads = [](workload::DeviceArray<float>& array) {
    return reinterpret_cast<float4*>(array.data());
  };
  embedding<<<tokens, kThreads>>>(device_text.data(), quads(device_tokens), quads(device_positions),
                                  quads(device_out), channels / 4);
  CHECK(cudaGetLastError());
  std::vector<float> expected;
  for (int i = 0; i < tokens; ++i) {
    for (std::size_t channel = 0; channel < width; ++channel) {
      expected.push_back(of_tokens[text[i] * width + channel] +
                         of_positions[i % kSequence * width + channel]);
    }
  }
  return workload::verdict("embedding", workload::count_different(device_out.to_host(), expected));
}
