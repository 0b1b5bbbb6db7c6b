// Recognition of digits by a network of four layers: two of maps, each point of which sees a window
// of 5 x 5 points in all maps of the layer before, two of units that see all that is before.
//   neural_network [images = 4] [form = 1]        (at most 4096 images of 29 x 29; the form 1 to 3)
// Form 1 has a block for each map with a thread a point, and a block of one thread for each unit;
// form 2 has a block of 256 threads for each image, whose warps get unequal parts of a layer; form
// 3 is form 2 with a block for each warp. It stands for NN of GPGPU-Sim's suite: form 1 as PRO ran
// it, form 2 for WarpMan's table, which has one image a block of 8 warps. Images and weights are
// random.
#include <array>

#include "../common/workload.cuh"

constexpr int kWindow = 5, kStep = 2;  // side of a window, and from one to the next
constexpr int kImageSide = 29, kFirstSide = 13, kSecondSide = 5;
constexpr int kFirstMaps = 6, kSecondMaps = 50, kThirdUnits = 100, kFourthUnits = 10;
constexpr int kImageSize = kImageSide * kImageSide;
constexpr int kFirstSize = kFirstMaps * kFirstSide * kFirstSide;
constexpr int kSecondSize = kSecondMaps * kSecondSide * kSecondSide;
constexpr int kImageThreads = 256, kWarp = 32;

/// A layer's weights, those of a map or unit together, its bias first; what it sees; what it says.
struct Layer {
  const float* weights;
  const float* before;
  float* after;
};

__device__ inline float squash(float sum) { return 1.7159f * tanhf(0.66666667f * sum); }

/// Point (row, column) of a map of kSide x kSide points.
template <int kFromMaps, int kFromSide, int kMaps, int kSide>
__device__ void see_window(const Layer& layer, int image, int map, int row, int column) {
  const float* weight = &layer.weights[map * (kFromMaps * kWindow * kWindow + 1)];
  const float* const first =
      &layer.before[image * kFromMaps * kFromSide * kFromSide + kStep * (row * kFromSide + column)];
  float sum = *weight++;
  for (int from = 0; from < kFromMaps; ++from) {
    for (int i = 0; i < kWindow * kWindow; ++i) {
      sum += first[(from * kFromSide + i / kWindow) * kFromSide + i % kWindow] * *weight++;
    }
  }
  layer.after[((image * kMaps + map) * kSide + row) * kSide + column] = squash(sum);
}

template <int kInputs, int kUnits>
__device__ void see_all(const Layer& layer, int image, int unit) {
  const float* const weights = &layer.weights[unit * (kInputs + 1)];
  const float* const before = &layer.before[image * kInputs];
  float sum = weights[0];
  for (int i = 0; i < kInputs; ++i) sum += before[i] * weights[i + 1];
  layer.after[image * kUnits + unit] = squash(sum);
}

__global__ void first_layer(Layer layer) {
  see_window<1, kImageSide, kFirstMaps, kFirstSide>(layer, blockIdx.y, blockIdx.x, threadIdx.y,
                                                    threadIdx.x);
}

__global__ void second_layer(Layer layer) {
  see_window<kFirstMaps, kFirstSide, kSecondMaps, kSecondSide>(layer, blockIdx.y, blockIdx.x,
                                                               threadIdx.y, threadIdx.x);
}

__global__ void third_layer(Layer layer) {
  see_all<kSecondSize, kThirdUnits>(layer, blockIdx.y, blockIdx.x);
}

__global__ void fourth_layer(Layer layer) {
  see_all<kThirdUnits, kFourthUnits>(layer, blockIdx.y, blockIdx.x);
}

/// The threads of an image: those of a block, or of a row of blocks of a warp.
struct OfBlock {
  static __device__ int image() { return blockIdx.x; }
  static __device__ int own() { return threadIdx.x; }
  static __device__ unsigned all() { return blockDim.x; }
};
struct OfRow {
  static __device__ int image() { return blockIdx.y; }
  static __device__ int own() { return blockIdx.x * kWarp + threadIdx.x; }
  static __device__ unsigned all() { return kImageThreads; }
};

template <typename Threads>
__global__ void first_layer_of_image(Layer layer) {
  for (int i = Threads::own(); i < kFirstSize; i += Threads::all()) {
    const int row = i / kFirstSide % kFirstSide;
    see_window<1, kImageSide, kFirstMaps, kFirstSide>(
        layer, Threads::image(), i / (kFirstSide * kFirstSide), row, i % kFirstSide);
  }
}

template <typename Threads>
__global__ void second_layer_of_image(Layer layer) {
  for (int i = Threads::own(); i < kSecondSize; i += Threads::all()) {
    const int row = i / kSecondSide % kSecondSide;
    see_window<kFirstMaps, kFirstSide, kSecondMaps, kSecondSide>(
        layer, Threads::image(), i / (kSecondSide * kSecondSide), row, i % kSecondSide);
  }
}

template <typename Threads>
__global__ void third_layer_of_image(Layer layer) {
  for (int unit = Threads::own(); unit < kThirdUnits; unit += Threads::all()) {
    see_all<kSecondSize, kThirdUnits>(layer, Threads::image(), unit);
  }
}

template <typename Threads>
__global__ void fourth_layer_of_image(Layer layer) {
  for (int unit = Threads::own(); unit < kFourthUnits; unit += Threads::all()) {
    see_all<kThirdUnits, kFourthUnits>(layer, Threads::image(), unit);
  }
}

