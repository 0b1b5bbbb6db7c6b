// The mesh of the flow.
#pragma once

#include <algorithm>

#include "../common/workload.cuh"
#include "gas.cuh"

constexpr int kFaces = 4;
constexpr int kWall = -1, kFar = -2;
constexpr int kPiece = 1024;  ///< elements that are renumbered among themselves

/// Elements with four faces; how the arrays lie is said at `DeviceMesh`. A normal points out of the
/// element and is as long as its face is large.
struct Mesh {
  std::vector<int> neighbours;
  std::vector<float> normals, areas;
  int elements() const { return static_cast<int>(areas.size()); }
  int neighbour(int element, int face) const {
    return neighbours[static_cast<std::size_t>(face) * elements() + element];
  }
  float& component(int element, int face, int k) {
    return normals[static_cast<std::size_t>(3 * face + k) * elements() + element];
  }
  Vector<double> normal(int element, int face) const {
    const auto at = [&](int k) {
      return normals[static_cast<std::size_t>(3 * face + k) * elements() + element];
    };
    return {at(0), at(1), at(2)};
  }
};

/// The numbers of `elements` elements, each piece of them in random order.
inline std::vector<int> shuffled_numbers(int elements, workload::Random& random) {
  std::vector<int> numbers(elements);
  for (int i = 0; i < elements; ++i) {
    const int piece = i / kPiece * kPiece, other = piece + random.below(i - piece + 1);
    numbers[i] = numbers[other];
    numbers[other] = i;
  }
  return numbers;
}

/// Squares of a plane row by row, the last row perhaps in part; one face in 50 is a wall on both of
/// its sides.
inline Mesh random_mesh(int elements) {
  workload::Random random(1);
  const int side = std::max(1, static_cast<int>(std::sqrt(static_cast<double>(elements))));
  const std::vector<int> number = shuffled_numbers(elements, random);
  const Vector<float> across{0.8f, 0.36f, 0.48f}, down{-0.6f, 0.48f, 0.64f};
  Mesh mesh;
  mesh.areas.assign(elements, 1);
  mesh.neighbours.assign(static_cast<std::size_t>(elements) * kFaces, kFar);
  mesh.normals.resize(static_cast<std::size_t>(elements) * kFaces * 3);
  for (int place = 0; place < elements; ++place) {
    const int here = number[place];
    for (int face = 0; face < kFaces; ++face) {  // right, down, left, up
      const Vector<float>& out = face % 2 == 0 ? across : down;
      const float sign = face < 2 ? 1.0f : -1.0f;
      mesh.component(here, face, 0) = sign * out.x;
      mesh.component(here, face, 1) = sign * out.y;
      mesh.component(here, face, 2) = sign * out.z;
    }
    const bool last = place % side == side - 1;
    for (const int face : {0, 1}) {
      const int other = place + (face == 0 ? 1 : side);
      if (other >= elements || (face == 0 && last)) continue;
      const bool wall = random.below(50) == 0;
      const auto set = [&](int element, int of_face, int neighbour) {
        mesh.neighbours[static_cast<std::size_t>(of_face) * elements + element] =
            wall ? kWall : neighbour;
      };
      set(here, face, number[other]);
      set(number[other], face + 2, here);
    }
  }
  return mesh;
}
