// Temperature of a chip, step by step: a five-point stencil. A block loads a tile once and computes
// `height` steps in shared memory before it stores what its neighbours' tiles could not change.
//   hotspot [size = 256] [height = 2] [steps = 2]        (height at most 7)
#include <algorithm>
#include <utility>

#include "../common/workload.cuh"

constexpr int kTile = 16;

/// Shares of a cell's temperature after a step; 2 x across + 2 x down + up < 1, so that errors do
/// not grow from step to step.
struct Chip {
  float across = 0.1f, down = 0.08f;  ///< of the difference to a neighbour in the row, the column
  float up = 0.01f;                   ///< of the difference to the air
  float heating = 0.5f;               ///< of the power
  float air = 80.0f;
};

/// `steps` steps of one tile, which overlaps its neighbours' by `steps` cells on each side.
__global__ void heat(const float* power, const float* before, float* after, int size, int steps,
                     Chip chip) {
  __shared__ float tile[2][kTile][kTile];
  __shared__ float tile_power[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int inner = kTile - 2 * steps;
  const int row = blockIdx.y * inner - steps + y, column = blockIdx.x * inner - steps + x;
  const bool in_chip = row >= 0 && row < size && column >= 0 && column < size;
  const int cell = row * size + column;
  if (in_chip) {
    tile[0][y][x] = before[cell];
    tile_power[y][x] = power[cell];
  }
  __syncthreads();

  // A cell outside of the chip is as warm as the one at the edge.
  const int north = row > 0 ? y - 1 : y, south = row < size - 1 ? y + 1 : y;
  const int west = column > 0 ? x - 1 : x, east = column < size - 1 ? x + 1 : x;
  bool valid = in_chip;
  for (int step = 0; step < steps; ++step) {
    const int margin = step + 1;
    valid = in_chip && x >= margin && x < kTile - margin && y >= margin && y < kTile - margin;
    const float(*now)[kTile] = tile[step & 1];
    if (valid) {
      const float middle = now[y][x];
      tile[(step & 1) ^ 1][y][x] = middle + chip.heating * tile_power[y][x] +
                                   chip.across * (now[y][west] + now[y][east] - 2.0f * middle) +
                                   chip.down * (now[north][x] + now[south][x] - 2.0f * middle) +
                                   chip.up * (chip.air - middle);
    }
    __syncthreads();
  }
  if (valid) after[cell] = tile[steps & 1][y][x];
}

std::vector<float> heat_on_device(const std::vector<float>& power,
                                  const std::vector<float>& temperature, int size, int height,
                                  int steps, const Chip& chip) {
  workload::DeviceArray<float> device_power(power), even(temperature), odd(temperature.size());
  float *before = even.data(), *after = odd.data();
  bool in_odd = false;
  for (int done = 0; done < steps; done += height) {
    const int now = std::min(height, steps - done), inner = kTile - 2 * now;
    const int tiles = (size + inner - 1) / inner;
    heat<<<dim3(tiles, tiles), dim3(kTile, kTile)>>>(device_power.data(), before, after, size, now,
                                                     chip);
    CHECK(cudaGetLastError());
    std::swap(before, after);
    in_odd = !in_odd;
  }
  return in_odd ? odd.to_host() : even.to_host();
}

/// The same in double precision, the whole chip at a time.
std::vector<double> heat_on_host(const std::vector<float>& power,
                                 const std::vector<float>& temperature, int size, int steps,
                                 const Chip& chip) {
  std::vector<double> before(temperature.begin(), temperature.end()), after(before.size());
  for (int step = 0; step < steps; ++step) {
    const auto at = [&](int row, int column) {
      row = std::clamp(row, 0, size - 1);
      column = std::clamp(column, 0, size - 1);
      return before[static_cast<std::size_t>(row) * size + column];
    };
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        const double middle = at(row, column);
        const std::size_t cell = static_cast<std::size_t>(row) * size + column;
        after[cell] = middle + static_cast<double>(chip.heating) * power[cell];
        after[cell] += chip.across * (at(row, column - 1) + at(row, column + 1) - 2 * middle);
        after[cell] += chip.down * (at(row - 1, column) + at(row + 1, column) - 2 * middle);
        after[cell] += chip.up * (chip.air - middle);
      }
    }
    std::swap(before, after);
  }
  return before;
}

int main(int argc, char** argv) {
  const int size = workload::size_argument(argc, argv, 1, 256);
  const int height = workload::size_argument(argc, argv, 2, 2);
  const int steps = workload::size_argument(argc, argv, 3, 2);
  if (size > 1 << 14) {
    std::fprintf(stderr, "hotspot: the size must be at most %d\n", 1 << 14);
    return 2;
  }
  if (2 * height >= kTile) {
    std::fprintf(stderr, "hotspot: the height must be at most %d\n", kTile / 2 - 1);
    return 2;
  }
  const std::size_t count = static_cast<std::size_t>(size) * size;
  const std::vector<float> power = workload::random_floats(count, 1);
  std::vector<float> temperature = workload::random_floats(count, 2);
  for (float& value : temperature) value = 320.0f + 20.0f * value;
  const Chip chip;
  const std::vector<float> result = heat_on_device(power, temperature, size, height, steps, chip);
  const std::vector<double> expected = heat_on_host(power, temperature, size, steps, chip);
  // A step rounds 11 times, a value of at most twice the temperature, to within 2^-24 of it.
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < count; ++i) {
    wrong += !(std::fabs(result[i] - expected[i]) <= steps * 11 * 0x1p-24 * 2 * expected[i]);
  }
  return workload::verdict("hotspot", wrong);
}
