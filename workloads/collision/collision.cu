// Contacts of rigid bodies, one thread per pair of bodies that may touch. Pairs come sorted by
// shape in batches of half a warp: the half of a warp with spheres is done after a few instructions
// and exits, the other half walks in step through the 15 axes that may separate two boxes for the
// one of least overlap. The bodies of a batch follow each other, 64 bytes apart.
// Stands for GamePhysics of the variable warp sizing study, a trace that is not public, by what
// the study shows of it: warps split in two halves, one exits, the other stays together.
//   collision [pairs = 65536]
#include <algorithm>
#include <array>

#include "../common/workload.cuh"

constexpr int kThreads = 128;
constexpr int kBatch = 16;
constexpr float kRestitution = 0.5f;
constexpr float kParallel = 1e-4f;  ///< squared sine of edges whose cross product is no axis

struct Body {
  float4 centre;    ///< and a sphere's radius
  float4 rotation;  ///< a unit quaternion: vector, scalar
  float4 extents;   ///< half a box's sides; inverse mass
  float4 velocity;
};

struct Pair {
  int first, second;
};

/// The first half of one warp, the second of the next, so that no lanes of all warps are done
/// early.
__host__ __device__ bool are_spheres(int pair) { return (pair / kBatch + 1) / 2 % 2 == 0; }

struct Contact {
  float3 normal;  ///< towards the first body
  float overlap;  ///< negative: how far apart
  float impulse;
};

__device__ float3 operator-(float3 a, float3 b) {
  return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}
__device__ float3 operator*(float scale, float3 a) {
  return make_float3(scale * a.x, scale * a.y, scale * a.z);
}
__device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ float3 cross(float3 a, float3 b) {
  return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
__device__ float3 vector_of(float4 a) { return make_float3(a.x, a.y, a.z); }

/// The directions of a box's sides.
__device__ void sides_of(float4 q, float3 (&sides)[3]) {
  sides[0] = make_float3(1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z),
                         2 * (q.x * q.z - q.w * q.y));
  sides[1] = make_float3(2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z),
                         2 * (q.y * q.z + q.w * q.x));
  sides[2] = make_float3(2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x),
                         1 - 2 * (q.x * q.x + q.y * q.y));
}

__device__ float reach(const float3 (&sides)[3], float4 extents, float3 axis) {
  return extents.x * fabsf(dot(sides[0], axis)) + extents.y * fabsf(dot(sides[1], axis)) +
         extents.z * fabsf(dot(sides[2], axis));
}

__device__ float impulse_of(const Body& a, const Body& b, float3 normal, float overlap) {
  const float approach = dot(vector_of(a.velocity) - vector_of(b.velocity), normal);
  if (overlap <= 0.0f || approach >= 0.0f) return 0;
  return -(1.0f + kRestitution) * approach / (a.extents.w + b.extents.w);
}

/// The axis of least overlap: a side of either box, or the cross product of two sides.
__device__ Contact contact_of_boxes(const Body& a, const Body& b) {
  float3 sides_a[3], sides_b[3];
  sides_of(a.rotation, sides_a);
  sides_of(b.rotation, sides_b);
  const float3 between = vector_of(a.centre) - vector_of(b.centre);
  Contact contact{make_float3(0, 0, 0), INFINITY, 0};
  const auto consider = [&](float3 axis) {
    const float along = dot(between, axis);
    const float overlap =
        reach(sides_a, a.extents, axis) + reach(sides_b, b.extents, axis) - fabsf(along);
    if (overlap < contact.overlap) {
      contact.overlap = overlap;
      contact.normal = copysignf(1.0f, along) * axis;
    }
  };
#pragma unroll
  for (int i = 0; i < 3; ++i) {
    consider(sides_a[i]);
    consider(sides_b[i]);
  }
#pragma unroll
  for (int i = 0; i < 9; ++i) {
    const float3 axis = cross(sides_a[i / 3], sides_b[i % 3]);
    const float square = dot(axis, axis);
    if (square > kParallel) consider(rsqrtf(square) * axis);
  }
  return contact;
}

__global__ void find_contacts(const Body* bodies, const Pair* pairs, int count, Contact* contacts) {
  const int pair = blockIdx.x * kThreads + threadIdx.x;
  if (pair >= count) return;
  const Body a = bodies[pairs[pair].first], b = bodies[pairs[pair].second];
  if (are_spheres(pair)) {
    const float3 between = vector_of(a.centre) - vector_of(b.centre);
    const float distance = sqrtf(dot(between, between));
    const float3 normal = (1.0f / distance) * between;
    const float overlap = a.centre.w + b.centre.w - distance;
    contacts[pair] = {normal, overlap, impulse_of(a, b, normal, overlap)};
    return;
  }
  Contact contact = contact_of_boxes(a, b);
  contact.impulse = impulse_of(a, b, contact.normal, contact.overlap);
  contacts[pair] = contact;
}

#include "collision_host.cuh"

int main(int argc, char** argv) {
  const int count = workload::size_argument(argc, argv, 1, 65536);
  workload::require(count <= 1 << 22, argv[0], "there can be at most 2^22 pairs");
  const std::vector<Body> bodies = random_bodies(count);
  const std::vector<Pair> pairs = random_pairs(static_cast<int>(bodies.size()), count);
  workload::DeviceArray<Body> device_bodies(bodies);
  workload::DeviceArray<Pair> device_pairs(pairs);
  workload::DeviceArray<Contact> contacts(count);
  find_contacts<<<workload::blocks_for(count, kThreads), kThreads>>>(
      device_bodies.data(), device_pairs.data(), count, contacts.data());
  CHECK(cudaGetLastError());
  return workload::verdict("collision", count_wrong(bodies, pairs, contacts.to_host()));
}
