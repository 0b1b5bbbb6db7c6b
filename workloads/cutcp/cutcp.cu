// The electrostatic potential of atoms on a lattice of points, each atom's smoothed to zero at a
// cutoff distance. Atoms lie in cubic bins of up to eight; a block computes the points of one
// bin's region, a thread four of them. The bins within the cutoff come through shared memory, 32
// at a time; points beyond the cutoff are left out one by one.
// Stands for cutcp of Parboil. There each layer of regions is a launch and the box 25 regions
// wide; here a smaller box is one launch. No bin has too many atoms, which there the host takes
// care of.
//   cutcp [regions on a side = 4]
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kRegion = 8;        ///< points on a side of a region, which is as large as a bin
constexpr float kSpacing = 0.5f;  // ångström
constexpr float kCutoff = 12.0f;  // ångström
constexpr float kBin = kRegion * kSpacing;
constexpr int kReach = 3;  ///< bins from a region to the farthest within the cutoff
constexpr int kBinDepth = 8;
constexpr int kBinsAtOnce = 32;
constexpr int kMostNeighbours = (2 * kReach + 1) * (2 * kReach + 1) * (2 * kReach + 1);
constexpr int kBlockHeight = 2;  ///< of 8 x 2 x 8 threads
constexpr int kPointsPerThread = kRegion / kBlockHeight;

/// Bins within the cutoff of a region, as differences of their numbers.
__constant__ int neighbours[kMostNeighbours];

/// `bins` has kReach empty bins around the box, and `width` bins a row. An atom is x, y, z, charge;
/// charge 0 ends a bin.
__global__ void potential_of_region(const float4* bins, int width, int neighbour_count,
                                    float* potential) {
  __shared__ float4 cache[kBinsAtOnce][kBinDepth];
  const int thread = (threadIdx.z * kBlockHeight + threadIdx.y) * kRegion + threadIdx.x;
  const int threads = kRegion * kBlockHeight * kRegion;
  const int own_bin =
      ((blockIdx.z + kReach) * width + blockIdx.y + kReach) * width + blockIdx.x + kReach;
  const float x = (blockIdx.x * kRegion + threadIdx.x) * kSpacing;
  const float y = (blockIdx.y * kRegion + threadIdx.y) * kSpacing;
  const float z = (blockIdx.z * kRegion + threadIdx.z) * kSpacing;
  constexpr float kSquaredCutoff = kCutoff * kCutoff;
  float sum[kPointsPerThread] = {};

  for (int first = 0; first < neighbour_count; first += kBinsAtOnce) {
    const int bins_now = min(kBinsAtOnce, neighbour_count - first);
    __syncthreads();
    for (int atom = thread; atom < bins_now * kBinDepth; atom += threads) {
      const int bin = own_bin + neighbours[first + atom / kBinDepth];
      (&cache[0][0])[atom] = bins[bin * kBinDepth + atom % kBinDepth];
    }
    __syncthreads();
    for (int bin = 0; bin < bins_now; ++bin) {
      for (int i = 0; i < kBinDepth; ++i) {
        const float4 atom = cache[bin][i];
        if (atom.w == 0.0f) break;
        const float dx = x - atom.x, dz = z - atom.z;
        const float aside = dx * dx + dz * dz;
        if (aside >= kSquaredCutoff) continue;
        float dy = y - atom.y;
#pragma unroll
        for (int point = 0; point < kPointsPerThread; ++point) {
          const float squared = dy * dy + aside;
          if (squared < kSquaredCutoff) {
            const float smooth = 1.0f - squared * (1.0f / kSquaredCutoff);
            sum[point] += atom.w * rsqrtf(squared) * smooth * smooth;
          }
          dy += kBlockHeight * kSpacing;
        }
      }
    }
  }
  const int region = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  float* const first_point = &potential[region * kRegion * kRegion * kRegion];
#pragma unroll
  for (int point = 0; point < kPointsPerThread; ++point) {
    const int row = threadIdx.z * kRegion + threadIdx.y + point * kBlockHeight;
    first_point[row * kRegion + threadIdx.x] = sum[point];
  }
}

