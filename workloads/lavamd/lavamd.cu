// Forces between particles in a space that is cut into boxes: a particle feels those of its own
// box and of the 26 around it. A block is a box; it brings one neighbour after the other into
// shared memory, with a barrier before and after, and a thread sums up the forces on one particle,
// in double precision. With 100 particles a box, the last of the block's four warps has four
// threads at work.
// Stands for lavaMD of Rodinia (there 10 boxes on a side).
//   lavamd [boxes on a side = 3] [particles in a box = 100]
#include <algorithm>
#include <array>

#include "../common/workload.cuh"

constexpr int kThreads = 128;
constexpr int kMostParticles = 100;  ///< in a box
constexpr double kAlpha = 0.5;       ///< two particles have the potential exp(-alpha^2 r^2)

struct Particle {
  double half_square;  ///< of the distance from the origin
  double x, y, z;
};

/// The potential of a particle, and the force on it.
struct Force {
  double potential, x, y, z;
};

struct Box {
  int first_particle;
  int neighbour_count;
  int neighbours[26];
};

__global__ void forces_in_box(const Box* boxes, const Particle* particles, const double* charges,
                              int per_box, Force* forces) {
  __shared__ Particle own[kMostParticles], others[kMostParticles];
  __shared__ double other_charges[kMostParticles];
  const Box& home = boxes[blockIdx.x];
  for (int i = threadIdx.x; i < per_box; i += kThreads) own[i] = particles[home.first_particle + i];
  __syncthreads();

  for (int near = 0; near <= home.neighbour_count; ++near) {
    const int box = near == 0 ? blockIdx.x : home.neighbours[near - 1];
    const int first = boxes[box].first_particle;
    for (int i = threadIdx.x; i < per_box; i += kThreads) {
      others[i] = particles[first + i];
      other_charges[i] = charges[first + i];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < per_box; i += kThreads) {
      volatile Force& force = forces[home.first_particle + i];
      const Particle here = own[i];
      for (int j = 0; j < per_box; ++j) {
        const Particle there = others[j];
        const double half_square = here.half_square + there.half_square -
                                   (here.x * there.x + here.y * there.y + here.z * there.z);
        const double potential = other_charges[j] * exp(-2 * kAlpha * kAlpha * half_square);
        const double strength = 2 * potential;
        force.potential += potential;
        force.x += strength * (here.x - there.x);
        force.y += strength * (here.y - there.y);
        force.z += strength * (here.z - there.z);
      }
    }
    __syncthreads();
  }
}

std::vector<Box> boxes_of_space(int side, int per_box) {
  std::vector<Box> boxes(side * side * side);
  for (int box = 0; box < static_cast<int>(boxes.size()); ++box) {
    boxes[box].first_particle = box * per_box;
    boxes[box].neighbour_count = 0;
    const int z = box / (side * side), y = box / side % side, x = box % side;
    for (int other = 0; other < static_cast<int>(boxes.size()); ++other) {
      const int dz = other / (side * side) - z, dy = other / side % side - y, dx = other % side - x;
      if (other == box || std::max({std::abs(dx), std::abs(dy), std::abs(dz)}) > 1) continue;
      boxes[box].neighbours[boxes[box].neighbour_count++] = other;
    }
  }
  return boxes;
}

/// At random places of their boxes, which are of size 1.
std::vector<Particle> random_particles(int side, int per_box) {
  workload::Random random(1);
  std::vector<Particle> particles;
  for (int box = 0; box < side * side * side; ++box) {
    for (int i = 0; i < per_box; ++i) {
      const double x = box % side + random.next(), y = box / side % side + random.next();
      const double z = box / (side * side) + random.next();
      particles.push_back({(x * x + y * y + z * z) / 2, x, y, z});
    }
  }
  return particles;
}

/// Box by box from the pairs of places, with all boxes compared.
std::vector<Force> forces_on_host(int side, const std::vector<Particle>& particles,
                                  const std::vector<double>& charges, int per_box) {
  const auto box_of = [side](const Particle& p) {
    const auto in = [side](double at) { return std::min(static_cast<int>(at), side - 1); };
    return std::array<int, 3>{in(p.x), in(p.y), in(p.z)};
  };
  std::vector<Force> forces(particles.size(), Force{});
  for (std::size_t i = 0; i < particles.size(); i += per_box) {
    for (std::size_t j = 0; j < particles.size(); j += per_box) {
      const auto a = box_of(particles[i]), b = box_of(particles[j]);
      bool near = true;
      for (int axis = 0; axis < 3; ++axis) near = near && std::abs(a[axis] - b[axis]) <= 1;
      if (!near) continue;
      for (std::size_t k = i; k < i + per_box; ++k) {
        for (std::size_t l = j; l < j + per_box; ++l) {
          const double dx = particles[k].x - particles[l].x, dy = particles[k].y - particles[l].y;
          const double dz = particles[k].z - particles[l].z;
          const double v = charges[l] * std::exp(-kAlpha * kAlpha * (dx * dx + dy * dy + dz * dz));
          forces[k].potential += v;
          forces[k].x += 2 * v * dx, forces[k].y += 2 * v * dy, forces[k].z += 2 * v * dz;
        }
      }
    }
  }
  return forces;
}

std::vector<Force> forces_on_device(int side, const std::vector<Particle>& particles,
                                    const std::vector<double>& charges, int per_box) {
  workload::DeviceArray<Box> boxes(boxes_of_space(side, per_box));
  workload::DeviceArray<Particle> device_particles(particles);
  workload::DeviceArray<double> device_charges(charges);
  workload::DeviceArray<Force> forces(particles.size());
  forces.fill_bytes(0);
  forces_in_box<<<static_cast<int>(boxes.size()), kThreads>>>(
      boxes.data(), device_particles.data(), device_charges.data(), per_box, forces.data());
  CHECK(cudaGetLastError());
  return forces.to_host();
}

std::vector<double> values_of(const std::vector<Force>& forces) {
  std::vector<double> values;
  for (const Force& force : forces) {
    values.insert(values.end(), {force.potential, force.x, force.y, force.z});
  }
  return values;
}

int main(int argc, char** argv) {
  const int side = workload::size_argument(argc, argv, 1, 3);
  const int per_box = workload::size_argument(argc, argv, 2, 100);
  workload::require(side <= 16, argv[0], "there can be at most 16 boxes on a side");
  workload::require(per_box <= kMostParticles, argv[0], "a box has at most 100 particles");
  const std::vector<Particle> particles = random_particles(side, per_box);
  std::vector<double> charges;
  for (const float charge : workload::random_floats(particles.size(), 2)) {
    charges.push_back(0.1 + charge);
  }
  const std::vector<Force> forces = forces_on_device(side, particles, charges, per_box);
  const std::vector<Force> expected = forces_on_host(side, particles, charges, per_box);
  // Half squares are up to 3/2 side^2 and come out of three such terms, so that exp is wrong by
  // less than 8 side^2 steps of 2^-53; with the few of the rest, on each of 27 boxes' terms
  // below 8.
  const double absolute = 27.0 * per_box * 8 * (8.0 * side * side + 16) * 0x1p-53;
  return workload::verdict(
      "lavamd", workload::count_far(values_of(forces), values_of(expected), 0, absolute));
}
