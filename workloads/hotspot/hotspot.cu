// Temperature of a chip, step by step: a five-point stencil. A block loads a tile once and computes
// `height` steps in shared memory, with two barriers a step, before it stores what its neighbours'
// tiles could not change. The factor 2.0 makes the sums double precision, as in many programs.
//   hotspot [size = 256] [height = 2] [steps = 2]        (height at most 7)
// It stands for hotspot of Rodinia.
#include <algorithm>
#include <utility>

#include "../common/workload.cuh"

constexpr int kTile = 16;

/// Thermal resistances from a cell to its neighbours and to the air, and its capacity. In a step, a
/// cell takes the share step / (capacity x resistance) of each difference; the shares of a cell add
/// up to less than 1, so that errors do not grow from step to step.
struct Chip {
  float across = 5.0f, down = 6.25f;  ///< to a neighbour in the row, in the column
  float up = 50.0f;                   ///< to the air
  float capacity = 2.0f;
  float step = 1.0f;
  float air = 80.0f;
};

/// `steps` steps of one tile, which overlaps its neighbours' by `steps` cells on each side.
__global__ void heat(const float* power, const float* before, float* after, int size, int steps,
                     Chip chip) {
  __shared__ float tile[kTile][kTile], tile_power[kTile][kTile], next[kTile][kTile];
  const float share = chip.step / chip.capacity;
  const float across = 1.0f / chip.across, down = 1.0f / chip.down, up = 1.0f / chip.up;
  const int x = threadIdx.x, y = threadIdx.y;
  const int inner = kTile - 2 * steps;
  const int first_row = blockIdx.y * inner - steps, first_column = blockIdx.x * inner - steps;
  const int row = first_row + y, column = first_column + x;
  const int cell = row * size + column;
  if (row >= 0 && row < size && column >= 0 && column < size) {
    tile[y][x] = before[cell];
    tile_power[y][x] = power[cell];
  }
  __syncthreads();

  // The part of the tile that lies on the chip. A cell outside of it is as warm as the one at its
  // edge.
  const int top = max(0, -first_row), bottom = min(kTile - 1, size - 1 - first_row);
  const int left = max(0, -first_column), right = min(kTile - 1, size - 1 - first_column);
  const int north = max(y - 1, top), south = min(y + 1, bottom);
  const int west = max(x - 1, left), east = min(x + 1, right);
  bool valid = false;
  for (int step = 0; step < steps; ++step) {
    const int margin = step + 1;
    valid = x >= margin && x < kTile - margin && y >= margin && y < kTile - margin && x >= left &&
            x <= right && y >= top && y <= bottom;
    if (valid) {
      const float middle = tile[y][x];
      next[y][x] = middle + share * (tile_power[y][x] +
                                     (tile[y][west] + tile[y][east] - 2.0 * middle) * across +
                                     (tile[north][x] + tile[south][x] - 2.0 * middle) * down +
                                     (chip.air - middle) * up);
    }
    __syncthreads();
    if (step == steps - 1) break;
    if (valid) tile[y][x] = next[y][x];
    __syncthreads();
  }
  if (valid) after[cell] = next[y][x];
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
        const double flow = power[cell] +
                            (at(row, column - 1) + at(row, column + 1) - 2 * middle) / chip.across +
                            (at(row - 1, column) + at(row + 1, column) - 2 * middle) / chip.down +
                            (chip.air - middle) / chip.up;
        after[cell] = middle + chip.step / chip.capacity * flow;
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
  // A step rounds 9 times to single precision, a value of at most twice the temperature, to within
  // 2^-24 of it.
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < count; ++i) {
    wrong += !(std::fabs(result[i] - expected[i]) <= steps * 9 * 0x1p-24 * 2 * expected[i]);
  }
  return workload::verdict("hotspot", wrong);
}
