// Gravity between bodies by the method of Barnes and Hut: a thread walks an octree for its body and
// takes a node's mass as a whole where the node looks small from the body. Nodes lie in the order
// of the walk, and each says where the walk goes on if it does not descend. The first levels are
// nested loops, so that the threads of a warp that go down into a node are waited for by those that
// do not; how many do, and for how long, differs from body to body.
//   barnes_hut [bodies = 4096]
// Bodies are sorted as they lie in the tree, so that those of a warp are near each other.
// Stands for the force kernel of bh in LonestarGPU, which keeps the threads of a warp together by
// votes. The tree is built on the host.
#include <algorithm>
#include <array>

#include "../common/workload.cuh"

constexpr int kThreads = 256;
constexpr int kLoops = 8;            ///< nested, for the first levels of the tree
constexpr float kOpening = 0.5f;     ///< side of a node over its distance, above which it is opened
constexpr float kSoftening = 1e-4f;  ///< added to squares of distances

/// A part of space, or a single body.
struct Node {
  float4 mass;         ///< where its centre is, and how much it is (w)
  float side_squared;  ///< over the square of kOpening; 0 for a body
  int next;            ///< after all that is in it
};

/// A body's walk and what it has summed up.
struct Walk {
  const Node* nodes;
  float4 here;
  float x = 0, y = 0, z = 0;

  /// Adds what a node pulls, if it is far enough.
  __device__ bool take(const Node& node) {
    const float4 mass = node.mass;
    const float dx = mass.x - here.x, dy = mass.y - here.y, dz = mass.z - here.z;
    const float squared = dx * dx + dy * dy + dz * dz + kSoftening;
    if (node.side_squared >= squared) return false;
    const float inverse = rsqrtf(squared), pull = mass.w * inverse * inverse * inverse;
    x += pull * dx;
    y += pull * dy;
    z += pull * dz;
    return true;
  }

  /// Walks the nodes from `at` to `end`, with a loop for each of the first `kLevels` levels.
  template <int kLevels>
  __device__ void over(int at, int end) {
    while (at < end) {
      const Node node = nodes[at];
      if (take(node)) {
        at = node.next;
      } else if constexpr (kLevels == 1) {
        ++at;
      } else {
        over<kLevels - 1>(at + 1, node.next);
        at = node.next;
      }
    }
  }
};

__global__ void attract(const float4* bodies, int count, const Node* nodes, int node_count,
                        float4* accelerations) {
  const int body = blockIdx.x * kThreads + threadIdx.x;
  if (body >= count) return;
  Walk walk{nodes, bodies[body]};
  walk.over<kLoops>(0, node_count);
  accelerations[body] = {walk.x, walk.y, walk.z, 0};
}

