// Sums of absolute differences for motion estimation: every 4x4 block of a frame against every
// position of a reference frame within 16 pixels, then the sums of the larger blocks that H.264
// knows, up to 16x16. The first kernel has one thread block of 61 threads per 4x4 block; each
// thread works through 18 of the 1089 positions and reads the reference as a texture. The second
// (32x4 threads, a row of them per quarter of a macroblock) and the third (32 threads) only add up
// arrays in memory.
//   sad [width = 4] [height = 4]        (of the frame in macroblocks of 16x16)
// Stands for sad of Parboil, whose default is 11 9. A thread's positions are not next to each other
// but 61 apart, and its sums go to memory at once, not through shared memory.
#include <algorithm>

#include "../common/texture.cuh"
#include "../common/workload.cuh"

using Pixel = unsigned char;
using Sum = unsigned short;

constexpr int kRange = 16;
constexpr int kSide = 2 * kRange + 1;
constexpr int kPositions = kSide * kSide;
constexpr int kPitch = 1092;  ///< sums of a block of pixels, with those that align the next
constexpr int kPositionsPerThread = 18;
constexpr int kThreads = (kPositions + kPositionsPerThread - 1) / kPositionsPerThread;
constexpr int kBlocks = 41;  ///< of pixels in a macroblock, of all shapes
static_assert(kThreads == 61);

/// Where the sums of a shape, width x height, begin among those of a macroblock.
constexpr int k4x4 = 0, k4x8 = 16, k8x4 = 24, k8x8 = 32, k8x16 = 36, k16x8 = 38, k16x16 = 40;

/// The 4x4 blocks of a macroblock stand quarter by quarter, so that four make up an 8x8.
__host__ __device__ constexpr int index_4x4(int column, int row) {
  return (row / 2 * 2 + column / 2) * 4 + row % 2 * 2 + column % 2;
}

__global__ void sums_4x4(const Pixel* frame, int width, cudaTextureObject_t reference, Sum* sums) {
  __shared__ int current[16];
  const int left = blockIdx.x * 4, top = blockIdx.y * 4;
  if (threadIdx.x < 16) {
    current[threadIdx.x] = frame[(top + threadIdx.x / 4) * width + left + threadIdx.x % 4];
  }
  __syncthreads();
  const int macroblock = blockIdx.y / 4 * (gridDim.x / 4) + blockIdx.x / 4;
  const int block = k4x4 + index_4x4(blockIdx.x % 4, blockIdx.y % 4);
  Sum* const out = sums + (macroblock * kBlocks + block) * kPitch;
  for (int position = threadIdx.x; position < kPositions; position += kThreads) {
    const int x = left + position % kSide - kRange, y = top + position / kSide - kRange;
    int sum = 0;
    for (int pixel = 0; pixel < 16; ++pixel) {
      const int there = tex2D<Pixel>(reference, x + pixel % 4, y + pixel / 4);
      sum += abs(current[pixel] - there);
    }
    out[position] = sum;
  }
}

__device__ ushort2 operator+(ushort2 a, ushort2 b) { return make_ushort2(a.x + b.x, a.y + b.y); }

/// Adds four blocks that lie in a square, from `quad`: the halves of the square above each other to
/// `flat`, those beside each other to `tall`, the square to `whole`. Two positions at a time.
__device__ void merge(Sum* sums, int quad, int flat, int tall, int whole) {
  const auto at = [sums](int block, int pair) -> ushort2& {
    return reinterpret_cast<ushort2*>(sums + block * kPitch)[pair];
  };
  for (int pair = threadIdx.x; pair < (kPositions + 1) / 2; pair += blockDim.x) {
    const ushort2 upper_left = at(quad, pair), upper_right = at(quad + 1, pair);
    const ushort2 lower_left = at(quad + 2, pair), lower_right = at(quad + 3, pair);
    const ushort2 upper = upper_left + upper_right, lower = lower_left + lower_right;
    at(flat, pair) = upper;
    at(flat + 1, pair) = lower;
    at(tall, pair) = upper_left + lower_left;
    at(tall + 1, pair) = upper_right + lower_right;
    at(whole, pair) = upper + lower;
  }
}

/// The sums of a thread block's macroblock.
__device__ Sum* of_macroblock(Sum* sums) {
  return sums + (blockIdx.y * gridDim.x + blockIdx.x) * kBlocks * kPitch;
}

/// 8x4, 4x8 and 8x8 from 4x4: a row of threads per quarter.
__global__ void sums_8x8(Sum* sums) {
  const int quarter = threadIdx.y;
  merge(of_macroblock(sums), k4x4 + 4 * quarter, k8x4 + 2 * quarter, k4x8 + 2 * quarter,
        k8x8 + quarter);
}

