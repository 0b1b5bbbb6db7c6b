// Flow of a gas around obstacles: the Euler equations on an unstructured mesh of elements with four
// faces, one thread an element. A step finds each element's time step, then three times the fluxes
// through its faces, with neighbours gathered through a table, and the values after it. Stands for
// euler3d of Rodinia's cfd; the mesh lies in a slanted plane, its elements renumbered in pieces.
//   cfd [elements = 24261] [steps = 3] [threads of a block = 192]
#include <algorithm>
#include <utility>

#include "../common/workload.cuh"
#include "gas.cuh"
#include "mesh.cuh"

constexpr int kStages = 3;

/// Of the flow far away, as the device reads it.
__constant__ Flow<float> far_flow;

/// The mesh on the device. Face f of element e has its neighbour at f x elements + e, or kWall or
/// kFar, and component k of its normal at (3 x f + k) x elements + e.
struct DeviceMesh {
  int elements;
  const int* neighbours;
  const float* normals;
  const float* areas;
};

/// Variable v of element e is at v x elements + e: density, momentum, energy.
__device__ State<float> load(const float* variables, int elements, int element) {
  return {variables[element],
          {variables[elements + element], variables[2 * elements + element],
           variables[3 * elements + element]},
          variables[4 * elements + element]};
}

__device__ void store(float* variables, int elements, int element, const State<float>& state) {
  variables[element] = state.density;
  variables[elements + element] = state.momentum.x;
  variables[2 * elements + element] = state.momentum.y;
  variables[3 * elements + element] = state.momentum.z;
  variables[4 * elements + element] = state.energy;
}

__global__ void initialize_variables(float* variables, int elements) {
  const int element = blockIdx.x * blockDim.x + threadIdx.x;
  if (element < elements) store(variables, elements, element, far_flow.state);
}

__global__ void compute_step_factor(const float* variables, const float* areas, float* factors,
                                    int elements) {
  const int element = blockIdx.x * blockDim.x + threadIdx.x;
  if (element >= elements) return;
  const Flow<float> flow = flow_of(load(variables, elements, element));
  factors[element] = 0.5f / (sqrtf(areas[element]) * (flow.speed + flow.sound));
}

__global__ void compute_flux(DeviceMesh mesh, const float* variables, float* fluxes) {
  const int element = blockIdx.x * blockDim.x + threadIdx.x;
  if (element >= mesh.elements) return;
  const Flow<float> own = flow_of(load(variables, mesh.elements, element));
  State<float> flux{};
  for (int face = 0; face < kFaces; ++face) {
    const int neighbour = mesh.neighbours[face * mesh.elements + element];
    const float* const component = mesh.normals + 3 * face * mesh.elements + element;
    const Vector<float> normal{component[0], component[mesh.elements],
                               component[2 * mesh.elements]};
    if (neighbour >= 0) {
      const Flow<float> other = flow_of(load(variables, mesh.elements, neighbour));
      add(flux, flux_through(normal, own, other));
    } else if (neighbour == kWall) {
      add(flux, {0, scaled(normal, -own.pressure), 0});
    } else {
      add(flux, mean_flux(normal, own, far_flow));
    }
  }
  store(fluxes, mesh.elements, element, flux);
}

__global__ void time_step(const float* before, const float* factors, const float* fluxes,
                          float* variables, int elements, int stages_left) {
  const int element = blockIdx.x * blockDim.x + threadIdx.x;
  if (element >= elements) return;
  const float factor = factors[element] / static_cast<float>(stages_left);
  State<float> state = load(before, elements, element);
  add(state, load(fluxes, elements, element), factor);
  store(variables, elements, element, state);
}

