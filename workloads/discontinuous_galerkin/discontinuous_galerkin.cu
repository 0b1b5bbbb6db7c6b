// Maxwell's equations by a nodal discontinuous Galerkin method on tetrahedra, polynomials of
// degree 6: 84 nodes in an element, 28 on a face. Each stage of the Runge-Kutta method is three
// launches:
//   curl_in_elements    a block is an element, a thread a node: derivatives of the six fields as
//                       products with dense matrices, from shared memory and a texture
//   add_face_fluxes     a thread is a node of a face: jump to the neighbour, through shared memory
//                       lifted to the element's nodes by the first 84 threads
//   advance             a thread a value of a field, padded to 96 nodes an element
// Stands for DG of GPGPU-Sim's suite (VOL, SURF, RK). Mesh and matrices are random, of the shape
// and size of real ones: the fields mean nothing, but they stay bounded.
//   discontinuous_galerkin [elements = 67] [stages = 5]
#include <algorithm>
#include <array>
#include <numeric>

#include "../common/texture.cuh"
#include "../common/workload.cuh"

constexpr int kNodes = 84, kPaddedNodes = 96;
constexpr int kFaces = 4, kFaceNodes = 28, kSurfaceNodes = kFaces * kFaceNodes;
constexpr int kFields = 6;  ///< Hx, Hy, Hz, Ex, Ey, Ez
constexpr int kValuesPerElement = kFields * kPaddedNodes;
constexpr int kAdvanceThreads = 256;
constexpr float kTimeStep = 0.005f;

/// How the reference element's coordinates r, s, t change along x, y, z.
struct Geometry {
  float r[3], s[3], t[3];
};

/// A node of a face: where its values begin, here and in the neighbour, and the face's normal.
struct SurfaceNode {
  int inside, outside;
  float normal[3];
  float scale;  ///< of the face's area to the element's volume
};

__global__ void curl_in_elements(const float* fields, const Geometry* geometries,
                                 cudaTextureObject_t derivatives, float* rates) {
  __shared__ float element_fields[kFields][kNodes];
  __shared__ Geometry geometry;
  const int node = threadIdx.x;
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kValuesPerElement + node;
#pragma unroll
  for (int field = 0; field < kFields; ++field) {
    element_fields[field][node] = fields[first + field * kPaddedNodes];
  }
  if (node == 0) geometry = geometries[blockIdx.x];
  __syncthreads();

  float along_r[kFields] = {}, along_s[kFields] = {}, along_t[kFields] = {};
  for (int other = 0; other < kNodes; ++other) {
    const float4 weight = tex1Dfetch<float4>(derivatives, other * kNodes + node);
#pragma unroll
    for (int field = 0; field < kFields; ++field) {
      const float value = element_fields[field][other];
      along_r[field] += weight.x * value;
      along_s[field] += weight.y * value;
      along_t[field] += weight.z * value;
    }
  }
  const auto along = [&](int axis, int field) {
    return geometry.r[axis] * along_r[field] + geometry.s[axis] * along_s[field] +
           geometry.t[axis] * along_t[field];
  };
#pragma unroll
  for (int axis = 0; axis < 3; ++axis) {
    const int next = (axis + 1) % 3, last = (axis + 2) % 3;
    rates[first + axis * kPaddedNodes] = along(last, 3 + next) - along(next, 3 + last);
    rates[first + (3 + axis) * kPaddedNodes] = along(next, last) - along(last, next);
  }
}