/// 16x8, 8x16 and 16x16 from 8x8.
__global__ void sums_16x16(Sum* sums) { merge(of_macroblock(sums), k8x8, k16x8, k8x16, k16x16); }

/// Two frames; the second is the first, moved by a few pixels, with noise.
struct Video {
  int width, height;
  std::vector<Pixel> frame, reference;
  Video(int columns, int rows) : width(columns), height(rows) {
    workload::Random random(1);
    for (int i = 0; i < width * height; ++i) reference.push_back(random.below(256));
    for (int i = 0; i < width * height; ++i) {
      const int moved = (i + 5 * width + 3) % (width * height);
      frame.push_back(static_cast<Pixel>(std::min(reference[moved] + random.below(16), 255)));
    }
  }
};

std::vector<Sum> sums_on_device(const Video& video) {
  const int columns = video.width / 16, rows = video.height / 16;
  workload::DeviceArray<Pixel> frame(video.frame);
  workload::ImageTexture<Pixel> reference(video.width, video.height);
  reference.copy_from(video.reference.data(), cudaMemcpyHostToDevice);
  workload::DeviceArray<Sum> sums(static_cast<std::size_t>(columns) * rows * kBlocks * kPitch);
  sums.fill_bytes(0);
  sums_4x4<<<dim3(4 * columns, 4 * rows), kThreads>>>(frame.data(), video.width, reference.object(),
                                                      sums.data());
  sums_8x8<<<dim3(columns, rows), dim3(32, 4)>>>(sums.data());
  sums_16x16<<<dim3(columns, rows), 32>>>(sums.data());
  CHECK(cudaGetLastError());
  return sums.to_host();
}

/// A block of pixels within its macroblock.
struct Shape {
  int index, left, top, width, height;
};

/// All of them, in the order of their sums.
std::vector<Shape> all_shapes() {
  std::vector<Shape> shapes;
  const auto add_shapes = [&](int width, int height) {
    for (int quarter = 0; quarter < 4; ++quarter) {
      const int left = quarter % 2 * 8, top = quarter / 2 * 8;
      for (int y = top; y < top + 8; y += height) {
        for (int x = left; x < left + 8; x += width) {
          const bool begins = x % width == 0 && y % height == 0;
          const int index = static_cast<int>(shapes.size());
          if (begins) shapes.push_back({index, x, y, width, height});
        }
      }
    }
  };
  for (const auto [width, height] :
       {std::pair{4, 4}, {4, 8}, {8, 4}, {8, 8}, {8, 16}, {16, 8}, {16, 16}}) {
    add_shapes(width, height);
  }
  return shapes;
}

/// Each sum over all the pixels of its block, none from another sum.
std::vector<Sum> sums_on_host(const Video& video) {
  const int columns = video.width / 16, rows = video.height / 16;
  std::vector<Sum> sums(static_cast<std::size_t>(columns) * rows * kBlocks * kPitch);
  const std::vector<Shape> shapes = all_shapes();
  std::vector<int> before(17 * 17);  // of a macroblock at a position: sums of all above and left
  for (int macroblock = 0; macroblock < columns * rows; ++macroblock) {
    const int left = macroblock % columns * 16, top = macroblock / columns * 16;
    for (int position = 0; position < kPositions; ++position) {
      for (int pixel = 0; pixel < 256; ++pixel) {
        const int x = pixel % 16, y = pixel / 16;
        const int there_x = std::clamp(left + x + position % kSide - kRange, 0, video.width - 1);
        const int there_y = std::clamp(top + y + position / kSide - kRange, 0, video.height - 1);
        const int here = (top + y) * video.width + left + x;
        before[(y + 1) * 17 + x + 1] =
            before[(y + 1) * 17 + x] + before[y * 17 + x + 1] - before[y * 17 + x] +
            std::abs(video.frame[here] - video.reference[there_y * video.width + there_x]);
      }
      for (const auto [index, x, y, width, height] : shapes) {
        const int right = x + width, bottom = y + height;
        sums[static_cast<std::size_t>(macroblock * kBlocks + index) * kPitch + position] =
            static_cast<Sum>(before[bottom * 17 + right] - before[bottom * 17 + x] -
                             before[y * 17 + right] + before[y * 17 + x]);
      }
    }
  }
  return sums;
}

int main(int argc, char** argv) {
  const int columns = workload::size_argument(argc, argv, 1, 4);
  const int rows = workload::size_argument(argc, argv, 2, 4);
  workload::require(columns <= 128 && rows <= 128 && columns * rows <= 1 << 12, "sad",
                    "the frame must have at most 128 macroblocks a side and 4096 in all");
  const Video video(16 * columns, 16 * rows);
  return workload::verdict("sad",
                           workload::count_different(sums_on_device(video), sums_on_host(video)));
}
