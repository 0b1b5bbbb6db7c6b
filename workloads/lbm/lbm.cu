// A fluid in a box under a moving lid by the lattice Boltzmann method, 19 velocities in three
// dimensions: a thread loads what flows in a cell along each velocity, lets it collide, and stores
// it where it flows to. A block is a row of the box. Each velocity has its own array, so that
// loads are coalesced and most stores too; a cell is read and written once a step.
// Stands for lbm of Parboil (input long: 120 x 120 x 150 cells, a lid-driven cavity; 3000 steps
// there).
//   lbm [width = 120] [height = 24] [depth = 24] [steps = 2]
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kVelocities = 19;
constexpr float kRelaxation = 1.95f;
constexpr float kLidX = 0.005f, kLidY = 0.002f;  // cells a step
enum Kind : int { kFluid, kWall, kLid };

/// The velocities, in cells a step: rest, then pairs that are opposite.
struct Velocity {
  int x, y, z;
};
#define LATTICE_VELOCITIES                                                                   \
  {                                                                                          \
      {0, 0, 0},  {1, 0, 0},   {-1, 0, 0},  {0, 1, 0},  {0, -1, 0}, {0, 0, 1},   {0, 0, -1}, \
      {1, 1, 0},  {-1, -1, 0}, {1, -1, 0},  {-1, 1, 0}, {1, 0, 1},  {-1, 0, -1}, {1, 0, -1}, \
      {-1, 0, 1}, {0, 1, 1},   {0, -1, -1}, {0, 1, -1}, {0, -1, 1},                          \
  }

/// A box of cells, with columns beyond the width and a layer before and after the depth, into which
/// the outer walls may write.
struct Box {
  int width, height, depth, pitch;
  __host__ __device__ int layer() const { return pitch * height; }
  __host__ __device__ int cells() const { return layer() * (depth + 2); }
  __host__ __device__ int cell(int x, int y, int z) const {
    return (z + 1) * layer() + y * pitch + x;
  }
};

/// Relaxes towards the equilibrium of the cell's density and velocity.
__device__ void collide(float (&flow)[kVelocities], bool lid) {
  constexpr Velocity velocities[kVelocities] = LATTICE_VELOCITIES;
  float density = 0, ux = 0, uy = 0, uz = 0;
#pragma unroll
  for (int i = 0; i < kVelocities; ++i) {
    density += flow[i];
    ux += velocities[i].x * flow[i];
    uy += velocities[i].y * flow[i];
    uz += velocities[i].z * flow[i];
  }
  ux /= density;
  uy /= density;
  uz /= density;
  if (lid) {
    ux = kLidX;
    uy = kLidY;
    uz = 0;
  }
  const float rest = 1.0f - 1.5f * (ux * ux + uy * uy + uz * uz);
#pragma unroll
  for (int i = 0; i < kVelocities; ++i) {
    const Velocity v = velocities[i];
    const int steps = v.x * v.x + v.y * v.y + v.z * v.z;
    const float weight = steps == 0 ? 1.0f / 3 : steps == 1 ? 1.0f / 18 : 1.0f / 36;
    const float along = v.x * ux + v.y * uy + v.z * uz;
    const float equilibrium = weight * density * (rest + along * (3.0f + 4.5f * along));
    flow[i] = (1.0f - kRelaxation) * flow[i] + kRelaxation * equilibrium;
  }
}

__global__ void stream_and_collide(const float* before, float* after, const int* kinds, Box box) {
  constexpr Velocity velocities[kVelocities] = LATTICE_VELOCITIES;
  const int cell = box.cell(threadIdx.x, blockIdx.x, blockIdx.y);
  float flow[kVelocities];
#pragma unroll
  for (int i = 0; i < kVelocities; ++i) flow[i] = before[i * box.cells() + cell];
  const int kind = kinds[cell];
  if (kind == kWall) {  // sends back what came
#pragma unroll
    for (int i = 1; i < kVelocities; i += 2) {
      const float forth = flow[i];
      flow[i] = flow[i + 1];
      flow[i + 1] = forth;
    }
  } else {
    collide(flow, kind == kLid);
  }
#pragma unroll
  for (int i = 0; i < kVelocities; ++i) {
    const Velocity v = velocities[i];
    const int target = cell + v.z * box.layer() + v.y * box.pitch + v.x;
    after[i * box.cells() + target] = flow[i];
  }
}

/// Walls all around; under the uppermost, the lid.
std::vector<int> kinds_of_cells(const Box& box) {
  std::vector<int> kinds(box.cells(), kWall);
  for (int z = 1; z < box.depth - 1; ++z) {
    for (int y = 1; y < box.height - 1; ++y) {
      std::fill_n(&kinds[box.cell(1, y, z)], box.width - 2, z == box.depth - 2 ? kLid : kFluid);
    }
  }
  return kinds;
}

/// At rest but for some noise.
std::vector<float> start_of_flow(const Box& box) {
  const Velocity velocities[kVelocities] = LATTICE_VELOCITIES;
  workload::Random random(1);
  std::vector<float> flow;
  for (const Velocity& v : velocities) {
    const int steps = std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
    const float weight = steps == 0 ? 1.0f / 3 : steps == 1 ? 1.0f / 18 : 1.0f / 36;
    for (int i = 0; i < box.cells(); ++i) flow.push_back(weight * (0.98f + 0.04f * random.next()));
  }
  return flow;
}

