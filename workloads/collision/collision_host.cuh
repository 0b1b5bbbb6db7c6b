// Bodies and pairs of collision, and the check in double precision.
#pragma once

constexpr int kLine = 256;  ///< bodies

/// One body for every four pairs: on lines where neighbours are about one apart, some nearer than
/// they reach, some not.
std::vector<Body> random_bodies(int pairs) {
  workload::Random random(1);
  const auto even = [&](float from, float to) { return from + (to - from) * random.next(); };
  std::vector<Body> bodies((pairs / 4 / kLine + 1) * kLine);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Body& body = bodies[i];
    body.centre = make_float4(i % kLine + even(-0.3f, 0.3f), even(-0.4f, 0.4f), even(-0.4f, 0.4f),
                              even(0.3f, 0.7f));
    float4 q = make_float4(even(-1, 1), even(-1, 1), even(-1, 1), even(-1, 1));
    const float length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w) + 1e-6f;
    body.rotation = make_float4(q.x / length, q.y / length, q.z / length, q.w / length);
    body.extents = make_float4(even(0.2f, 0.6f), even(0.2f, 0.6f), even(0.2f, 0.6f), even(0.5f, 2));
    body.velocity = make_float4(even(-2, 2), even(-2, 2), even(-2, 2), 0);
  }
  return bodies;
}

/// The pairs of a batch follow each other on a line.
std::vector<Pair> random_pairs(int bodies, int count) {
  workload::Random random(2);
  std::vector<Pair> pairs(count);
  int first = 0;
  for (int i = 0; i < count; ++i) {
    if (i % kBatch == 0)
      first = random.below(bodies / kLine) * kLine + random.below(kLine - kBatch);
    pairs[i] = {first + i % kBatch, first + i % kBatch + 1};
  }
  return pairs;
}

using Vector = std::array<double, 3>;

double inner(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector outer(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// v + 2 w (q x v) + 2 q x (q x v).
Vector rotated(const float4& q, const Vector& v) {
  const Vector axis{q.x, q.y, q.z}, once = outer(axis, v), twice = outer(axis, once);
  return {v[0] + 2 * (q.w * once[0] + twice[0]), v[1] + 2 * (q.w * once[1] + twice[1]),
          v[2] + 2 * (q.w * once[2] + twice[2])};
}

/// How far the shadows of two bodies on an axis overlap.
double overlap_along(const Vector& axis, const std::vector<Vector>& a,
                     const std::vector<Vector>& b) {
  const auto shadow = [&](const std::vector<Vector>& corners) {
    std::array<double, 2> ends{INFINITY, -INFINITY};
    for (const Vector& corner : corners) {
      ends = {std::min(ends[0], inner(axis, corner)), std::max(ends[1], inner(axis, corner))};
    }
    return ends;
  };
  const auto of_a = shadow(a), of_b = shadow(b);
  return std::min(of_a[1] - of_b[0], of_b[1] - of_a[0]);
}

std::vector<Vector> corners_of(const Body& body) {
  std::vector<Vector> corners;
  for (int i = 0; i < 8; ++i) {
    const Vector corner = rotated(body.rotation, {i & 1 ? body.extents.x : -body.extents.x,
                                                  i & 2 ? body.extents.y : -body.extents.y,
                                                  i & 4 ? body.extents.z : -body.extents.z});
    corners.push_back(
        {body.centre.x + corner[0], body.centre.y + corner[1], body.centre.z + corner[2]});
  }
  return corners;
}

/// Between which bounds the least overlap of two boxes is. They differ where rounding decides
/// whether two edges are parallel.
std::array<double, 2> least_overlap(const Body& a, const Body& b,
                                    const std::vector<Vector>& corners_a,
                                    const std::vector<Vector>& corners_b) {
  constexpr Vector kUnits[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::array<double, 2> least{INFINITY, INFINITY};
  const auto consider = [&](const Vector& axis, double square) {
    const double length = std::sqrt(inner(axis, axis));
    const Vector unit{axis[0] / length, axis[1] / length, axis[2] / length};
    const double overlap = overlap_along(unit, corners_a, corners_b);
    if (square > 0.99 * kParallel) least[0] = std::min(least[0], overlap);
    if (square > 1.01 * kParallel) least[1] = std::min(least[1], overlap);
  };
  for (const Vector& first : kUnits) {
    const Vector side = rotated(a.rotation, first);
    consider(side, 1);
    consider(rotated(b.rotation, first), 1);
    for (const Vector& second : kUnits) {
      const Vector axis = outer(side, rotated(b.rotation, second));
      consider(axis, inner(axis, axis));
    }
  }
  return least;
}

/// Two axes may overlap equally, so the axis that was found is not compared, but tried. Centres are
/// less than 256 and so known to 2^-16, but subtracted to within 2^-24; sides are wrong by less
/// than 16 steps of 2^-24, overlaps of at most 4 by less than 64 of their size, cross products' by
/// 1 / sine = 100 times that where they are short, impulses of at most 10 alike.
std::size_t count_wrong(const std::vector<Body>& bodies, const std::vector<Pair>& pairs,
                        const std::vector<Contact>& contacts) {
  constexpr double kTolerance = 64 * 4 * 0x1p-24 * 100;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Body &a = bodies[pairs[i].first], &b = bodies[pairs[i].second];
    const Contact& contact = contacts[i];
    const Vector normal{contact.normal.x, contact.normal.y, contact.normal.z};
    const Vector between{double{a.centre.x} - b.centre.x, double{a.centre.y} - b.centre.y,
                         double{a.centre.z} - b.centre.z};
    bool right =
        std::fabs(inner(normal, normal) - 1) <= kTolerance && inner(normal, between) >= -kTolerance;
    if (are_spheres(static_cast<int>(i))) {
      const double distance = std::sqrt(inner(between, between));
      right = right && std::fabs(inner(normal, between) - distance) <= kTolerance &&
              std::fabs(a.centre.w + b.centre.w - distance - contact.overlap) <= kTolerance;
    } else {
      const std::vector<Vector> corners_a = corners_of(a), corners_b = corners_of(b);
      const auto [least, most] = least_overlap(a, b, corners_a, corners_b);
      right =
          right && contact.overlap >= least - kTolerance && contact.overlap <= most + kTolerance &&
          std::fabs(overlap_along(normal, corners_a, corners_b) - contact.overlap) <= kTolerance;
    }
    const double approach = inner(
        {a.velocity.x - b.velocity.x, a.velocity.y - b.velocity.y, a.velocity.z - b.velocity.z},
        normal);
    const double impulse = contact.overlap > 0 ? (1 + kRestitution) * std::max(-approach, 0.0) /
                                                     (double{a.extents.w} + b.extents.w)
                                               : 0;
    wrong += !(right && std::fabs(contact.impulse - impulse) <= kTolerance);
  }
  return wrong;
}
