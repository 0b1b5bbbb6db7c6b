// Input of discontinuous_galerkin, and its check in double precision.
#pragma once

// Five stages of fourth order: Carpenter and Kennedy, NASA TM 109112, 1994.
constexpr float kKeep[5] = {0.0f, -0.4178904745f, -1.192151694643f, -1.697784692471f,
                            -1.514183444257f};
constexpr float kWeight[5] = {0.149659021999f, 0.379210312999f, 0.822955029386f, 0.699450455949f,
                              0.153057247968f};

struct Mesh {
  std::vector<Geometry> geometries;  ///< of each element
  std::vector<SurfaceNode> surface;  ///< 112 of each element
  std::vector<float4> derivatives;   ///< [from][to], along r, s, t
  std::vector<float> lift;           ///< [from the surface][to]
};

/// Every face has a neighbour: another one, at random.
Mesh random_mesh(int elements) {
  workload::Random random(1);
  const auto even = [&](float limit) { return limit * (2 * random.next() - 1); };
  Mesh mesh;
  mesh.geometries.resize(elements);
  for (Geometry& geometry : mesh.geometries) {
    for (int axis = 0; axis < 3; ++axis) {
      geometry.r[axis] = even(1), geometry.s[axis] = even(1), geometry.t[axis] = even(1);
    }
  }
  mesh.derivatives.resize(kNodes * kNodes);
  for (float4& weight : mesh.derivatives) weight = make_float4(even(1), even(1), even(1), 0);
  mesh.lift.resize(kSurfaceNodes * kNodes);
  for (float& weight : mesh.lift) weight = even(0.5f);

  std::vector<int> faces(elements * kFaces);
  std::iota(faces.begin(), faces.end(), 0);
  for (std::size_t i = faces.size() - 1; i > 0; --i) {
    std::swap(faces[i], faces[random.below(static_cast<int>(i) + 1)]);
  }
  mesh.surface.resize(static_cast<std::size_t>(elements) * kSurfaceNodes);
  std::vector<int> face_nodes(kFaces * kFaceNodes);  // of the reference element
  for (int& node : face_nodes) node = random.below(kNodes);
  for (std::size_t pair = 0; pair < faces.size(); ++pair) {
    const int here = faces[pair], there = faces[pair ^ 1];
    const float angle = even(3.14f), height = even(0.9f);
    const float width = std::sqrt(1 - height * height), scale = 0.5f + random.next();
    for (int i = 0; i < kFaceNodes; ++i) {
      const auto begins = [&](int face) {
        return face / kFaces * kValuesPerElement + face_nodes[face % kFaces * kFaceNodes + i];
      };
      mesh.surface[here * kFaceNodes + i] = {
          begins(here),
          begins(there),
          {width * std::cos(angle), width * std::sin(angle), height},
          scale};
    }
  }
  return mesh;
}

/// Between -1 and 1; 0 in the padding.
std::vector<float> random_fields(int elements) {
  workload::Random random(2);
  std::vector<float> fields(static_cast<std::size_t>(elements) * kValuesPerElement);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i % kPaddedNodes < kNodes) fields[i] = 2 * random.next() - 1;
  }
  return fields;
}

using Vector = std::array<double, 3>;

inline Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// H and E at a node, and how fast they change.
struct Field {
  Vector h{}, e{};
};

Field field_at(const std::vector<double>& fields, std::size_t first) {
  Field field;
  for (int axis = 0; axis < 3; ++axis) {
    field.h[axis] = fields[first + axis * kPaddedNodes];
    field.e[axis] = fields[first + (3 + axis) * kPaddedNodes];
  }
  return field;
}

/// What each node adds to the others of its element: H changes by -curl E, E by curl H.
void add_curls(const Mesh& mesh, const std::vector<double>& fields, std::size_t element,
               std::vector<Field>& rates) {
  const Geometry& geometry = mesh.geometries[element];
  for (int from = 0; from < kNodes; ++from) {
    const Field field = field_at(fields, element * kValuesPerElement + from);
    for (int to = 0; to < kNodes; ++to) {
      const float4 weight = mesh.derivatives[from * kNodes + to];
      Vector gradient;
      for (int axis = 0; axis < 3; ++axis) {
        gradient[axis] = double{geometry.r[axis]} * weight.x + double{geometry.s[axis]} * weight.y +
                         double{geometry.t[axis]} * weight.z;
      }
      const Vector curl_e = cross(gradient, field.e), curl_h = cross(gradient, field.h);
      for (int axis = 0; axis < 3; ++axis) {
        rates[to].h[axis] -= curl_e[axis];
        rates[to].e[axis] += curl_h[axis];
      }
    }
  }
}

/// The upwind flux: H changes by n x (n x [H]) and -n x [E], E alike.
void add_fluxes(const Mesh& mesh, const std::vector<double>& fields, std::size_t element,
                std::vector<Field>& rates) {
  for (int from = 0; from < kSurfaceNodes; ++from) {
    const SurfaceNode& node = mesh.surface[element * kSurfaceNodes + from];
    const Field inside = field_at(fields, node.inside), outside = field_at(fields, node.outside);
    const Vector normal{node.normal[0], node.normal[1], node.normal[2]};
    Field jump;
    for (int axis = 0; axis < 3; ++axis) {
      jump.h[axis] = node.scale * (outside.h[axis] - inside.h[axis]);
      jump.e[axis] = node.scale * (outside.e[axis] - inside.e[axis]);
    }
    const Vector h_turned = cross(normal, jump.h), e_turned = cross(normal, jump.e);
    const Vector h_aside = cross(h_turned, normal), e_aside = cross(e_turned, normal);
    for (int to = 0; to < kNodes; ++to) {
      const double weight = mesh.lift[from * kNodes + to];
      for (int axis = 0; axis < 3; ++axis) {
        rates[to].h[axis] += weight * (h_aside[axis] - e_turned[axis]);
        rates[to].e[axis] += weight * (e_aside[axis] + h_turned[axis]);
      }
    }
  }
}

std::vector<double> solve_on_host(const Mesh& mesh, const std::vector<float>& start, int stages) {
  std::vector<double> fields(start.begin(), start.end()), change(start.size()), now(start.size());
  for (int stage = 0; stage < stages; ++stage) {
    for (std::size_t element = 0; element < mesh.geometries.size(); ++element) {
      std::vector<Field> rates(kNodes);
      add_curls(mesh, fields, element, rates);
      add_fluxes(mesh, fields, element, rates);
      for (int node = 0; node < kNodes; ++node) {
        const std::size_t first = element * kValuesPerElement + node;
        for (int axis = 0; axis < 3; ++axis) {
          now[first + axis * kPaddedNodes] = rates[node].h[axis];
          now[first + (3 + axis) * kPaddedNodes] = rates[node].e[axis];
        }
      }
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      change[i] = kKeep[stage % 5] * change[i] + double{kTimeStep} * now[i];
      fields[i] += kWeight[stage % 5] * change[i];
    }
  }
  return fields;
}
