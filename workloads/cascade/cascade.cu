// A cascade of classifiers looks for objects in a picture, a thread per place of the window. A
// stage adds up the votes of its trees, each of which compares sums over rectangles, from an
// integral image; a window that a stage rejects is done, so that half of the threads leave with
// every stage. Which node of a tree comes next differs from thread to thread. One launch per size
// of the window.
//   cascade [width = 160] [height = 120]        (of the picture in pixels, at least 24)
// Stands for the face detection of Viola and Jones. The cascade is random, each stage's threshold
// the median of the windows that reach it; light is not normalised.
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kTile = 16;    ///< windows of a thread block in each direction
constexpr int kWindow = 24;  ///< pixels in each direction at scale 1
constexpr int kScales = 3;
constexpr int kStages = 10;

struct alignas(4) Rectangle {
  unsigned char left, top, width, height;
};

/// Whether a part of a rectangle is brighter than the whole, by `threshold`.
struct alignas(16) Node {
  Rectangle whole, part;
  int weight;  ///< area of the whole over that of the part
  int threshold;
};

/// The root, its children, and the votes of the children's two sides.
struct Tree {
  Node nodes[3];
  int votes[4];
};

struct Stage {
  int first, trees, threshold;
};

__constant__ Stage device_stages[kStages];

/// A picture as the sums of all that lies above and left; they wrap around, which differences undo.
struct IntegralImage {
  const unsigned* sums;
  int width;  ///< of the picture; a row of sums is one longer

  __device__ unsigned sum(Rectangle area, int left, int top, int scale) const {
    const unsigned* const upper =
        sums + (top + scale * area.top) * (width + 1) + left + scale * area.left;
    const unsigned* const lower = upper + scale * area.height * (width + 1);
    const int right = scale * area.width;
    return lower[right] - lower[0] - upper[right] + upper[0];
  }
};

__device__ int vote(const Tree& tree, IntegralImage image, int left, int top, int scale) {
  int at = 0;
  for (int level = 0; level < 2; ++level) {
    const Node node = tree.nodes[at];
    const int difference = node.weight * image.sum(node.part, left, top, scale) -
                           image.sum(node.whole, left, top, scale);
    at = 2 * at + 1 + (difference > node.threshold * scale * scale);
  }
  return tree.votes[at - 3];
}

/// How many stages each window passes; `columns` x `rows` windows.
__global__ void classify(const Tree* trees, IntegralImage image, int columns, int rows, int scale,
                         int* passed) {
  const int left = blockIdx.x * kTile + threadIdx.x, top = blockIdx.y * kTile + threadIdx.y;
  if (left >= columns || top >= rows) return;
  int stage = 0;
  for (; stage < kStages; ++stage) {
    const Stage now = device_stages[stage];
    int sum = 0;
    for (int tree = now.first; tree < now.first + now.trees; ++tree) {
      sum += vote(trees[tree], image, left, top, scale);
    }
    if (sum < now.threshold) break;
  }
  passed[top * columns + left] = stage;
}

struct Picture {
  int width, height;
  std::vector<int> pixels;
  int columns(int scale) const { return std::max(0, width - scale * kWindow + 1); }
  int rows(int scale) const { return std::max(0, height - scale * kWindow + 1); }
};

struct Cascade {
  std::vector<Tree> trees;
  std::vector<Stage> stages;
};

/// Rectangles of random light, with noise.
Picture random_picture(int width, int height) {
  workload::Random random(1);
  Picture picture{width, height, std::vector<int>(static_cast<std::size_t>(width) * height)};
  for (int& pixel : picture.pixels) pixel = random.below(32);
  for (int i = 0; i < width * height / 256; ++i) {
    const int left = random.below(width), top = random.below(height), light = random.below(32);
    const int right = std::min(width, left + 4 + random.below(28));
    const int bottom = std::min(height, top + 4 + random.below(28));
    for (int y = top; y < bottom; ++y) {
      for (int x = left; x < right; ++x) {
        int& pixel = picture.pixels[static_cast<std::size_t>(y) * width + x];
        pixel = (pixel + light) % 256;
      }
    }
  }
  return picture;
}

/// The sum over an area, pixel by pixel.
int sum_on_host(const Picture& picture, const Rectangle& area, int left, int top, int scale) {
  int sum = 0;
  for (int y = scale * area.top; y < scale * (area.top + area.height); ++y) {
    const int* const row =
        &picture.pixels[static_cast<std::size_t>(top + y) * picture.width + left];
    for (int x = scale * area.left; x < scale * (area.left + area.width); ++x) sum += row[x];
  }
  return sum;
}

int votes_on_host(const Picture& picture, const Cascade& cascade, const Stage& stage, int left,
                  int top, int scale) {
  int votes = 0;
  for (int i = stage.first; i < stage.first + stage.trees; ++i) {
    const auto is_bright = [&](const Node& node) {
      return node.weight * sum_on_host(picture, node.part, left, top, scale) -
                 sum_on_host(picture, node.whole, left, top, scale) >
             node.threshold * scale * scale;
    };
    const Tree& tree = cascade.trees[i];
    const bool root = is_bright(tree.nodes[0]), child = is_bright(tree.nodes[root ? 2 : 1]);
    votes += tree.votes[2 * root + child];
  }
  return votes;
}

