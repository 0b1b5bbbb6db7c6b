// Which guards see which cells of a game's map: a thread is a cell, and walks cell by cell along
// the line to every guard until a wall blocks it. Lines have different lengths and end early, so
// lanes of a warp leave the inner loop at different times; the map is small and stays in the
// caches.
// Stands for VIS of the spatio-temporal SIMT study, a visibility calculation for the AI of games,
// of which the study tells no more than its 24 blocks of 256 threads; map and lines are ours.
//   visibility [width = 96] [height = 64] [guards = 64]
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kThreads = 256;
constexpr int kMostGuards = 1024;
constexpr int kWordBits = 32;

struct Cell {
  int x, y;
};

__constant__ Cell guards[kMostGuards];

/// Whether no wall lies between two cells on the line of Bresenham's algorithm, ends included.
__device__ bool in_sight(const unsigned char* walls, int width, Cell from, Cell to) {
  const int across = abs(to.x - from.x), along = abs(to.y - from.y);
  const int step_x = to.x > from.x ? 1 : -1, step_y = (to.y > from.y ? 1 : -1) * width;
  const bool flat = across >= along;
  const int steps = flat ? across : along, rise = flat ? along : across;
  const int major = flat ? step_x : step_y, minor = flat ? step_y : step_x;
  int cell = from.y * width + from.x, error = steps;
  for (int i = 0; i <= steps; ++i) {
    if (walls[cell]) return false;
    cell += major;
    error += 2 * rise;
    if (error >= 2 * steps) {
      error -= 2 * steps;
      cell += minor;
    }
  }
  return true;
}

/// A bit for each guard, 32 to a word: `seen[guard / 32][cell]`.
__global__ void find_visible(const unsigned char* walls, int width, int cells, int guard_count,
                             unsigned* seen) {
  const int cell = blockIdx.x * kThreads + threadIdx.x;
  if (cell >= cells) return;
  const Cell own{cell % width, cell / width};
  for (int first = 0; first < guard_count; first += kWordBits) {
    unsigned word = 0;
    for (int i = first; i < min(first + kWordBits, guard_count); ++i) {
      if (in_sight(walls, width, own, guards[i])) word |= 1u << (i - first);
    }
    seen[first / kWordBits * cells + cell] = word;
  }
}

/// Few houses, so that most neighbouring cells have the same guards in sight.
std::vector<unsigned char> random_map(int width, int height) {
  workload::Random random(1);
  std::vector<unsigned char> walls(static_cast<std::size_t>(width) * height, 0);
  for (int house = 0; house < width * height / 512; ++house) {
    const int left = random.below(width), top = random.below(height);
    const int right = std::min(width, left + 1 + random.below(5));
    const int bottom = std::min(height, top + 1 + random.below(5));
    for (int y = top; y < bottom; ++y) {
      for (int x = left; x < right; ++x) walls[y * width + x] = 1;
    }
  }
  return walls;
}

/// Step i of n lies as far along the shorter axis as i / n of the line's whole, rounded.
bool in_sight_on_host(const std::vector<unsigned char>& walls, int width, Cell from, Cell to) {
  const int dx = to.x - from.x, dy = to.y - from.y;
  const int steps = std::max(std::abs(dx), std::abs(dy));
  const auto part = [steps](int i, int whole) {
    const int rounded = steps == 0 ? 0 : (2 * i * std::abs(whole) + steps) / (2 * steps);
    return whole < 0 ? -rounded : rounded;
  };
  for (int i = 0; i <= steps; ++i) {
    if (walls[(from.y + part(i, dy)) * width + from.x + part(i, dx)]) return false;
  }
  return true;
}

std::vector<unsigned> visible_on_host(const std::vector<unsigned char>& walls, int width,
                                      const std::vector<Cell>& where) {
  const std::size_t cells = walls.size(), words = (where.size() + kWordBits - 1) / kWordBits;
  std::vector<unsigned> seen(words * cells, 0);
  for (std::size_t guard = 0; guard < where.size(); ++guard) {
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const Cell own{static_cast<int>(cell) % width, static_cast<int>(cell) / width};
      const unsigned bit = in_sight_on_host(walls, width, own, where[guard]);
      seen[guard / kWordBits * cells + cell] |= bit << guard % kWordBits;
    }
  }
  return seen;
}

int main(int argc, char** argv) {
  const int width = workload::size_argument(argc, argv, 1, 96);
  const int height = workload::size_argument(argc, argv, 2, 64);
  const int guard_count = workload::size_argument(argc, argv, 3, 64);
  workload::require(width <= 1024 && height <= 1024, argv[0], "a map has at most 1024 rows");
  workload::require(guard_count <= kMostGuards, argv[0], "there can be at most 1024 guards");
  const std::vector<unsigned char> walls = random_map(width, height);
  workload::Random random(2);
  std::vector<Cell> where(guard_count);
  for (Cell& guard : where) guard = {random.below(width), random.below(height)};

  CHECK(cudaMemcpyToSymbol(guards, where.data(), where.size() * sizeof(Cell)));
  workload::DeviceArray<unsigned char> device_walls(walls);
  const int cells = width * height;
  const std::size_t words = workload::blocks_for(guard_count, kWordBits);
  workload::DeviceArray<unsigned> seen(words * cells);
  find_visible<<<workload::blocks_for(cells, kThreads), kThreads>>>(
      device_walls.data(), width, cells, guard_count, seen.data());
  CHECK(cudaGetLastError());
  const std::vector<unsigned> expected = visible_on_host(walls, width, where);
  return workload::verdict("visibility", workload::count_different(seen.to_host(), expected));
}
