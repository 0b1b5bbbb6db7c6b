// Dilation of a picture by a disc of 25 pixels: each pixel becomes the greatest one within the disc
// around it. The picture is read as a texture, the disc from constant memory; the threads of a warp
// follow the same path but at the picture's edge.
//   dilate [columns = 80] [rows = 219]
// Stands for dilate_kernel of leukocyte in Rodinia, whose default is 640 219.
#include <algorithm>

#include "../common/texture.cuh"

constexpr int kThreads = 176;
constexpr int kRadius = 12;
constexpr int kDisc = 2 * kRadius + 1;

__constant__ unsigned char disc[kDisc * kDisc];

/// A thread per pixel; the picture lies column by column.
__global__ void dilate(cudaTextureObject_t picture, int columns, int rows, float* dilated) {
  const int pixel = blockIdx.x * kThreads + threadIdx.x;
  const int column = pixel / rows, row = pixel % rows;
  if (column >= columns) return;
  float greatest = 0;
  for (int x = 0; x < kDisc; ++x) {
    const int there = column + x - kRadius;
    if (there < 0 || there >= columns) continue;
    for (int y = 0; y < kDisc; ++y) {
      const int there_row = row + y - kRadius;
      if (there_row < 0 || there_row >= rows || !disc[x * kDisc + y]) continue;
      greatest = fmaxf(greatest, tex1Dfetch<float>(picture, there * rows + there_row));
    }
  }
  dilated[pixel] = greatest;
}

bool in_disc(int x, int y) { return x * x + y * y < kRadius * kRadius; }

std::vector<float> dilate_on_device(const std::vector<float>& picture, int columns, int rows) {
  std::vector<unsigned char> inside;
  for (int i = 0; i < kDisc * kDisc; ++i) {
    inside.push_back(in_disc(i / kDisc - kRadius, i % kDisc - kRadius));
  }
  CHECK(cudaMemcpyToSymbol(disc, inside.data(), inside.size()));
  const workload::DeviceArray<float> pixels(picture);
  const workload::LinearTexture<float> texture(pixels);
  workload::DeviceArray<float> dilated(picture.size());
  dilate<<<workload::blocks_for(picture.size(), kThreads), kThreads>>>(texture.object(), columns,
                                                                       rows, dilated.data());
  CHECK(cudaGetLastError());
  return dilated.to_host();
}

/// From the other side: each pixel raises those around it.
std::vector<float> dilate_on_host(const std::vector<float>& picture, int columns, int rows) {
  std::vector<float> dilated(picture.size(), 0.0f);
  for (int x = 1 - kRadius; x < kRadius; ++x) {
    for (int y = 1 - kRadius; y < kRadius; ++y) {
      if (!in_disc(x, y)) continue;
      for (int column = std::max(0, -x); column < std::min(columns, columns - x); ++column) {
        for (int row = std::max(0, -y); row < std::min(rows, rows - y); ++row) {
          float& raised = dilated[(column + x) * rows + row + y];
          raised = std::max(raised, picture[column * rows + row]);
        }
      }
    }
  }
  return dilated;
}

int main(int argc, char** argv) {
  const int columns = workload::size_argument(argc, argv, 1, 80);
  const int rows = workload::size_argument(argc, argv, 2, 219);
  workload::require(columns <= 1 << 12 && rows <= 1 << 12, "dilate",
                    "the picture must be at most 4096 pixels wide and high");
  const std::vector<float> picture =
      workload::random_floats(static_cast<std::size_t>(columns) * rows, 1);
  const std::size_t wrong = workload::count_different(dilate_on_device(picture, columns, rows),
                                                      dilate_on_host(picture, columns, rows));
  return workload::verdict("dilate", wrong);
}