std::vector<float> flow_on_device(const Box& box, const std::vector<int>& kinds,
                                  const std::vector<float>& start, int steps) {
  workload::DeviceArray<float> even(start), odd(start);
  workload::DeviceArray<int> device_kinds(kinds);
  float *before = even.data(), *after = odd.data();
  for (int step = 0; step < steps; ++step) {
    stream_and_collide<<<dim3(box.height, box.depth), box.width>>>(before, after,
                                                                   device_kinds.data(), box);
    CHECK(cudaGetLastError());
    std::swap(before, after);
  }
  return steps % 2 == 0 ? even.to_host() : odd.to_host();
}

/// What flows out of a cell along each velocity, from second-order moments of what flows in it.
void collide_on_host(std::vector<double>& flow, int cell, int stride, Kind kind) {
  const Velocity velocities[kVelocities] = LATTICE_VELOCITIES;
  if (kind == kWall) {
    for (int i = 1; i < kVelocities; i += 2) {
      std::swap(flow[i * stride + cell], flow[(i + 1) * stride + cell]);
    }
    return;
  }
  double density = 0, u[3] = {};
  for (int i = 0; i < kVelocities; ++i) {
    const Velocity& v = velocities[i];
    const double part = flow[i * stride + cell];
    density += part;
    u[0] += part * v.x, u[1] += part * v.y, u[2] += part * v.z;
  }
  for (double& component : u) component /= density;
  if (kind == kLid) u[0] = kLidX, u[1] = kLidY, u[2] = 0;
  // Weights are products over the axes: of 2/3 at rest and 1/6 along it, to second order in u; in
  // three dimensions, for the velocities with at most two axes.
  for (int i = 0; i < kVelocities; ++i) {
    const int v[3] = {velocities[i].x, velocities[i].y, velocities[i].z};
    double q = 0;  // (v v - 1/3) : u u
    double along = 0;
    for (int a = 0; a < 3; ++a) {
      along += v[a] * u[a];
      for (int b = 0; b < 3; ++b) q += (v[a] * v[b] - (a == b ? 1.0 / 3 : 0)) * u[a] * u[b];
    }
    const int axes = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    const double weight = axes == 0 ? 12.0 / 36 : axes == 1 ? 2.0 / 36 : 1.0 / 36;
    const double equilibrium = weight * density * (1 + 3 * along + 4.5 * q);
    double& part = flow[i * stride + cell];
    part += kRelaxation * (equilibrium - part);
  }
}

/// All cells collide, then every fluid cell and inner side of a wall takes what flows to it.
std::vector<double> flow_on_host(const Box& box, const std::vector<int>& kinds,
                                 const std::vector<float>& start, int steps) {
  const Velocity velocities[kVelocities] = LATTICE_VELOCITIES;
  std::vector<double> flow(start.begin(), start.end());
  for (int step = 0; step < steps; ++step) {
    for (int cell = 0; cell < box.cells(); ++cell) {
      collide_on_host(flow, cell, box.cells(), static_cast<Kind>(kinds[cell]));
    }
    for (int i = 0; i < kVelocities; ++i) {
      const Velocity& v = velocities[i];
      const int shift = v.z * box.layer() + v.y * box.pitch + v.x;
      const std::vector<double> out(flow.begin() + static_cast<long>(i) * box.cells(),
                                    flow.begin() + static_cast<long>(i + 1) * box.cells());
      for (int cell = std::max(shift, 0); cell < box.cells() + std::min(shift, 0); ++cell) {
        flow[static_cast<std::size_t>(i) * box.cells() + cell] = out[cell - shift];
      }
    }
  }
  return flow;
}

int main(int argc, char** argv) {
  const int width = workload::size_argument(argc, argv, 1, 120);
  const int height = workload::size_argument(argc, argv, 2, 24);
  const int depth = workload::size_argument(argc, argv, 3, 24);
  const int steps = workload::size_argument(argc, argv, 4, 2);
  workload::require(width >= 3 && height >= 3 && depth >= 4, argv[0],
                    "a box has at least 3 x 3 x 4 cells");
  workload::require(
      width <= 256 && steps <= 1000 && static_cast<long>(width) * height * depth <= 1 << 22,
      argv[0], "a row has at most 256 cells, a box 2^22; a run has 1000 steps");
  const Box box{width, height, depth, width / 32 * 32 + 32};
  const std::vector<int> kinds = kinds_of_cells(box);
  const std::vector<float> start = start_of_flow(box);
  std::vector<float> flow = flow_on_device(box, kinds, start, steps);
  std::vector<double> expected = flow_on_host(box, kinds, start, steps);
  for (std::size_t i = 0; i < flow.size(); ++i) {  // what the walls hold has no meaning
    if (kinds[i % box.cells()] == kWall) flow[i] = 0, expected[i] = 0;
  }
  // A collision rounds less than 64 times to within 2^-24 of values of at most the largest weight,
  // 1/3, and its noise; relaxation does not magnify what the steps before it rounded.
  const double absolute = steps * 64 * 0x1p-24 * 0.35;
  return workload::verdict("lbm", workload::count_far(flow, expected, 0, absolute));
}