/// A rectangle within the window, and a half or a third of it.
Node random_node(workload::Random& random) {
  const int parts = 2 + random.below(2), unit = 2 + random.below(5), other = 4 + random.below(12);
  const bool upright = random.below(2) == 0;
  const int width = upright ? other : parts * unit, height = upright ? parts * unit : other;
  const int left = random.below(kWindow - width + 1), top = random.below(kWindow - height + 1);
  const int offset = random.below(parts) * unit;
  const auto rectangle = [](int x, int y, int columns, int rows) {
    return Rectangle{static_cast<unsigned char>(x), static_cast<unsigned char>(y),
                     static_cast<unsigned char>(columns), static_cast<unsigned char>(rows)};
  };
  const Rectangle part = upright ? rectangle(left, top + offset, width, unit)
                                 : rectangle(left + offset, top, unit, height);
  const int threshold = (random.below(21) - 10) * width * height / 10;
  return {rectangle(left, top, width, height), part, parts, threshold};
}

Cascade random_cascade(const Picture& picture) {
  workload::Random random(2);
  struct Place {
    int left, top;
  };
  std::vector<Place> places(1024);
  for (auto& place : places) {
    place = {random.below(picture.columns(1)), random.below(picture.rows(1))};
  }
  Cascade cascade;
  for (int index = 0; index < kStages; ++index) {
    Stage stage{static_cast<int>(cascade.trees.size()), 2 + 2 * index, 0};
    for (int i = 0; i < stage.trees; ++i) {
      Tree tree;
      for (Node& node : tree.nodes) node = random_node(random);
      for (int& vote : tree.votes) vote = random.below(2001) - 1000;
      cascade.trees.push_back(tree);
    }
    std::vector<int> sums;
    for (const auto [left, top] : places) {
      sums.push_back(votes_on_host(picture, cascade, stage, left, top, 1));
    }
    if (!sums.empty()) {
      std::vector<int> sorted = sums;
      std::nth_element(sorted.begin(), sorted.begin() + sorted.size() / 2, sorted.end());
      stage.threshold = sorted[sorted.size() / 2];
    }
    std::vector<Place> left_over;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (sums[i] >= stage.threshold) left_over.push_back(places[i]);
    }
    places = left_over;
    cascade.stages.push_back(stage);
  }
  return cascade;
}

/// How many stages each window of a size passes.
std::vector<int> stages_on_host(const Picture& picture, const Cascade& cascade, int scale) {
  std::vector<int> passed;
  for (int top = 0; top < picture.rows(scale); ++top) {
    for (int left = 0; left < picture.columns(scale); ++left) {
      const auto passes = [&](const Stage& stage) {
        return votes_on_host(picture, cascade, stage, left, top, scale) >= stage.threshold;
      };
      const auto& stages = cascade.stages;
      const auto end = std::find_if_not(stages.begin(), stages.end(), passes);
      passed.push_back(static_cast<int>(end - stages.begin()));
    }
  }
  return passed;
}

std::vector<unsigned> integral_of(const Picture& picture) {
  const std::size_t pitch = picture.width + 1;
  std::vector<unsigned> sums(pitch * (picture.height + 1), 0);
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      sums[(y + 1) * pitch + x + 1] =
          picture.pixels[static_cast<std::size_t>(y) * picture.width + x] +
          sums[(y + 1) * pitch + x] + sums[y * pitch + x + 1] - sums[y * pitch + x];
    }
  }
  return sums;
}

int main(int argc, char** argv) {
  const int width = workload::size_argument(argc, argv, 1, 160);
  const int height = workload::size_argument(argc, argv, 2, 120);
  workload::require(width >= kWindow && height >= kWindow, "cascade",
                    "the picture must be at least 24 pixels wide and high");
  workload::require(width <= 2048 && height <= 2048, "cascade",
                    "the picture must be at most 2048 pixels wide and high");
  const Picture picture = random_picture(width, height);
  const Cascade cascade = random_cascade(picture);
  CHECK(cudaMemcpyToSymbol(device_stages, cascade.stages.data(), sizeof(device_stages)));
  workload::DeviceArray<Tree> trees(cascade.trees);
  workload::DeviceArray<unsigned> integral(integral_of(picture));

  std::size_t wrong = 0;
  for (int scale = 1; scale <= kScales; ++scale) {
    const int columns = picture.columns(scale), rows = picture.rows(scale);
    if (columns == 0 || rows == 0) break;
    workload::DeviceArray<int> passed(static_cast<std::size_t>(columns) * rows);
    const dim3 blocks(workload::blocks_for(columns, kTile), workload::blocks_for(rows, kTile));
    classify<<<blocks, dim3(kTile, kTile)>>>(trees.data(), {integral.data(), width}, columns, rows,
                                             scale, passed.data());
    CHECK(cudaGetLastError());
    wrong += workload::count_different(passed.to_host(), stages_on_host(picture, cascade, scale));
  }
  return workload::verdict("cascade", wrong);
}