/// Where in the layer before each point of a map looks: all windows, or, of what is no map, all of
/// it.
using Windows = std::vector<std::vector<int>>;

Windows windows(int from_maps, int from_side, int side) {
  Windows result;
  for (int point = 0; point < side * side; ++point) {
    std::vector<int> seen;
    for (int map = 0; map < from_maps; ++map) {
      for (int down = 0; down < kWindow; ++down) {
        for (int right = 0; right < kWindow; ++right) {
          const int row = kStep * (point / side) + down, column = kStep * (point % side) + right;
          seen.push_back((map * from_side + row) * from_side + column);
        }
      }
    }
    result.push_back(seen);
  }
  return result;
}

Windows everything(int size) {
  std::vector<int> all(size);
  for (int i = 0; i < size; ++i) all[i] = i;
  return {all};
}

/// A layer as the host knows it.
struct Shape {
  int maps, from_size;
  Windows windows;
  int size() const { return maps * static_cast<int>(windows.size()); }
  int weights() const { return maps * (static_cast<int>(windows[0].size()) + 1); }
};

/// Values between -1 and 1, less where there are many.
std::vector<float> random_weights(const Shape& shape, unsigned seed) {
  std::vector<float> weights = workload::random_floats(shape.weights(), seed);
  const float limit = 1 / std::sqrt(static_cast<float>(shape.windows[0].size()));
  for (float& weight : weights) weight = limit * (2 * weight - 1);
  return weights;
}

/// Checks what a layer says by what the device says of the one before.
std::size_t count_wrong(const Shape& shape, const std::vector<float>& weights,
                        const std::vector<float>& before, const std::vector<float>& after) {
  std::size_t wrong = 0, place = 0;
  for (std::size_t first = 0; first < before.size(); first += shape.from_size) {
    const float* weight = weights.data();
    for (int map = 0; map < shape.maps; ++map, weight += shape.windows[0].size() + 1) {
      for (const std::vector<int>& window : shape.windows) {
        double sum = weight[0], sizes = std::fabs(weight[0]);
        for (std::size_t i = 0; i < window.size(); ++i) {
          const double term = static_cast<double>(weight[i + 1]) * before[first + window[i]];
          sum += term;
          sizes += std::fabs(term);
        }
        // A sum rounds for each term, to within 2^-24 of all sizes; the slope is below 1.15; the
        // result, below 2, is right to 4 roundings.
        const double tolerance = (1.15 * (window.size() + 1) * sizes + 4 * 2) * 0x1p-24;
        wrong += !(std::fabs(after[place++] - 1.7159 * std::tanh(sum * 2 / 3)) <= tolerance);
      }
    }
  }
  return wrong;
}

struct Launch {
  void (*kernel)(Layer);
  dim3 grid, block;
};

template <typename Threads>
std::array<Launch, 4> launches_of_images(dim3 grid, dim3 block) {
  return {{{first_layer_of_image<Threads>, grid, block},
           {second_layer_of_image<Threads>, grid, block},
           {third_layer_of_image<Threads>, grid, block},
           {fourth_layer_of_image<Threads>, grid, block}}};
}

/// How each layer is launched in a form.
std::array<Launch, 4> launches(int form, int images) {
  if (form == 2) return launches_of_images<OfBlock>(dim3(images), dim3(kImageThreads));
  if (form == 3) return launches_of_images<OfRow>(dim3(kImageThreads / kWarp, images), dim3(kWarp));
  return {{{first_layer, dim3(kFirstMaps, images), dim3(kFirstSide, kFirstSide)},
           {second_layer, dim3(kSecondMaps, images), dim3(kSecondSide, kSecondSide)},
           {third_layer, dim3(kThirdUnits, images), dim3(1)},
           {fourth_layer, dim3(kFourthUnits, images), dim3(1)}}};
}

int main(int argc, char** argv) {
  const int images = workload::size_argument(argc, argv, 1, 4);
  const int form = workload::size_argument(argc, argv, 2, 1);
  workload::require(images <= 4096, "neural_network", "more than 4096 images");
  workload::require(form <= 3, "neural_network", "the form must be 1, 2 or 3");
  const std::array<Shape, 4> shapes = {{
      {kFirstMaps, kImageSize, windows(1, kImageSide, kFirstSide)},
      {kSecondMaps, kFirstSize, windows(kFirstMaps, kFirstSide, kSecondSide)},
      {kThirdUnits, kSecondSize, everything(kSecondSize)},
      {kFourthUnits, kThirdUnits, everything(kThirdUnits)},
  }};
  const std::array<Launch, 4> kernels = launches(form, images);
  std::size_t wrong = 0;
  std::vector<float> before =
      workload::random_floats(static_cast<std::size_t>(images) * kImageSize, 1);
  for (unsigned i = 0; i < shapes.size(); ++i) {
    const std::vector<float> weights = random_weights(shapes[i], i + 2);
    workload::DeviceArray<float> device_weights(weights), device_before(before);
    workload::DeviceArray<float> device_after(static_cast<std::size_t>(images) * shapes[i].size());
    const Layer layer{device_weights.data(), device_before.data(), device_after.data()};
    kernels[i].kernel<<<kernels[i].grid, kernels[i].block>>>(layer);
    CHECK(cudaGetLastError());
    const std::vector<float> after = device_after.to_host();
    wrong += count_wrong(shapes[i], weights, before, after);
    before = after;
  }
  return workload::verdict("neural_network", wrong);
}
