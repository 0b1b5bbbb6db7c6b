// The electrostatic potential of point charges on one plane of a lattice, by direct summation:
// every thread walks through all atoms, which lie in constant memory, for eight points of a row
// that are a block's width apart. Atoms that do not fit into constant memory come in further
// launches, which add to the potential of the earlier ones.
// Stands for CP of GPGPU-Sim's suite (cenergy); all charges are positive here, so that nothing
// cancels in the sums.
//   coulomb [points on a side = 256] [atoms = 1000]       (points a multiple of 128)
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kBlockWidth = 16, kBlockHeight = 8;
constexpr int kPointsPerThread = 8;
constexpr int kAtomsAtOnce = 4000;  // 16 bytes each, of 64 KiB of constant memory
constexpr float kSpacing = 0.125f;  // ångström; exact, so that coordinates of points are

struct Atom {
  float x, y;
  float squared_height;  ///< square of the distance from the plane
  float charge;
};

__constant__ Atom atoms[kAtomsAtOnce];

/// Adds the potential of the atoms in constant memory to `potential`, `width` points a row.
__global__ void add_potential(float* potential, int width, int atom_count) {
  const int row = blockIdx.y * kBlockHeight + threadIdx.y;
  const int first_column = blockIdx.x * kBlockWidth * kPointsPerThread + threadIdx.x;
  const float x = first_column * kSpacing, y = row * kSpacing;
  float sum[kPointsPerThread] = {};
  for (int i = 0; i < atom_count; ++i) {
    const float dy = y - atoms[i].y;
    const float squared_distance_to_row = dy * dy + atoms[i].squared_height;
    const float charge = atoms[i].charge;
    float dx = x - atoms[i].x;
#pragma unroll
    for (int point = 0; point < kPointsPerThread; ++point) {
      sum[point] += charge * rsqrtf(dx * dx + squared_distance_to_row);
      dx += kBlockWidth * kSpacing;
    }
  }
  float* const first = &potential[row * width + first_column];
#pragma unroll
  for (int point = 0; point < kPointsPerThread; ++point) first[point * kBlockWidth] += sum[point];
}

/// Atoms over the lattice, between 1 and 9 ångström from its plane. Their coordinates in the plane
/// are multiples of 2^-13, so that differences of coordinates are exact.
std::vector<Atom> random_atoms(int count, int points) {
  workload::Random random(1);
  std::vector<Atom> molecule(count);
  for (Atom& atom : molecule) {
    atom.x = kSpacing / 1024 * random.below(1024 * points);
    atom.y = kSpacing / 1024 * random.below(1024 * points);
    const float height = 1.0f + 8.0f * random.next();
    atom.squared_height = height * height;
    atom.charge = 0.5f + random.next();
  }
  return molecule;
}

std::vector<float> potential_on_device(const std::vector<Atom>& molecule, int points) {
  workload::DeviceArray<float> potential(static_cast<std::size_t>(points) * points);
  potential.fill_bytes(0);
  const dim3 block(kBlockWidth, kBlockHeight);
  const dim3 grid(points / (kBlockWidth * kPointsPerThread), points / kBlockHeight);
  for (std::size_t first = 0; first < molecule.size(); first += kAtomsAtOnce) {
    const int count =
        static_cast<int>(std::min<std::size_t>(kAtomsAtOnce, molecule.size() - first));
    CHECK(cudaMemcpyToSymbol(atoms, &molecule[first], count * sizeof(Atom)));
    add_potential<<<grid, block>>>(potential.data(), points, count);
    CHECK(cudaGetLastError());
  }
  return potential.to_host();
}

/// The same in double precision, atom by atom.
std::vector<double> potential_on_host(const std::vector<Atom>& molecule, int points) {
  std::vector<double> potential(static_cast<std::size_t>(points) * points);
  for (const Atom& atom : molecule) {
    for (int row = 0; row < points; ++row) {
      const double dy = row * double{kSpacing} - atom.y;
      double* const values = &potential[static_cast<std::size_t>(row) * points];
      for (int column = 0; column < points; ++column) {
        const double dx = column * double{kSpacing} - atom.x;
        values[column] += atom.charge / std::sqrt(dx * dx + dy * dy + atom.squared_height);
      }
    }
  }
  return potential;
}

int main(int argc, char** argv) {
  const int points = workload::size_argument(argc, argv, 1, 256);
  const int atom_count = workload::size_argument(argc, argv, 2, 1000);
  workload::require(points % (kBlockWidth * kPointsPerThread) == 0 && points <= 4096, argv[0],
                    "the points on a side must be a multiple of 128, at most 4096");
  workload::require(atom_count <= 1 << 20, argv[0], "there can be at most 2^20 atoms");
  const std::vector<Atom> molecule = random_atoms(atom_count, points);
  const std::vector<float> potential = potential_on_device(molecule, points);
  const std::vector<double> expected = potential_on_host(molecule, points);
  // All terms are positive. Each addition rounds to within 2^-24 of the sum; a term is wrong by
  // less than 8 such steps (squares and their sum, 5.3 of rsqrtf, the product).
  const double relative = (atom_count + 8) * 0x1p-24;
  return workload::verdict("coulomb", workload::count_far(potential, expected, relative));
}