/// 5 to 8 atoms a bin: water has about 6. Their coordinates are odd multiples of 2^-10: differences
/// to points are exact and never 0.
std::vector<float4> random_bins(int regions) {
  workload::Random random(1);
  const int width = regions + 2 * kReach;
  std::vector<float4> bins(static_cast<std::size_t>(width) * width * width * kBinDepth,
                           make_float4(0, 0, 0, 0));
  const auto coordinate = [&](int bin) {
    return bin * kBin + (2 * random.below(2048) + 1) / 1024.0f;
  };
  for (int z = 0; z < regions; ++z) {
    for (int y = 0; y < regions; ++y) {
      for (int x = 0; x < regions; ++x) {
        const std::size_t bin = ((z + kReach) * width + y + kReach) * width + x + kReach;
        const int atoms = 5 + random.below(4);
        for (int i = 0; i < atoms; ++i) {
          bins[bin * kBinDepth + i] =
              make_float4(coordinate(x), coordinate(y), coordinate(z), 0.5f + random.next());
        }
      }
    }
  }
  return bins;
}

/// Bins of which some point is nearer than the cutoff to some point of the region of bin 0.
std::vector<int> neighbours_of_region(int width) {
  const auto gap = [](int bins) { return kBin * std::max(std::abs(bins) - 1, 0); };
  std::vector<int> found;
  for (int z = -kReach; z <= kReach; ++z) {
    for (int y = -kReach; y <= kReach; ++y) {
      for (int x = -kReach; x <= kReach; ++x) {
        const float squared = gap(x) * gap(x) + gap(y) * gap(y) + gap(z) * gap(z);
        if (squared < kCutoff * kCutoff) found.push_back((z * width + y) * width + x);
      }
    }
  }
  return found;
}

std::vector<float> potential_on_device(const std::vector<float4>& bins, int regions) {
  const int width = regions + 2 * kReach;
  const std::vector<int> near = neighbours_of_region(width);
  CHECK(cudaMemcpyToSymbol(neighbours, near.data(), near.size() * sizeof(int)));
  workload::DeviceArray<float4> device_bins(bins);
  workload::DeviceArray<float> potential(static_cast<std::size_t>(regions) * regions * regions *
                                         kRegion * kRegion * kRegion);
  const dim3 grid(regions, regions, regions), block(kRegion, kBlockHeight, kRegion);
  potential_of_region<<<grid, block>>>(device_bins.data(), width, static_cast<int>(near.size()),
                                       potential.data());
  CHECK(cudaGetLastError());
  return potential.to_host();
}

/// Atom by atom, over the points of the cube around it, in double precision.
std::vector<double> potential_on_host(const std::vector<float4>& bins, int regions) {
  const int points = regions * kRegion;
  std::vector<double> potential(static_cast<std::size_t>(points) * points * points);
  const auto begin = [](double at) {
    return std::max(0, int(std::ceil((at - kCutoff) / kSpacing)));
  };
  const auto end = [&](double at) { return std::min(points, int((at + kCutoff) / kSpacing) + 1); };
  for (const float4& atom : bins) {
    if (atom.w == 0) continue;
    for (int k = begin(atom.z); k < end(atom.z); ++k) {
      for (int j = begin(atom.y); j < end(atom.y); ++j) {
        for (int i = begin(atom.x); i < end(atom.x); ++i) {
          const double dx = i * kSpacing - atom.x, dy = j * kSpacing - atom.y;
          const double dz = k * kSpacing - atom.z;
          const double share = (dx * dx + dy * dy + dz * dz) / (kCutoff * kCutoff);
          if (share >= 1) continue;
          const int region = ((k / kRegion) * regions + j / kRegion) * regions + i / kRegion;
          const int point = (k % kRegion * kRegion + j % kRegion) * kRegion + i % kRegion;
          potential[static_cast<std::size_t>(region) * kRegion * kRegion * kRegion + point] +=
              atom.w / (kCutoff * std::sqrt(share)) * (1 - share) * (1 - share);
        }
      }
    }
  }
  return potential;
}

int main(int argc, char** argv) {
  const int regions = workload::size_argument(argc, argv, 1, 4);
  workload::require(regions <= 32, argv[0], "a box is at most 32 regions wide");
  const std::vector<float4> bins = random_bins(regions);
  const std::vector<float> potential = potential_on_device(bins, regions);
  const std::vector<double> expected = potential_on_host(bins, regions);
  // All terms are positive. Each addition rounds to within 2^-24 of the sum; all other rounding
  // makes less than 30 such steps, that of 1 - r^2 / cutoff^2 counted by the sum of the unsquared
  // terms.
  const double relative = (kMostNeighbours * kBinDepth + 30) * 0x1p-24;
  return workload::verdict("cutcp", workload::count_far(potential, expected, relative));
}
