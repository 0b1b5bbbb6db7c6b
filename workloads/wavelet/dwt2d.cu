// Forward 5/3 wavelet transform of a colour image, as in JPEG 2000: `split_components` makes a
// plane of each colour, then each level of each plane takes a launch of `transform_5_3`. Its blocks
// slide a window of 192 columns and 8 rows down the image; in the window, shared memory holds rows
// that are transformed along x with three barriers a step, then each thread transforms its column.
// Stands for dwt2d of Rodinia.
//   dwt2d [width = 512] [height = 512] [levels = 3]
#include <algorithm>
#include <utility>

#include "../common/workload.cuh"

constexpr int kSplitThreads = 256;
constexpr int kColours = 3;
constexpr int kColumns = 192, kRows = 8;  ///< of the window
constexpr int kStrips = 15;               ///< blocks down the image, at most

/// The window and what the transform of its pixels needs: two columns and rows before, one after.
/// Row by row; in a row the even columns, then the odd ones, so that neighbours of a kind are in
/// different banks.
constexpr int kWindowColumns = kColumns + 3, kWindowRows = kRows + 3;
constexpr int kEvenColumns = (kWindowColumns + 1) / 2;
using Window = int[kWindowRows][kWindowColumns];

__device__ int slot(int column) { return (column % 2 == 0 ? 0 : kEvenColumns) + column / 2; }

/// The pixel that stands for one beyond the edge: the image goes on as its mirror.
__host__ __device__ int mirrored(int i, int size) {
  if (i < 0) i = -i;
  if (i >= size) i = 2 * (size - 1) - i;
  return i < 0 ? 0 : i;
}

/// Planes of the colours, around 0, from pixels of three bytes.
__global__ void split_components(const unsigned* pixels, int* red, int* green, int* blue,
                                 int count) {
  __shared__ unsigned words[kSplitThreads * kColours / 4];
  const int thread = threadIdx.x, pixel = blockIdx.x * kSplitThreads + thread;
  if (thread < kSplitThreads * kColours / 4) {
    words[thread] = pixels[blockIdx.x * (kSplitThreads * kColours / 4) + thread];
  }
  __syncthreads();
  if (pixel >= count) return;
  const unsigned char* const own = reinterpret_cast<unsigned char*>(words) + thread * kColours;
  red[pixel] = own[0] - 128;
  green[pixel] = own[1] - 128;
  blue[pixel] = own[2] - 128;
}

/// Loads rows `row` to `end` of the window; that of row 0 is `first_y`. A thread loads the column
/// that it will transform, the first three also those beyond the window.
__device__ void load_rows(Window& window, const int* image, int first_y, int row, int end,
                          int width, int height) {
  const int thread = threadIdx.x, first_x = blockIdx.x * kColumns - 2;
  const int own = thread + 2, further = thread < 2 ? thread : kWindowColumns - 1;
  const int own_x = mirrored(first_x + own, width);
  const int further_x = mirrored(first_x + further, width);
  for (; row < end; ++row) {
    const int* const line = image + mirrored(first_y + row, height) * width;
    window[row][slot(own)] = line[own_x];
    if (thread < 3) window[row][slot(further)] = line[further_x];
  }
}

/// Transforms rows along x: odd columns become what their neighbours do not predict, even ones
/// averages.
__device__ void transform_rows(Window& window, int first, int end) {
  __syncthreads();
  const int odd = 2 * threadIdx.x + 1, even = odd + 1;
  if (odd < kWindowColumns - 1) {
    for (int row = first; row < end; ++row) {
      int* const line = window[row];
      line[slot(odd)] -= (line[slot(odd - 1)] + line[slot(odd + 1)]) >> 1;
    }
  }
  __syncthreads();
  if (even < kWindowColumns - 1) {
    for (int row = first; row < end; ++row) {
      int* const line = window[row];
      line[slot(even)] += (line[slot(even - 1)] + line[slot(even + 1)] + 2) >> 2;
    }
  }
  __syncthreads();
}

/// Transforms the rows of the window along y and stores one column of them, low rows of the image
/// first; moves down what the next step needs.
__device__ void transform_column(Window& window, int* bands, int first_y, int x, int width,
                                 int height) {
  const int own = slot(threadIdx.x + 2);
  int values[kWindowRows];
#pragma unroll
  for (int row = 0; row < kWindowRows; ++row) values[row] = window[row][own];
#pragma unroll
  for (int row = 0; row < 3; ++row) window[row][own] = values[row + kRows];
#pragma unroll
  for (int row = 1; row < kWindowRows; row += 2) {
    values[row] -= (values[row - 1] + values[row + 1]) >> 1;
  }
#pragma unroll
  for (int row = 2; row < kWindowRows - 1; row += 2) {
    values[row] += (values[row - 1] + values[row + 1] + 2) >> 2;
  }
  if (x >= width) return;

  // Four bands, one after the other: low in x and y, high in x, high in y, high in both.
  const int low_width = (width + 1) / 2, low_height = (height + 1) / 2;
  const bool high = x % 2 == 1;
  const int band_width = high ? width / 2 : low_width;
  int* const low_rows = bands + (high ? low_width * low_height : 0);
  int* const high_rows = bands + width * low_height + (high ? low_width * (height / 2) : 0);
#pragma unroll
  for (int row = 2; row < kWindowRows - 1; row += 2) {
    const int y = first_y + row;
    if (y < height) low_rows[y / 2 * band_width + x / 2] = values[row];
    if (y + 1 < height) high_rows[y / 2 * band_width + x / 2] = values[row + 1];
  }
}

