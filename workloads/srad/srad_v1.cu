// Speckle-reducing anisotropic diffusion of an image, in global memory, a thread for each pixel,
// its neighbours by tables of indices. Each iteration takes the whole image's mean and variance
// first: sums in shared memory over blocks of 512, in which half as many threads are active after
// each barrier, whose results lie ever farther apart.
//   srad_v1 [rows = 502] [columns = 458] [iterations = 1]        (at most 2^24 pixels)
// It stands for srad_v1 of Rodinia, with its constants in double precision; the last block of a sum
// adds zeros where that has a loop of one thread. The image is random, not one of ultrasound.
#include "../common/workload.cuh"
#include "diffusion.cuh"

constexpr int kThreads = 512;

/// Column by column.
struct Image {
  float* pixels;
  int rows, columns;
  __host__ __device__ int count() const { return rows * columns; }
};

/// Of each row the one above and below, of each column the one to the left and right.
struct Neighbours {
  const int *north, *south, *west, *east;
};

/// Of each pixel: how much more its neighbours have, and how well it conducts.
struct Flow {
  float *north, *south, *west, *east;
  float* coefficient;
};

__device__ inline int pixel_of_thread() { return blockIdx.x * kThreads + threadIdx.x; }

/// From 0..255 to 1..e.
__global__ void extract(Image image) {
  const int pixel = pixel_of_thread();
  if (pixel < image.count()) image.pixels[pixel] = expf(image.pixels[pixel] / 255);
}

__global__ void prepare(Image image, float* sums, float* squares) {
  const int pixel = pixel_of_thread();
  if (pixel >= image.count()) return;
  sums[pixel] = image.pixels[pixel];
  squares[pixel] = image.pixels[pixel] * image.pixels[pixel];
}

/// Sums of each 512 of `count` values that lie `stride` apart, in place of the first of them.
__global__ void reduce(int count, int stride, float* sums, float* squares) {
  __shared__ float sum[kThreads], square[kThreads];
  const int x = threadIdx.x, i = blockIdx.x * kThreads + x;
  sum[x] = i < count ? sums[i * stride] : 0;
  square[x] = i < count ? squares[i * stride] : 0;
  __syncthreads();
  for (int step = 2; step <= kThreads; step *= 2) {
    if ((x + 1) % step == 0) {
      sum[x] += sum[x - step / 2];
      square[x] += square[x - step / 2];
    }
    __syncthreads();
  }
  if (x == kThreads - 1) {
    sums[blockIdx.x * stride * kThreads] = sum[x];
    squares[blockIdx.x * stride * kThreads] = square[x];
  }
}

/// `speckle`: variance of the image over the square of its mean.
__global__ void srad(Image image, Neighbours neighbours, Flow flow, float speckle) {
  const int pixel = pixel_of_thread(), rows = image.rows;
  if (pixel >= image.count()) return;
  const int row = pixel % rows, column = pixel / rows;
  const float* const pixels = image.pixels;
  const float here = pixels[pixel];
  const float north = pixels[neighbours.north[row] + rows * column] - here;
  const float south = pixels[neighbours.south[row] + rows * column] - here;
  const float west = pixels[row + rows * neighbours.west[column]] - here;
  const float east = pixels[row + rows * neighbours.east[column]] - here;

  const float gradient =
      (north * north + south * south + west * west + east * east) / (here * here);
  const float laplacian = (north + south + west + east) / here;
  const float scale = 1 + 0.25 * laplacian;
  const float variation =
      (0.5 * gradient - (1.0 / 16.0) * (laplacian * laplacian)) / (scale * scale);
  const float excess = (variation - speckle) / (speckle * (1 + speckle));
  float coefficient = 1.0 / (1.0 + excess);
  if (coefficient < 0)
    coefficient = 0;
  else if (coefficient > 1)
    coefficient = 1;

  flow.north[pixel] = north;
  flow.south[pixel] = south;
  flow.west[pixel] = west;
  flow.east[pixel] = east;
  flow.coefficient[pixel] = coefficient;
}

__global__ void srad2(Image image, Neighbours neighbours, Flow flow) {
  const int pixel = pixel_of_thread(), rows = image.rows;
  if (pixel >= image.count()) return;
  const int row = pixel % rows, column = pixel / rows;
  const float here = flow.coefficient[pixel];
  const float south = flow.coefficient[neighbours.south[row] + rows * column];
  const float east = flow.coefficient[row + rows * neighbours.east[column]];
  const float change = here * flow.north[pixel] + south * flow.south[pixel] +
                       here * flow.west[pixel] + east * flow.east[pixel];
  image.pixels[pixel] += 0.25 * kLambda * change;
}

