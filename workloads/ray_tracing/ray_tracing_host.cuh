// The scene of ray_tracing, and its check: a recursive ray tracer in double precision.
#pragma once

#include <algorithm>
#include <limits>

#include "ray_tracing_device.cuh"

/// A row of mirrors in the middle of the lower part of the image, the same in every run.
std::vector<Sphere> make_scene() {
  workload::Random random(3);
  std::vector<Sphere> scene(kSpheres);
  for (int i = 0; i < kSpheres; ++i) {
    Sphere& sphere = scene[i];
    sphere.radius = 0.5f + 0.5f * random.next();
    sphere.x = 1.7f * (i % 5 - 2) + 0.4f * random.next();
    sphere.y = sphere.radius;
    sphere.z = i < 5 ? -2.0f + random.next() : 1.0f + random.next();
    sphere.red = 0.3f + 0.7f * random.next();
    sphere.green = 0.3f + 0.7f * random.next();
    sphere.blue = 0.3f + 0.7f * random.next();
    sphere.reflectance = 0.3f + 0.5f * random.next();
  }
  return scene;
}

struct Vector {
  double x = 0, y = 0, z = 0;
};

inline Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vector operator*(double scale, Vector a) { return {scale * a.x, scale * a.y, scale * a.z}; }
inline Vector operator-(Vector a, Vector b) { return a + -1.0 * b; }
inline double inner(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vector unit(Vector a) { return (1 / std::sqrt(inner(a, a))) * a; }

constexpr Vector kSky{0.3f, 0.5f, 0.8f};

class Tracer {
 public:
  explicit Tracer(const std::vector<Sphere>& scene) : scene_(scene) {}

  /// What comes back along a ray that may still bounce so often.
  Vector trace(Vector origin, Vector direction, int bounces) const {
    if (bounces == 0) return kSky;
    double distance = kFarthest;
    Vector normal, colour;
    double reflectance = -1;  // until the ray meets something
    const auto meets = [&](double at) { return at > kNearest && at < distance; };
    if (const double at = -origin.y / direction.y; meets(at)) {
      const Vector point = origin + at * direction;
      const long square = std::lround(std::floor(point.x) + std::floor(point.z));
      distance = at, normal = {0, 1, 0}, reflectance = kFloorReflectance;
      colour = square % 2 != 0 ? Vector{0.9f, 0.9f, 0.9f} : Vector{0.2f, 0.2f, 0.2f};
    }
    if (const double at = (kBlindZ - origin.z) / direction.z; meets(at)) {
      const double slats = kSlatsPerUnit * (origin + at * direction).y;
      if (slats - std::floor(slats) < kSlatShare) {
        distance = at, normal = {0, 0, direction.z > 0 ? -1.0 : 1.0};
        colour = {0.7f, 0.6f, 0.5f}, reflectance = kBlindReflectance;
      }
    }
    for (const Sphere& sphere : scene_) {
      const double at = enters(sphere, origin, direction);
      if (!meets(at)) continue;
      distance = at, normal = unit(origin + at * direction - Vector{sphere.x, sphere.y, sphere.z});
      colour = {sphere.red, sphere.green, sphere.blue}, reflectance = sphere.reflectance;
    }
    if (reflectance < 0) return kSky;
    const Vector point = origin + distance * direction;
    const Vector mirrored = direction - 2 * inner(normal, direction) * normal;
    return (1 - reflectance) * lit(direction, point, normal, colour) +
           reflectance * trace(point, mirrored, bounces - 1);
  }

 private:
  /// The smaller root of |origin + t direction - centre|^2 = radius^2, or -1.
  static double enters(const Sphere& sphere, Vector origin, Vector direction) {
    const Vector from = origin - Vector{sphere.x, sphere.y, sphere.z};
    const double b = inner(from, direction);
    const double c = inner(from, from) - double{sphere.radius} * sphere.radius;
    return b * b > c ? -b - std::sqrt(b * b - c) : -1;
  }

  Vector lit(Vector direction, Vector point, Vector normal, Vector colour) const {
    const Vector way = Vector{kLightX, kLightY, kLightZ} - point;
    const double length = std::sqrt(inner(way, way));
    const Vector to_light = (1 / length) * way;
    const bool dark = std::any_of(scene_.begin(), scene_.end(), [&](const Sphere& other) {
      const double entry = enters(other, point, to_light);
      return entry > kNearest && entry < length;
    });
    const double facing = inner(normal, to_light);
    if (dark || facing <= 0) return double{kAmbient} * colour;
    const double glance = std::max(inner(normal, unit(to_light - direction)), 0.0);
    return (kAmbient + facing) * colour + std::pow(glance, 30) * Vector{1, 1, 1};
  }

  const std::vector<Sphere>& scene_;
};

/// Rays that start a thousandth or a fiftieth of a pixel apart differ far more than rounding makes
/// the device's ray differ, and mirrors magnify both alike. So each of a pixel's three channels
/// must be between the least and the largest of 25 rays, or as far beyond as these are apart, or
/// one step of 255 more.
std::size_t count_wrong_pixels(const std::vector<Sphere>& scene, const std::vector<unsigned>& image,
                               int width, int height) {
  constexpr double kOffsets[] = {0, -0.001, 0.001, -0.02, 0.02};
  const Tracer tracer(scene);
  std::size_t wrong = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      double least[3], most[3];
      std::fill_n(least, 3, std::numeric_limits<double>::infinity());
      std::fill_n(most, 3, -std::numeric_limits<double>::infinity());
      for (int ray = 0; ray < 25; ++ray) {
        const double across = (x + kOffsets[ray % 5] - 0.5 * width) * 2 / height;
        const double up = (0.5 * height - y + kOffsets[ray / 5]) * 2 / height + kPitch;
        const Vector colour = tracer.trace({0, kEyeHeight, -8}, unit({across, up, 1.5}), kBounces);
        const double channels[3] = {colour.x, colour.y, colour.z};
        for (int i = 0; i < 3; ++i) {
          const double value = 255 * std::clamp(channels[i], 0.0, 1.0);
          least[i] = std::min(least[i], value);
          most[i] = std::max(most[i], value);
        }
      }
      bool right = true;
      for (int i = 0; i < 3; ++i) {
        const double found = image[static_cast<std::size_t>(y) * width + x] >> 8 * i & 255;
        const double slack = most[i] - least[i] + 1;
        right = right && found >= least[i] - slack && found <= most[i] + slack;
      }
      wrong += !right;
    }
  }
  return wrong;
}
