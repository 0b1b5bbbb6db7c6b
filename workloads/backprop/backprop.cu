// One step of training a network with a hidden layer of 16 units: the inputs' share of what the
// hidden units receive, summed in shared memory by halving steps with a barrier each, then the
// correction of the weights by gradient and momentum. The layers behind, of 16 weights and one
// output, are the host's.
//   backprop [inputs = 65536]        (a multiple of 16)
// It stands for backprop of Rodinia, with its powers of two in floating point and its rates in
// double precision. What the sums leave in the tile goes back to an array of its own, not over the
// weights.
#include "../common/workload.cuh"

constexpr int kTile = 16;           // inputs of a block, and hidden units
constexpr int kStride = kTile + 1;  // place 0 is the bias: of the layer's inputs as of its units
constexpr double kRate = 0.3, kMomentum = 0.3;

__host__ __device__ inline int weight_index(int input, int unit) {
  return (input + 1) * kStride + unit + 1;
}

/// Of each hidden unit, the sum of weight x input over the inputs of a block.
__global__ void layer_forward(const float* inputs, const float* weights, float* products,
                              float* sums) {
  __shared__ float input[kTile];
  __shared__ float product[kTile][kTile];
  const int unit = threadIdx.x, row = threadIdx.y;
  const int first = blockIdx.y * kTile, weight = weight_index(first + row, unit);

  if (unit == 0) input[row] = inputs[first + row + 1];
  __syncthreads();
  product[row][unit] = weights[weight];
  __syncthreads();
  product[row][unit] *= input[row];
  __syncthreads();
  for (int step = 1; step <= __log2f(kTile); ++step) {
    const int distance = __powf(2, step);
    if (row % distance == 0) product[row][unit] += product[row + distance / 2][unit];
    __syncthreads();
  }
  products[weight] = product[row][unit];
  __syncthreads();
  if (unit == 0) sums[first + row] = product[unit][row];
}

/// What a weight's correction is made of. Nothing says that the arrays are apart: who asks twice
/// reads them twice.
struct Correction {
  const float* deltas;  ///< of the hidden units
  const float* inputs;
  const float* last;  ///< correction of each weight
  __device__ double of(int weight, int unit, int input) const {
    return kRate * deltas[unit + 1] * inputs[input + 1] + kMomentum * last[weight];
  }
};

__global__ void adjust_weights(Correction correction, float* weights, float* last) {
  const int unit = threadIdx.x, input = blockIdx.y * kTile + threadIdx.y;
  const int weight = weight_index(input, unit);
  weights[weight] += correction.of(weight, unit, input);
  last[weight] = correction.of(weight, unit, input);
  __syncthreads();
  if (threadIdx.y == 0 && blockIdx.y == 0) {
    const int bias = weight_index(-1, unit);
    weights[bias] += correction.of(bias, unit, -1);
    last[bias] = correction.of(bias, unit, -1);
  }
}

struct Network {
  std::vector<float> inputs;   ///< behind the bias, which is 1
  std::vector<float> weights;  ///< from each input to each hidden unit
  std::vector<float> last;     ///< what they were corrected by
  int blocks;
};

Network random_network(int inputs) {
  const std::size_t weights = static_cast<std::size_t>(inputs + 1) * kStride;
  Network network{workload::random_floats(inputs + 1, 1), workload::random_floats(weights, 2),
                  workload::random_floats(weights, 3), inputs / kTile};
  network.inputs[0] = 1;
  return network;
}

/// What the hidden units receive, the bias included.
std::vector<double> received(const Network& network, const std::vector<float>& sums) {
  std::vector<double> total(kTile);
  for (int unit = 0; unit < kTile; ++unit) {
    total[unit] = network.weights[weight_index(-1, unit)];
    for (int block = 0; block < network.blocks; ++block) total[unit] += sums[block * kTile + unit];
  }
  return total;
}

/// How far each hidden unit is from what would make the output 0.1, at its own slope.
std::vector<float> hidden_deltas(const std::vector<double>& total, int inputs) {
  const auto squash = [](double x) { return 1 / (1 + std::exp(-x)); };
  const std::vector<float> weights = workload::random_floats(kTile, 4);
  std::vector<double> hidden(kTile);
  double sum = 0;
  for (int unit = 0; unit < kTile; ++unit) {
    hidden[unit] = squash(4 * total[unit] / inputs - 1);
    sum += weights[unit] * hidden[unit];
  }
  const double output = squash(sum), delta = output * (1 - output) * (0.1 - output);
  std::vector<float> deltas(kStride, 0);
  for (int unit = 0; unit < kTile; ++unit) {
    deltas[unit + 1] =
        static_cast<float>(hidden[unit] * (1 - hidden[unit]) * weights[unit] * delta);
  }
  return deltas;
}

std::size_t wrong_sums(const Network& network, const std::vector<double>& total) {
  std::vector<double> expected(kTile);
  for (int unit = 0; unit < kTile; ++unit) {
    for (int input = -1; input < network.blocks * kTile; ++input) {
      expected[unit] += static_cast<double>(network.weights[weight_index(input, unit)]) *
                        network.inputs[input + 1];
    }
  }
  // No term is negative: the product and the 4 sums of a block each round to within 2^-24.
  return workload::count_far(total, expected, 5 * 0x1p-24);
}

std::size_t wrong_weights(const Network& before, const std::vector<float>& deltas,
                          const std::vector<float>& weights, const std::vector<float>& last) {
  std::vector<double> corrections(before.last.begin(), before.last.end());
  std::vector<double> corrected(before.weights.begin(), before.weights.end());
  for (int input = -1; input < before.blocks * kTile; ++input) {
    for (int unit = 0; unit < kTile; ++unit) {
      const int weight = weight_index(input, unit);
      corrections[weight] *= kMomentum;
      corrections[weight] += kRate * deltas[unit + 1] * before.inputs[input + 1];
      corrected[weight] += corrections[weight];
    }
  }
  // Computed in double precision, rounded to within 2^-24 when stored; near 0, terms may cancel.
  return workload::count_far(last, corrections, 0x1p-24, 0x1p-40) +
         workload::count_far(weights, corrected, 0x1p-23, 0x1p-40);
}

int main(int argc, char** argv) {
  const int inputs = workload::size_argument(argc, argv, 1, 65536);
  workload::require(inputs % kTile == 0, "backprop", "the inputs must be a multiple of 16");
  workload::require(inputs <= kTile * 65535, "backprop", "the inputs must be at most 1048560");
  const Network network = random_network(inputs);
  workload::DeviceArray<float> device_inputs(network.inputs), weights(network.weights);
  workload::DeviceArray<float> last(network.last), products(weights.size()), sums(inputs);

  const dim3 grid(1, network.blocks), block(kTile, kTile);
  layer_forward<<<grid, block>>>(device_inputs.data(), weights.data(), products.data(),
                                 sums.data());
  CHECK(cudaGetLastError());
  const std::vector<double> total = received(network, sums.to_host());
  const std::vector<float> deltas = hidden_deltas(total, inputs);

  const workload::DeviceArray<float> device_deltas(deltas);
  adjust_weights<<<grid, block>>>({device_deltas.data(), device_inputs.data(), last.data()},
                                  weights.data(), last.data());
  CHECK(cudaGetLastError());
  return workload::verdict("backprop",
                           wrong_sums(network, total) +
                               wrong_weights(network, deltas, weights.to_host(), last.to_host()));
}
