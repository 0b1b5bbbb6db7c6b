// The inverse transforms of H.264: the blocks of a picture that have a residual, 4x4 in one kernel
// and 8x8 in another, are transformed and added to the prediction. A thread works on a row of a
// block, then on a column, then writes a row; between them the block passes through shared memory.
//   idct [thread blocks of the 4x4 kernel = 1024] [of the 8x8 kernel = 1024]
// A thread block has 192 threads, which is 48 blocks of 4x4 or 24 of 8x8.
// Stands for the IDCT of Wang et al., "An Optimized Parallel IDCT on Graphics Processing Units".
// Coefficients are random; half of the picture's blocks have some.
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kThreads = 192;
constexpr int kRowOfBlocks = 128;  ///< blocks side by side in the picture
constexpr int kCoefficientUnit = 64;

/// One dimension of the 4x4 transform: H.264, 8.5.12.2.
__device__ void transform(int (&line)[4]) {
  const int even_sum = line[0] + line[2], even_difference = line[0] - line[2];
  const int odd_difference = (line[1] >> 1) - line[3], odd_sum = line[1] + (line[3] >> 1);
  line[0] = even_sum + odd_sum;
  line[1] = even_difference + odd_difference;
  line[2] = even_difference - odd_difference;
  line[3] = even_sum - odd_sum;
}

/// One dimension of the 8x8 transform: H.264, 8.5.13.
__device__ void transform(int (&line)[8]) {
  int even[4] = {line[0], line[2], line[4], line[6]};
  transform(even);
  const int odd0 = -line[3] + line[5] - line[7] - (line[7] >> 1);
  const int odd1 = line[1] + line[7] - line[3] - (line[3] >> 1);
  const int odd2 = -line[1] + line[7] + line[5] + (line[5] >> 1);
  const int odd3 = line[3] + line[5] + line[1] + (line[1] >> 1);
  const int odd[4] = {odd3 - (odd0 >> 2), (odd1 >> 2) - odd2, odd1 + (odd2 >> 2),
                      odd0 + (odd3 >> 2)};
  for (int i = 0; i < 4; ++i) {
    line[i] = even[i] + odd[i];
    line[7 - i] = even[i] - odd[i];
  }
}

/// The blocks with a residual: their coefficients, row by row, and where they stand in the picture.
struct Residuals {
  const short* coefficients;
  const int* places;
};

__device__ int clip(int value) { return min(max(value, 0), 255); }

/// A thread block's share of the residuals; kSize threads for a block of kSize x kSize.
template <int kSize>
__device__ void add_residuals(Residuals residuals, unsigned char* picture) {
  __shared__ int blocks[kThreads / kSize][kSize][kSize + 1];
  const int line = threadIdx.x % kSize;
  const int residual = blockIdx.x * (kThreads / kSize) + threadIdx.x / kSize;
  auto& block = blocks[threadIdx.x / kSize];
  int values[kSize];
  const short* const row = residuals.coefficients + (residual * kSize + line) * kSize;
  for (int i = 0; i < kSize; i += 4) {
    const short4 four = *reinterpret_cast<const short4*>(row + i);
    values[i] = four.x;
    values[i + 1] = four.y;
    values[i + 2] = four.z;
    values[i + 3] = four.w;
  }
  transform(values);
  for (int i = 0; i < kSize; ++i) block[line][i] = values[i];
  __syncthreads();
  for (int i = 0; i < kSize; ++i) values[i] = block[i][line];
  transform(values);
  for (int i = 0; i < kSize; ++i) block[i][line] = values[i];
  __syncthreads();
  const int place = residuals.places[residual];
  const int y = place / kRowOfBlocks * kSize + line, x = place % kRowOfBlocks * kSize;
  unsigned char* const pixels = picture + y * kRowOfBlocks * kSize + x;
  for (int i = 0; i < kSize; i += 4) {
    uchar4& four = *reinterpret_cast<uchar4*>(pixels + i);
    four = {static_cast<unsigned char>(clip(four.x + ((block[line][i] + 32) >> 6))),
            static_cast<unsigned char>(clip(four.y + ((block[line][i + 1] + 32) >> 6))),
            static_cast<unsigned char>(clip(four.z + ((block[line][i + 2] + 32) >> 6))),
            static_cast<unsigned char>(clip(four.w + ((block[line][i + 3] + 32) >> 6)))};
  }
}

__global__ void inverse_4x4(Residuals residuals, unsigned char* picture) {
  add_residuals<4>(residuals, picture);
}

__global__ void inverse_8x8(Residuals residuals, unsigned char* picture) {
  add_residuals<8>(residuals, picture);
}