/// A cube of space that halves until it holds a single body.
class Octree {
 public:
  explicit Octree(const std::vector<float4>& bodies) : bodies_(bodies) {
    std::vector<int> all(bodies.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
    add({0.5, 0.5, 0.5}, 1.0, all);
  }
  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  using Place = std::array<double, 3>;

  /// The cube around `middle` with these bodies; at a depth that floats no longer part, each body
  /// stands by itself.
  void add(const Place& middle, double side, const std::vector<int>& inside) {
    if (inside.size() == 1 || side < 0x1p-20) {
      for (const int body : inside) {
        nodes_.push_back({bodies_[body], 0, static_cast<int>(nodes_.size()) + 1});
      }
      return;
    }
    const std::size_t index = nodes_.size();
    nodes_.push_back({centre_of(inside), static_cast<float>(side * side / kOpening / kOpening), 0});
    std::array<std::vector<int>, 8> parts;
    for (const int body : inside) {
      const float4 at = bodies_[body];
      parts[(at.x >= middle[0]) + 2 * (at.y >= middle[1]) + 4 * (at.z >= middle[2])].push_back(
          body);
    }
    for (int part = 0; part < 8; ++part) {
      if (parts[part].empty()) continue;
      Place there = middle;
      for (int axis = 0; axis < 3; ++axis) there[axis] += (part >> axis & 1 ? 0.25 : -0.25) * side;
      add(there, side / 2, parts[part]);
    }
    nodes_[index].next = static_cast<int>(nodes_.size());
  }

  float4 centre_of(const std::vector<int>& inside) const {
    double x = 0, y = 0, z = 0, mass = 0;
    for (const int body : inside) {
      const float4 one = bodies_[body];
      mass += one.w;
      x += static_cast<double>(one.w) * one.x;
      y += static_cast<double>(one.w) * one.y;
      z += static_cast<double>(one.w) * one.z;
    }
    return {static_cast<float>(x / mass), static_cast<float>(y / mass),
            static_cast<float>(z / mass), static_cast<float>(mass)};
  }

  const std::vector<float4>& bodies_;
  std::vector<Node> nodes_;
};

/// Half of the bodies are in clusters, so that the tree is deeper there.
std::vector<float4> random_bodies(int count) {
  workload::Random random(1);
  std::vector<float4> bodies;
  for (int i = 0; i < count; ++i) {
    const float spread = i % 2 == 0 ? 1.0f : 0.05f;
    const float corner = i % 2 == 0 ? 0.0f : 0.2f * (1 + i % 8 / 2);
    bodies.push_back({corner + spread * random.next(), corner + spread * random.next(),
                      corner + spread * random.next(), (0.5f + random.next()) / count});
  }
  return bodies;
}

/// In the order of the walk.
std::vector<float4> bodies_of(const std::vector<Node>& nodes) {
  std::vector<float4> bodies;
  for (const Node& node : nodes) {
    if (node.side_squared == 0) bodies.push_back(node.mass);
  }
  return bodies;
}

using Vector = std::array<double, 3>;

double length(const Vector& vector) { return std::hypot(vector[0], vector[1], vector[2]); }

/// What the host expects, and how far floats may be from it.
struct Pull {
  Vector acceleration{};
  double tolerance = 0;
};

/// Adds what a mass does to the body `here`; returns the softened square of their distance.
double add_pull(Pull& pull, const float4& mass, const float4& here) {
  const Vector way{static_cast<double>(mass.x) - here.x, static_cast<double>(mass.y) - here.y,
                   static_cast<double>(mass.z) - here.z};
  const double squared = way[0] * way[0] + way[1] * way[1] + way[2] * way[2] + kSoftening;
  for (int axis = 0; axis < 3; ++axis) {
    pull.acceleration[axis] += mass.w * way[axis] / (squared * std::sqrt(squared));
  }
  // The distances round to 2^-24 of coordinates up to 1, the rest to a few 2^-24 of the pull.
  pull.tolerance += mass.w / squared * (8 * 0x1p-24 + 4 * 0x1p-24 / std::sqrt(squared));
  return squared;
}

/// The node at `at` and all in it, top down. Where a node is as far as the limit but for rounding,
/// it may be opened or not: all that it pulls is tolerated.
void walk(const std::vector<Node>& nodes, int at, const float4& here, Pull& pull) {
  const Node& node = nodes[at];
  Pull with = pull;
  const double nearness = node.side_squared / add_pull(with, node.mass, here);
  const bool is_open = nearness >= 1;
  if (!is_open) pull = with;
  if (std::fabs(nearness - 1) < 1e-5) {
    Pull alone;
    add_pull(alone, node.mass, here);
    pull.tolerance += length(alone.acceleration);
  }
  for (int child = at + 1; is_open && child < node.next; child = nodes[child].next) {
    walk(nodes, child, here, pull);
  }
}

double distance(const float4& found, const Pull& pull) {
  const Vector& expected = pull.acceleration;
  return length({found.x - expected[0], found.y - expected[1], found.z - expected[2]});
}

/// Bodies whose acceleration is not that of the walk in double precision.
std::size_t count_astray(const std::vector<float4>& found, const std::vector<float4>& bodies,
                         const std::vector<Node>& nodes) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Pull pull;
    walk(nodes, 0, bodies[i], pull);
    wrong += !(distance(found[i], pull) <= pull.tolerance + 1e-5 * length(pull.acceleration));
  }
  return wrong;
}

/// Whether some bodies' accelerations are, in the mean, within 2 % of the sum over all bodies:
/// the error of the method.
bool tree_holds(const std::vector<float4>& found, const std::vector<float4>& bodies) {
  double error = 0, size = 0;
  for (std::size_t i = 0; i < bodies.size(); i += 1 + bodies.size() / 64) {
    Pull exact;
    for (const float4& other : bodies) add_pull(exact, other, bodies[i]);
    error += distance(found[i], exact);
    size += length(exact.acceleration);
  }
  return error <= 0.02 * size;
}

int main(int argc, char** argv) {
  const int count = workload::size_argument(argc, argv, 1, 4096);
  workload::require(count <= 1 << 20, "barnes_hut", "there must be at most 2^20 bodies");
  const std::vector<Node> nodes = Octree(random_bodies(count)).nodes();
  const std::vector<float4> bodies = bodies_of(nodes);
  workload::DeviceArray<float4> device_bodies(bodies), accelerations(count);
  workload::DeviceArray<Node> device_nodes(nodes);
  attract<<<workload::blocks_for(count, kThreads), kThreads>>>(
      device_bodies.data(), count, device_nodes.data(), static_cast<int>(nodes.size()),
      accelerations.data());
  CHECK(cudaGetLastError());
  const std::vector<float4> found = accelerations.to_host();
  return workload::verdict("barnes_hut",
                           count_astray(found, bodies, nodes) + !tree_holds(found, bodies));
}