/// One level; a block takes `steps` windows, each below the one before.
__global__ void transform_5_3(const int* image, int* bands, int width, int height, int steps) {
  __shared__ Window window;
  const int x = blockIdx.x * kColumns + threadIdx.x;
  int first_y = blockIdx.y * kRows * steps - 2;
  load_rows(window, image, first_y, 0, 3, width, height);
  transform_rows(window, 0, 3);
  for (int step = 0; step < steps && first_y + 2 < height; ++step, first_y += kRows) {
    load_rows(window, image, first_y, 3, kWindowRows, width, height);
    transform_rows(window, 3, kWindowRows);
    transform_column(window, bands, first_y, x, width, height);
  }
}

/// Every level transforms the low band of the one before, which lies at the front.
std::vector<int> transform_on_device(workload::DeviceArray<int>& plane, int width, int height,
                                     int levels) {
  workload::DeviceArray<int> bands(plane.size());
  for (int level = 0; level < levels; ++level) {
    const int steps = workload::blocks_for(height, kStrips * kRows);
    const dim3 grid(workload::blocks_for(width, kColumns),
                    workload::blocks_for(height, kRows * steps));
    transform_5_3<<<grid, kColumns>>>(plane.data(), bands.data(), width, height, steps);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(plane.data(), bands.data(),
                     static_cast<std::size_t>(width) * height * sizeof(int),
                     cudaMemcpyDeviceToDevice));
    width = (width + 1) / 2;
    height = (height + 1) / 2;
  }
  return plane.to_host();
}

/// One line, by its values at `first` and each `stride` on: low values, then high ones.
void transform_line(int* first, int count, std::size_t stride) {
  std::vector<int> line(count);
  for (int i = 0; i < count; ++i) line[i] = first[i * stride];
  const auto at = [&](int i) { return line[mirrored(i, count)]; };
  const auto high = [&](int i) { return at(i) - ((at(i - 1) + at(i + 1)) >> 1); };
  for (int i = 0; i < count; ++i) {
    const bool low = i % 2 == 0;
    const int place = low ? i / 2 : (count + 1) / 2 + i / 2;
    first[place * stride] = low ? at(i) + ((high(i - 1) + high(i + 1) + 2) >> 2) : high(i);
  }
}

/// Lines along x, then along y, all of the image; then the bands one after the other.
void transform_on_host(std::vector<int>& plane, int width, int height, int levels) {
  for (int level = 0; level < levels; ++level) {
    const std::size_t stride = width;
    for (int y = 0; y < height; ++y) transform_line(&plane[y * stride], width, 1);
    for (int x = 0; x < width; ++x) transform_line(&plane[x], height, stride);
    const int low_width = (width + 1) / 2, low_height = (height + 1) / 2;
    std::vector<int> bands;
    for (const auto [top, bottom] : {std::pair(0, low_height), std::pair(low_height, height)}) {
      for (const auto [left, right] : {std::pair(0, low_width), std::pair(low_width, width)}) {
        for (int y = top; y < bottom; ++y) {
          for (int x = left; x < right; ++x) bands.push_back(plane[y * stride + x]);
        }
      }
    }
    std::copy(bands.begin(), bands.end(), plane.begin());
    width = low_width;
    height = low_height;
  }
}

int main(int argc, char** argv) {
  const int width = workload::size_argument(argc, argv, 1, 512);
  const int height = workload::size_argument(argc, argv, 2, 512);
  const int levels = workload::size_argument(argc, argv, 3, 3);
  workload::require(static_cast<long>(width) * height <= 1l << 26, "dwt2d",
                    "the image may have at most 2^26 pixels");
  workload::require(levels <= 16, "dwt2d", "there may be at most 16 levels");
  const int count = width * height, blocks = workload::blocks_for(count, kSplitThreads);
  std::vector<unsigned> pixels(static_cast<std::size_t>(blocks) * kSplitThreads * kColours / 4);
  workload::Random random(1);
  for (unsigned& word : pixels) word = random.bits() << 8 ^ random.bits();
  const workload::DeviceArray<unsigned> device_pixels(pixels);
  workload::DeviceArray<int> red(count), green(count), blue(count);
  split_components<<<blocks, kSplitThreads>>>(device_pixels.data(), red.data(), green.data(),
                                              blue.data(), count);
  CHECK(cudaGetLastError());

  std::size_t wrong = 0;
  const auto* const bytes = reinterpret_cast<const unsigned char*>(pixels.data());
  workload::DeviceArray<int>* const planes[kColours] = {&red, &green, &blue};
  for (int colour = 0; colour < kColours; ++colour) {
    std::vector<int> expected(count);
    for (int i = 0; i < count; ++i) expected[i] = bytes[std::size_t(i) * kColours + colour] - 128;
    transform_on_host(expected, width, height, levels);
    wrong += workload::count_different(transform_on_device(*planes[colour], width, height, levels),
                                       expected);
  }
  return workload::verdict("dwt2d", wrong);
}
