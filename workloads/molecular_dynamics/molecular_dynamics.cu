// Molecular dynamics of a Lennard-Jones crystal in reduced units, one thread per atom. The
// periodic space is cut into cells at least as wide as the cutoff; a thread walks through the
// atoms of its own and the 26 cells around, and adds the force of those within the cutoff. Cells
// hold different numbers of atoms, a warp's atoms come from several cells, and one pair in six is
// within the cutoff: loops of different lengths, a branch in them, scattered loads.
// Stands for CoMD (its default: 20 unit cells on a side, 32000 atoms). The force is shifted to end
// at zero, so that a pair at the cutoff does not matter; atoms are not sorted again within the few
// steps.
//   molecular_dynamics [unit cells on a side = 10] [steps = 2]
#include <algorithm>
#include <array>
#include <numeric>

#include "../common/workload.cuh"

constexpr int kThreads = 128;
constexpr int kCapacity = 64;  ///< slots for atoms in a cell
constexpr int kNeighbours = 27;
constexpr float kLatticeConstant = 1.6796f;  ///< density 0.8442
constexpr float kCutoff = 2.5f;
constexpr float kSkin = 0.1f;  ///< that two atoms may approach while they stay in their cells
constexpr float kTimeStep = 0.002f;

/// Arrays with a value for each slot.
struct Atoms {
  float *x, *y, *z;
  float *speed_x, *speed_y, *speed_z;
  float *force_x, *force_y, *force_z;
  float* energy;
};

struct Cells {
  const int* atoms;       ///< in each cell
  const int* neighbours;  ///< 27 of each cell, itself among them
};

/// The force of a pair over its distance, without the shift, for masses and units of 1.
__host__ __device__ constexpr float lennard_jones_force(float inverse_square) {
  const float sixth = inverse_square * inverse_square * inverse_square;
  return 24.0f * inverse_square * sixth * (2.0f * sixth - 1.0f);
}

__global__ void lennard_jones(Atoms atoms, Cells cells, const int* slots, int count, float side) {
  const int atom = blockIdx.x * blockDim.x + threadIdx.x;
  if (atom >= count) return;
  const int slot = slots[atom];
  const int* const neighbours = &cells.neighbours[slot / kCapacity * kNeighbours];
  const float x = atoms.x[slot], y = atoms.y[slot], z = atoms.z[slot];
  const float per_side = 1.0f / side;
  constexpr float kForceAtCutoff = lennard_jones_force(1 / (kCutoff * kCutoff)) * kCutoff;
  constexpr float kSixth = 1 / (kCutoff * kCutoff * kCutoff * kCutoff * kCutoff * kCutoff);
  constexpr float kEnergyAtCutoff = 4 * kSixth * (kSixth - 1);
  float force_x = 0, force_y = 0, force_z = 0, energy = 0;
  for (int i = 0; i < kNeighbours; ++i) {
    const int first = neighbours[i] * kCapacity, end = first + cells.atoms[neighbours[i]];
    for (int other = first; other < end; ++other) {
      float dx = x - atoms.x[other], dy = y - atoms.y[other], dz = z - atoms.z[other];
      dx -= side * rintf(dx * per_side);
      dy -= side * rintf(dy * per_side);
      dz -= side * rintf(dz * per_side);
      const float square = dx * dx + dy * dy + dz * dz;
      if (square >= kCutoff * kCutoff || other == slot) continue;
      const float inverse_square = 1.0f / square, distance = sqrtf(square);
      const float sixth = inverse_square * inverse_square * inverse_square;
      const float force = lennard_jones_force(inverse_square) - kForceAtCutoff / distance;
      force_x += force * dx;
      force_y += force * dy;
      force_z += force * dz;
      energy += 2 * sixth * (sixth - 1.0f) - 0.5f * kEnergyAtCutoff +
                0.5f * kForceAtCutoff * (distance - kCutoff);
    }
  }
  atoms.force_x[slot] = force_x;
  atoms.force_y[slot] = force_y;
  atoms.force_z[slot] = force_z;
  atoms.energy[slot] = energy;
}

/// Half a step of acceleration, and then, if `moving`, a step along the new velocity.
__global__ void advance(Atoms atoms, const int* slots, int count, bool moving) {
  const int atom = blockIdx.x * blockDim.x + threadIdx.x;
  if (atom >= count) return;
  const int slot = slots[atom];
  atoms.speed_x[slot] += 0.5f * kTimeStep * atoms.force_x[slot];
  atoms.speed_y[slot] += 0.5f * kTimeStep * atoms.force_y[slot];
  atoms.speed_z[slot] += 0.5f * kTimeStep * atoms.force_z[slot];
  if (!moving) return;
  atoms.x[slot] += kTimeStep * atoms.speed_x[slot];
  atoms.y[slot] += kTimeStep * atoms.speed_y[slot];
  atoms.z[slot] += kTimeStep * atoms.speed_z[slot];
}

#include "molecular_dynamics_host.cuh"

/// One array after the other of the ten of Atoms, each with a value for each slot.
std::vector<float> simulate_on_device(const Crystal& crystal, int steps) {
  const std::size_t slot_count = crystal.counts.size() * kCapacity;
  std::vector<float> start(10 * slot_count);
  for (std::size_t atom = 0; atom < crystal.slots.size(); ++atom) {
    for (int axis = 0; axis < 3; ++axis) {
      start[axis * slot_count + crystal.slots[atom]] = crystal.places[atom][axis];
      start[(3 + axis) * slot_count + crystal.slots[atom]] = crystal.speeds[atom][axis];
    }
  }
  workload::DeviceArray<float> values(start);
  workload::DeviceArray<int> slots(crystal.slots), counts(crystal.counts);
  workload::DeviceArray<int> neighbours(neighbours_of_cells(crystal.cells_on_side));
  const auto array = [&](int i) { return values.data() + i * slot_count; };
  const Atoms atoms{array(0), array(1), array(2), array(3), array(4),
                    array(5), array(6), array(7), array(8), array(9)};
  const Cells cells{counts.data(), neighbours.data()};
  const int count = static_cast<int>(crystal.slots.size());
  const int blocks = workload::blocks_for(count, kThreads);
  lennard_jones<<<blocks, kThreads>>>(atoms, cells, slots.data(), count, crystal.side);
  for (int step = 0; step < steps; ++step) {
    advance<<<blocks, kThreads>>>(atoms, slots.data(), count, true);
    lennard_jones<<<blocks, kThreads>>>(atoms, cells, slots.data(), count, crystal.side);
    advance<<<blocks, kThreads>>>(atoms, slots.data(), count, false);
  }
  CHECK(cudaGetLastError());
  return values.to_host();
}

int main(int argc, char** argv) {
  const int unit_cells = workload::size_argument(argc, argv, 1, 10);
  const int steps = workload::size_argument(argc, argv, 2, 2);
  workload::require(unit_cells >= 5 && unit_cells <= 40, argv[0],
                    "a crystal has 5 to 40 unit cells on a side");
  workload::require(steps <= 10, argv[0], "atoms stay in their cells for at most 10 steps");
  const Crystal crystal = random_crystal(unit_cells);
  const std::vector<float> found = simulate_on_device(crystal, steps);
  return workload::verdict("molecular_dynamics", count_wrong(crystal, found, steps));
}