__global__ void add_face_fluxes(const float* fields, const SurfaceNode* surface,
                                cudaTextureObject_t lift, float* rates) {
  __shared__ float fluxes[kFields][kSurfaceNodes];
  const SurfaceNode node = surface[blockIdx.x * kSurfaceNodes + threadIdx.x];
  float jump[kFields], along_normal_h = 0, along_normal_e = 0;
#pragma unroll
  for (int field = 0; field < kFields; ++field) {
    const int offset = field * kPaddedNodes;
    jump[field] = node.scale * (fields[node.outside + offset] - fields[node.inside + offset]);
  }
#pragma unroll
  for (int axis = 0; axis < 3; ++axis) {
    along_normal_h += node.normal[axis] * jump[axis];
    along_normal_e += node.normal[axis] * jump[3 + axis];
  }
#pragma unroll
  for (int axis = 0; axis < 3; ++axis) {
    const int next = (axis + 1) % 3, last = (axis + 2) % 3;
    const float* const n = node.normal;
    fluxes[axis][threadIdx.x] =
        n[last] * jump[3 + next] - n[next] * jump[3 + last] + jump[axis] - along_normal_h * n[axis];
    fluxes[3 + axis][threadIdx.x] =
        n[next] * jump[last] - n[last] * jump[next] + jump[3 + axis] - along_normal_e * n[axis];
  }
  __syncthreads();

  if (threadIdx.x >= kNodes) return;
  float sum[kFields] = {};
  for (int other = 0; other < kSurfaceNodes; ++other) {
    const float weight = tex1Dfetch<float>(lift, other * kNodes + threadIdx.x);
#pragma unroll
    for (int field = 0; field < kFields; ++field) sum[field] += weight * fluxes[field][other];
  }
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kValuesPerElement + threadIdx.x;
#pragma unroll
  for (int field = 0; field < kFields; ++field) rates[first + field * kPaddedNodes] += sum[field];
}

/// A stage of a Runge-Kutta method that keeps one array besides the fields.
__global__ void advance(float* fields, float* change, const float* rates, int values, float keep,
                        float weight) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= values) return;
  const float now = keep * change[i] + kTimeStep * rates[i];
  change[i] = now;
  fields[i] += weight * now;
}

#include "discontinuous_galerkin_host.cuh"

std::vector<float> solve_on_device(const Mesh& mesh, const std::vector<float>& start, int stages) {
  workload::DeviceArray<float> fields(start), change(start.size()), rates(start.size());
  workload::DeviceArray<Geometry> geometries(mesh.geometries);
  workload::DeviceArray<SurfaceNode> surface(mesh.surface);
  workload::DeviceArray<float4> derivatives(mesh.derivatives);
  workload::DeviceArray<float> lift(mesh.lift);
  change.fill_bytes(0);
  rates.fill_bytes(0);
  const workload::LinearTexture<float4> derivative_texture(derivatives);
  const workload::LinearTexture<float> lift_texture(lift);
  const int elements = static_cast<int>(mesh.geometries.size());
  const int values = static_cast<int>(start.size());
  for (int stage = 0; stage < stages; ++stage) {
    curl_in_elements<<<elements, kNodes>>>(fields.data(), geometries.data(),
                                           derivative_texture.object(), rates.data());
    add_face_fluxes<<<elements, kSurfaceNodes>>>(fields.data(), surface.data(),
                                                 lift_texture.object(), rates.data());
    advance<<<workload::blocks_for(values, kAdvanceThreads), kAdvanceThreads>>>(
        fields.data(), change.data(), rates.data(), values, kKeep[stage % 5], kWeight[stage % 5]);
    CHECK(cudaGetLastError());
  }
  return fields.to_host();
}

int main(int argc, char** argv) {
  const int elements = workload::size_argument(argc, argv, 1, 67);
  const int stages = workload::size_argument(argc, argv, 2, 5);
  workload::require(elements <= 1 << 14, argv[0], "there can be at most 16384 elements");
  workload::require(stages <= 100, argv[0], "there can be at most 100 stages");
  const Mesh mesh = random_mesh(elements);
  const std::vector<float> start = random_fields(elements);
  const std::vector<float> fields = solve_on_device(mesh, start, stages);
  const std::vector<double> expected = solve_on_host(mesh, start, stages);
  // A rate is a sum of 84 products for each derivative, 112 of the fluxes and some 20 steps more,
  // each rounding to within 2^-24 of terms that, times the time step, are at most as large as the
  // fields. The equations are linear: errors of earlier stages grow as the fields do.
  double largest = 0;
  for (const double value : expected) largest = std::max(largest, std::fabs(value));
  const double absolute = stages * (84 + 112 + 20) * 0x1p-24 * largest;
  return workload::verdict("discontinuous_galerkin",
                           workload::count_far(fields, expected, 0, absolute));
}