/// Back to 0..255.
__global__ void compress(Image image) {
  const int pixel = pixel_of_thread();
  if (pixel < image.count()) image.pixels[pixel] = logf(image.pixels[pixel]) * 255;
}

/// For each of `count`, the index `step` on, at most at an end.
std::vector<int> neighbours_at(int step, int count) {
  std::vector<int> indices(count);
  for (int i = 0; i < count; ++i) indices[i] = std::clamp(i + step, 0, count - 1);
  return indices;
}

/// Sums up in place; the results are the first elements.
float speckle_on_device(int count, workload::DeviceArray<float>& sums,
                        workload::DeviceArray<float>& squares) {
  int left = count, stride = 1;
  do {
    const int blocks = workload::blocks_for(left, kThreads);
    reduce<<<blocks, kThreads>>>(left, stride, sums.data(), squares.data());
    CHECK(cudaGetLastError());
    left = blocks;
    stride *= kThreads;
  } while (left > 1);
  float sum, square;
  CHECK(cudaMemcpy(&sum, sums.data(), sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&square, squares.data(), sizeof(float), cudaMemcpyDeviceToHost));
  return static_cast<float>(speckle(sum, square, count));
}

std::vector<float> diffuse_on_device(const std::vector<float>& pixels, int rows, int columns,
                                     int iterations) {
  workload::DeviceArray<float> values(pixels), sums(values.size()), squares(values.size());
  workload::DeviceArray<float> to_north(values.size()), to_south(values.size()),
      to_west(values.size()), to_east(values.size()), coefficients(values.size());
  workload::DeviceArray<int> north(neighbours_at(-1, rows)), south(neighbours_at(1, rows)),
      west(neighbours_at(-1, columns)), east(neighbours_at(1, columns));
  const Image image{values.data(), rows, columns};
  const Neighbours neighbours{north.data(), south.data(), west.data(), east.data()};
  const Flow flow{to_north.data(), to_south.data(), to_west.data(), to_east.data(),
                  coefficients.data()};

  const int blocks = workload::blocks_for(values.size(), kThreads);
  extract<<<blocks, kThreads>>>(image);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    prepare<<<blocks, kThreads>>>(image, sums.data(), squares.data());
    const float speckle = speckle_on_device(image.count(), sums, squares);
    srad<<<blocks, kThreads>>>(image, neighbours, flow, speckle);
    srad2<<<blocks, kThreads>>>(image, neighbours, flow);
    CHECK(cudaGetLastError());
  }
  compress<<<blocks, kThreads>>>(image);
  CHECK(cudaGetLastError());
  return values.to_host();
}

int main(int argc, char** argv) {
  const int rows = workload::size_argument(argc, argv, 1, 502);
  const int columns = workload::size_argument(argc, argv, 2, 458);
  const int iterations = workload::size_argument(argc, argv, 3, 1);
  const long count = static_cast<long>(rows) * columns;
  workload::require(count <= 1 << 24, "srad_v1", "more than 2^24 pixels");
  workload::require(iterations <= 10000, "srad_v1", "more than 10000 iterations");
  workload::require(count > 1, "srad_v1", "one pixel alone has no variance");
  std::vector<float> pixels = workload::random_floats(count, 1);
  for (float& pixel : pixels) pixel *= 255;

  std::vector<double> expected(count);
  std::transform(pixels.begin(), pixels.end(), expected.begin(),
                 [](double pixel) { return std::exp(pixel / 255); });
  for (int i = 0; i < iterations; ++i) {
    expected = diffuse_once(expected, rows, columns, speckle_of(expected));
  }
  for (double& value : expected) value = 255 * std::log(value);

  // An iteration changes a pixel of at least 1 by 4 flows of at most 1.72 / 8 each, times
  // coefficients that are right to about 40 roundings of 2^-24, 18 of the sums' among them. Of a
  // relative error of 66 such, the logarithm times 255 makes 1e-3.
  const std::vector<float> result = diffuse_on_device(pixels, rows, columns, iterations);
  return workload::verdict("srad_v1", workload::count_far(result, expected, 0, 1e-3 * iterations));
}