std::vector<float> flow_on_device(const Mesh& mesh, int steps, int threads) {
  const int elements = mesh.elements();
  const int blocks = workload::blocks_for(elements, threads);
  const std::size_t values = static_cast<std::size_t>(elements) * kVariables;
  workload::DeviceArray<int> neighbours(mesh.neighbours);
  workload::DeviceArray<float> normals(mesh.normals), areas(mesh.areas), factors(elements);
  workload::DeviceArray<float> variables(values), before(values), fluxes(values);
  const DeviceMesh device{elements, neighbours.data(), normals.data(), areas.data()};
  const Flow<float> far = flow_far_away<float>();
  CHECK(cudaMemcpyToSymbol(far_flow, &far, sizeof(far)));

  initialize_variables<<<blocks, threads>>>(variables.data(), elements);
  for (int step = 0; step < steps; ++step) {
    CHECK(cudaMemcpy(before.data(), variables.data(), values * sizeof(float),
                     cudaMemcpyDeviceToDevice));
    compute_step_factor<<<blocks, threads>>>(variables.data(), areas.data(), factors.data(),
                                             elements);
    for (int left = kStages; left > 0; --left) {
      compute_flux<<<blocks, threads>>>(device, variables.data(), fluxes.data());
      time_step<<<blocks, threads>>>(before.data(), factors.data(), fluxes.data(), variables.data(),
                                     elements, left);
    }
    CHECK(cudaGetLastError());
  }
  return variables.to_host();
}

/// The fluxes in double precision, each face once: what leaves one element enters the other.
std::vector<State<double>> fluxes_on_host(const Mesh& mesh,
                                          const std::vector<State<double>>& states) {
  std::vector<State<double>> fluxes(states.size());
  const Flow<double> far = flow_far_away<double>();
  for (int element = 0; element < mesh.elements(); ++element) {
    const Flow<double> own = flow_of(states[element]);
    for (int face = 0; face < kFaces; ++face) {
      const int neighbour = mesh.neighbour(element, face);
      const Vector<double> normal = mesh.normal(element, face);
      if (neighbour == kWall) {
        add(fluxes[element], {0, scaled(normal, -own.pressure), 0});
      } else if (neighbour == kFar) {
        add(fluxes[element], mean_flux(normal, own, far));
      } else if (neighbour > element) {
        const State<double> through = flux_through(normal, own, flow_of(states[neighbour]));
        add(fluxes[element], through);
        add(fluxes[neighbour], through, -1.0);
      }
    }
  }
  return fluxes;
}

std::vector<State<double>> flow_on_host(const Mesh& mesh, int steps) {
  std::vector<State<double>> states(mesh.elements(), flow_far_away<double>().state);
  for (int step = 0; step < steps; ++step) {
    const std::vector<State<double>> before = states;
    for (int left = kStages; left > 0; --left) {
      const std::vector<State<double>> fluxes = fluxes_on_host(mesh, states);
      for (int element = 0; element < mesh.elements(); ++element) {
        const Flow<double> flow = flow_of(before[element]);
        const double factor =
            0.5 / (std::sqrt(mesh.areas[element]) * (flow.speed + flow.sound)) / left;
        states[element] = before[element];
        add(states[element], fluxes[element], factor);
      }
    }
  }
  return states;
}

int main(int argc, char** argv) {
  const int elements = workload::size_argument(argc, argv, 1, 24261);
  const int steps = workload::size_argument(argc, argv, 2, 3);
  const int threads = workload::size_argument(argc, argv, 3, 192);
  workload::require(elements <= 1 << 22, argv[0], "there must be at most 2^22 elements");
  workload::require(steps <= 64, argv[0], "there must be at most 64 steps");
  workload::require(threads <= 1024, argv[0], "a block must have at most 1024 threads");
  const Mesh mesh = random_mesh(elements);
  const std::vector<float> found = flow_on_device(mesh, steps, threads);
  std::vector<double> expected(found.size());
  const std::vector<State<double>> states = flow_on_host(mesh, steps);
  for (int element = 0; element < elements; ++element) {
    const State<double>& state = states[element];
    const double values[kVariables] = {state.density, state.momentum.x, state.momentum.y,
                                       state.momentum.z, state.energy};
    for (int v = 0; v < kVariables; ++v) {
      expected[static_cast<std::size_t>(v) * elements + element] = values[v];
    }
  }
  // A step's last stage starts from the values before the step, so that a step leaves one rounding
  // of the sum, and, by half or less, those of four fluxes: 16 roundings of values of at most 8.
  return workload::verdict("cfd",
                           workload::count_far(found, expected, 0, steps * 16 * 8 * 0x1p-24));
}
