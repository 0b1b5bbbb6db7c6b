// Needleman-Wunsch: the best score of aligning two sequences. Tiles of the score matrix go through
// shared memory, one launch for each diagonal of tiles: small grids of small blocks, many barriers.
//   nw [length = 256] [penalty = 10]        (a multiple of 16)
// It stands for nw of Rodinia, which has a kernel for the diagonals up to the longest and another
// for those after it.
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kTile = 16;
constexpr int kLetters = 20;

/// Computes a tile by a block of one thread a column. Scores have one row and one column more than
/// there are letters: those of the empty sequence.
__device__ void align_tile(int* scores, const int* similarity, int length, int penalty,
                           int tile_row, int tile_column) {
  __shared__ int tile[kTile + 1][kTile + 1];
  __shared__ int gain[kTile][kTile];
  const int x = threadIdx.x, stride = length + 1;
  const int row = tile_row * kTile, column = tile_column * kTile;

  for (int y = 0; y < kTile; ++y) gain[y][x] = similarity[(row + y) * length + column + x];
  if (x == 0) tile[0][0] = scores[row * stride + column];
  tile[0][x + 1] = scores[row * stride + column + x + 1];
  tile[x + 1][0] = scores[(row + x + 1) * stride + column];
  __syncthreads();

  for (int step = 0; step < 2 * kTile - 1; ++step) {
    const int y = step - x;
    if (y >= 0 && y < kTile) {
      const int aligned = tile[y][x] + gain[y][x];
      tile[y + 1][x + 1] = max(aligned, max(tile[y + 1][x], tile[y][x + 1]) - penalty);
    }
    __syncthreads();
  }
  for (int y = 0; y < kTile; ++y) {
    scores[(row + y + 1) * stride + column + x + 1] = tile[y + 1][x + 1];
  }
}

/// The tiles of a diagonal that begins in the first row.
__global__ void align_upper_diagonal(int* scores, const int* similarity, int length, int penalty,
                                     int diagonal) {
  const int row = blockIdx.x;
  align_tile(scores, similarity, length, penalty, row, diagonal - row);
}

/// The tiles of a diagonal that ends in the last row.
__global__ void align_lower_diagonal(int* scores, const int* similarity, int length, int penalty,
                                     int diagonal) {
  const int tiles = length / kTile, row = tiles - 1 - blockIdx.x;
  align_tile(scores, similarity, length, penalty, row, diagonal - row);
}

std::vector<int> random_letters(int count, unsigned seed) {
  workload::Random random(seed);
  std::vector<int> letters(count);
  for (int& letter : letters) letter = static_cast<int>(random.next() * kLetters);
  return letters;
}

/// What aligning each letter of one sequence with each of the other gains: 5 for the same letter,
/// -4 to 2 for others.
std::vector<int> similarities(int length) {
  const std::vector<int> down = random_letters(length, 1), across = random_letters(length, 2);
  std::vector<int> gains;
  gains.reserve(static_cast<std::size_t>(length) * length);
  for (const int a : down) {
    for (const int b : across) gains.push_back(a == b ? 5 : (a * b + a + b) % 7 - 4);
  }
  return gains;
}

/// Scores of which only those of the empty sequence are known.
std::vector<int> empty_scores(int length, int penalty) {
  const std::size_t stride = length + 1;
  std::vector<int> scores(stride * stride, 0);
  for (std::size_t i = 1; i < stride; ++i) {
    scores[i] = scores[i * stride] = -static_cast<int>(i) * penalty;
  }
  return scores;
}

std::vector<int> align_on_device(const std::vector<int>& similarity, int length, int penalty) {
  workload::DeviceArray<int> scores(empty_scores(length, penalty)), gains(similarity);
  const int tiles = length / kTile;
  for (int diagonal = 0; diagonal < tiles; ++diagonal)
    align_upper_diagonal<<<diagonal + 1, kTile>>>(scores.data(), gains.data(), length, penalty,
                                                  diagonal);
  for (int diagonal = tiles; diagonal < 2 * tiles - 1; ++diagonal)
    align_lower_diagonal<<<2 * tiles - 1 - diagonal, kTile>>>(scores.data(), gains.data(), length,
                                                              penalty, diagonal);
  CHECK(cudaGetLastError());
  return scores.to_host();
}

/// Row by row.
std::vector<int> align_on_host(const std::vector<int>& similarity, int length, int penalty) {
  std::vector<int> scores = empty_scores(length, penalty);
  const std::size_t stride = length + 1;
  for (std::size_t row = 1; row < stride; ++row) {
    for (std::size_t column = 1; column < stride; ++column) {
      const int aligned =
          scores[(row - 1) * stride + column - 1] + similarity[(row - 1) * length + column - 1];
      const int down = scores[(row - 1) * stride + column] - penalty;
      const int across = scores[row * stride + column - 1] - penalty;
      scores[row * stride + column] = std::max({aligned, down, across});
    }
  }
  return scores;
}

int main(int argc, char** argv) {
  const int length = workload::size_argument(argc, argv, 1, 256);
  const int penalty = workload::size_argument(argc, argv, 2, 10);
  if (length % kTile != 0 || length > 1 << 14) {
    std::fprintf(stderr, "nw: the length must be a multiple of %d, at most %d\n", kTile, 1 << 14);
    return 2;
  }
  if (penalty > 1 << 14) {
    std::fprintf(stderr, "nw: the penalty must be at most %d\n", 1 << 14);
    return 2;
  }
  const std::vector<int> similarity = similarities(length);
  const std::vector<int> scores = align_on_device(similarity, length, penalty);
  const std::vector<int> expected = align_on_host(similarity, length, penalty);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) wrong += scores[i] != expected[i];
  return workload::verdict("nw", wrong);
}
