// The scene of the ray tracers and what a ray sees of it: mirroring spheres on a chequered floor,
// behind them a blind of mirroring slats, one light.
#pragma once

#include "../common/workload.cuh"

constexpr int kSpheres = 10;
constexpr int kFloor = kSpheres, kBlind = kSpheres + 1;  ///< as objects
constexpr int kNothing = -1;
constexpr int kBounces = 5;
constexpr float kNearest = 1e-3f, kFarthest = 60.0f;  ///< of what a ray can meet
constexpr float kAmbient = 0.15f, kFloorReflectance = 0.25f, kBlindReflectance = 0.6f;
constexpr float kEyeHeight = 1.83f, kPitch = 0.347f;
constexpr float kBlindZ = 3.0f, kSlatsPerUnit = 2.18f, kSlatShare = 0.25f;
constexpr float kLightX = -6.0f, kLightY = 10.0f, kLightZ = -4.0f;

struct Sphere {
  float x, y, z, radius;
  float red, green, blue, reflectance;
};

__constant__ Sphere spheres[kSpheres];

struct Ray {
  float3 origin, direction;
};

struct Hit {
  float distance;
  int object;
};

__device__ float3 operator+(float3 a, float3 b) {
  return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
__device__ float3 operator-(float3 a, float3 b) {
  return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}
__device__ float3 operator*(float scale, float3 a) {
  return make_float3(scale * a.x, scale * a.y, scale * a.z);
}
__device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ float3 normalized(float3 a) { return rsqrtf(dot(a, a)) * a; }

/// Where the ray enters the sphere, or -1.
__device__ float distance_to(const Sphere& sphere, const Ray& ray) {
  const float3 to_centre = make_float3(sphere.x, sphere.y, sphere.z) - ray.origin;
  const float along = dot(to_centre, ray.direction);
  const float3 aside = to_centre - along * ray.direction;
  const float squared = sphere.radius * sphere.radius - dot(aside, aside);
  return squared > 0.0f ? along - sqrtf(squared) : -1.0f;
}

__device__ Hit nearest_hit(const Ray& ray) {
  Hit hit{kFarthest, kNothing};
  const float to_floor = -ray.origin.y / ray.direction.y;
  if (to_floor > kNearest && to_floor < hit.distance) hit = {to_floor, kFloor};
  const float to_blind = (kBlindZ - ray.origin.z) / ray.direction.z;
  if (to_blind > kNearest && to_blind < hit.distance) {
    const float slats = kSlatsPerUnit * (ray.origin.y + to_blind * ray.direction.y);
    if (slats - floorf(slats) < kSlatShare) hit = {to_blind, kBlind};
  }
  for (int i = 0; i < kSpheres; ++i) {
    const float distance = distance_to(spheres[i], ray);
    if (distance > kNearest && distance < hit.distance) hit = {distance, i};
  }
  return hit;
}

__device__ bool in_shadow(float3 point, float3 to_light, float light_distance) {
  const Ray ray{point, to_light};
  for (int i = 0; i < kSpheres; ++i) {
    const float distance = distance_to(spheres[i], ray);
    if (distance > kNearest && distance < light_distance) return true;
  }
  return false;
}

__device__ float3 colour_of(int object, float3 point) {
  if (object < kSpheres) {
    return make_float3(spheres[object].red, spheres[object].green, spheres[object].blue);
  }
  if (object == kBlind) return make_float3(0.7f, 0.6f, 0.5f);
  const bool white = (static_cast<int>(floorf(point.x)) + static_cast<int>(floorf(point.z))) & 1;
  return white ? make_float3(0.9f, 0.9f, 0.9f) : make_float3(0.2f, 0.2f, 0.2f);
}

/// The light that the point sends back along the ray, without that of mirrored objects.
__device__ float3 shade(const Ray& ray, float3 point, float3 normal, int object) {
  const float3 way = make_float3(kLightX, kLightY, kLightZ) - point;
  const float light_distance = sqrtf(dot(way, way));
  const float3 to_light = (1.0f / light_distance) * way;
  const float facing = dot(normal, to_light);
  float brightness = kAmbient, highlight = 0.0f;
  if (facing > 0.0f && !in_shadow(point, to_light, light_distance)) {
    const float3 half_way = normalized(to_light - ray.direction);
    brightness += facing;
    highlight = powf(fmaxf(dot(normal, half_way), 0.0f), 30.0f);
  }
  return brightness * colour_of(object, point) + make_float3(highlight, highlight, highlight);
}

__device__ unsigned packed(float3 colour) {
  const auto channel = [](float value) {
    return static_cast<unsigned>(255.0f * fminf(fmaxf(value, 0.0f), 1.0f) + 0.5f);
  };
  return channel(colour.x) | channel(colour.y) << 8 | channel(colour.z) << 16;
}

/// From the eye through a pixel.
__device__ __forceinline__ Ray ray_through(int x, int y, int width, int height) {
  const float pixel = 2.0f / height;
  Ray ray;
  ray.origin = make_float3(0.0f, kEyeHeight, -8.0f);
  ray.direction = normalized(
      make_float3((x - 0.5f * width) * pixel, (0.5f * height - y) * pixel + kPitch, 1.5f));
  return ray;
}

/// The colour of a pixel whose ray this is: the bounces first, then their colours from the last to
/// the first.
__device__ __forceinline__ unsigned pixel_along(Ray ray) {
  float3 colours[kBounces];
  float reflectances[kBounces];
  int bounces = 0;
  for (int i = 0; i < kBounces && bounces == i; ++i) {
    const Hit hit = nearest_hit(ray);
    if (hit.object == kNothing) break;
    const float3 point = ray.origin + hit.distance * ray.direction;
    float3 normal = make_float3(0.0f, 1.0f, 0.0f);
    reflectances[i] = kFloorReflectance;
    if (hit.object == kBlind) {
      normal = make_float3(0.0f, 0.0f, ray.direction.z > 0.0f ? -1.0f : 1.0f);
      reflectances[i] = kBlindReflectance;
    } else if (hit.object != kFloor) {
      const Sphere& sphere = spheres[hit.object];
      normal = (1.0f / sphere.radius) * (point - make_float3(sphere.x, sphere.y, sphere.z));
      reflectances[i] = sphere.reflectance;
    }
    colours[i] = shade(ray, point, normal, hit.object);
    ray = {point, ray.direction - 2.0f * dot(normal, ray.direction) * normal};
    ++bounces;
  }
  float3 colour = make_float3(0.3f, 0.5f, 0.8f);  // the sky
  for (int i = bounces - 1; i >= 0; --i) {
    colour = (1.0f - reflectances[i]) * colours[i] + reflectances[i] * colour;
  }
  return packed(colour);
}