/// A picture and the residuals of half its blocks.
struct Picture {
  int size = 0;  ///< of a block: 4 or 8
  std::vector<unsigned char> pixels;
  std::vector<short> coefficients;
  std::vector<int> places;
};

/// Coefficients are multiples of 64, as with coarse quantisation, so that no shift of the transform
/// drops a bit. Three quarters of them are zero.
Picture random_picture(int size, int thread_blocks, unsigned seed) {
  workload::Random random(seed);
  Picture picture{size};
  const int wanted = thread_blocks * (kThreads / size);
  int place = 0;
  for (; static_cast<int>(picture.places.size()) < wanted; ++place) {
    if (random.below(2) == 0) picture.places.push_back(place);
  }
  const std::size_t rows_of_blocks = workload::blocks_for(place, kRowOfBlocks);
  picture.pixels.resize(rows_of_blocks * kRowOfBlocks * size * size);
  for (unsigned char& pixel : picture.pixels) pixel = random.below(256);
  picture.coefficients.resize(static_cast<std::size_t>(wanted) * size * size);
  for (short& value : picture.coefficients) {
    value = random.below(4) == 0 ? kCoefficientUnit * (random.below(41) - 20) : 0;
  }
  return picture;
}

std::vector<unsigned char> transform_on_device(const Picture& picture, int thread_blocks) {
  workload::DeviceArray<unsigned char> pixels(picture.pixels);
  workload::DeviceArray<short> coefficients(picture.coefficients);
  workload::DeviceArray<int> places(picture.places);
  const Residuals residuals{coefficients.data(), places.data()};
  if (picture.size == 4) {
    inverse_4x4<<<thread_blocks, kThreads>>>(residuals, pixels.data());
  } else {
    inverse_8x8<<<thread_blocks, kThreads>>>(residuals, pixels.data());
  }
  CHECK(cudaGetLastError());
  return pixels.to_host();
}

/// What coefficient k adds to each value of a line, in eighths.
constexpr int kBasis4[4][4] = {{8, 8, 8, 8}, {8, 4, -4, -8}, {8, -8, -8, 8}, {4, -8, 8, -4}};
constexpr int kBasis8[8][8] = {{8, 8, 8, 8, 8, 8, 8, 8},     {12, 10, 6, 3, -3, -6, -10, -12},
                               {8, 4, -4, -8, -8, -4, 4, 8}, {10, -3, -12, -6, 6, 12, 3, -10},
                               {8, -8, -8, 8, 8, -8, -8, 8}, {6, -12, 3, 10, -10, -3, 12, -6},
                               {4, -8, 8, -4, -4, 8, -8, 4}, {3, -6, 10, -12, 12, -10, 6, -3}};

int basis(int size, int coefficient, int at) {
  return size == 4 ? kBasis4[coefficient][at] : kBasis8[coefficient][at];
}

/// The transform as products with the matrix of basis vectors, exact in 64ths.
std::vector<unsigned char> transform_on_host(Picture picture) {
  const int size = picture.size;
  std::vector<int> half(size * size);
  for (std::size_t block = 0; block < picture.places.size(); ++block) {
    const short* const coefficients = &picture.coefficients[block * size * size];
    const int place = picture.places[block];
    const int top = place / kRowOfBlocks * size, left = place % kRowOfBlocks * size;
    for (int v = 0; v < size; ++v) {
      for (int x = 0; x < size; ++x) {
        int& sum = half[v * size + x] = 0;
        for (int u = 0; u < size; ++u) sum += coefficients[v * size + u] * basis(size, u, x);
      }
    }
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        int sum = 0;
        for (int v = 0; v < size; ++v) sum += half[v * size + x] * basis(size, v, y);
        const double residual = std::floor(sum / 64.0 / 64.0 + 0.5);
        unsigned char& pixel =
            picture.pixels[static_cast<std::size_t>(top + y) * kRowOfBlocks * size + left + x];
        pixel = static_cast<unsigned char>(std::clamp(pixel + residual, 0.0, 255.0));
      }
    }
  }
  return picture.pixels;
}

/// The values that the device gets wrong.
std::size_t errors_of(int size, int thread_blocks) {
  const Picture picture = random_picture(size, thread_blocks, size);
  return workload::count_different(transform_on_device(picture, thread_blocks),
                                   transform_on_host(picture));
}

int main(int argc, char** argv) {
  const int blocks4 = workload::size_argument(argc, argv, 1, 1024);
  const int blocks8 = workload::size_argument(argc, argv, 2, 1024);
  workload::require(std::max(blocks4, blocks8) <= 1 << 15, "idct",
                    "a kernel has at most 32768 thread blocks");
  return workload::verdict("idct", errors_of(4, blocks4) + errors_of(8, blocks8));
}
