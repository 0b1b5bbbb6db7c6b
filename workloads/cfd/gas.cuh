// The state of a gas in an element, and what flows through a face: for floats on the device, for
// doubles on the host.
#pragma once

#include <cmath>

constexpr int kVariables = 5;

template <typename T>
struct Vector {
  T x, y, z;
};

template <typename T>
__host__ __device__ T dot(const Vector<T>& a, const Vector<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <typename T>
__host__ __device__ Vector<T> scaled(const Vector<T>& a, T factor) {
  return {a.x * factor, a.y * factor, a.z * factor};
}

/// What is conserved, by volume; also its flux.
template <typename T>
struct State {
  T density;
  Vector<T> momentum;
  T energy;
};

template <typename T>
__host__ __device__ void add(State<T>& sum, const State<T>& state, T factor = 1) {
  sum.density += state.density * factor;
  sum.momentum.x += state.momentum.x * factor;
  sum.momentum.y += state.momentum.y * factor;
  sum.momentum.z += state.momentum.z * factor;
  sum.energy += state.energy * factor;
}

/// A state with what follows from it: velocity and its amount, pressure, speed of sound.
template <typename T>
struct Flow {
  State<T> state;
  Vector<T> velocity;
  T speed, pressure, sound;
};

template <typename T>
__host__ __device__ Flow<T> flow_of(const State<T>& state) {
  const T heat_ratio = T(1.4);
  const Vector<T> velocity = scaled(state.momentum, 1 / state.density);
  const T square = dot(velocity, velocity);
  const T pressure = (heat_ratio - 1) * (state.energy - T(0.5) * state.density * square);
  return {state, velocity, sqrt(square), pressure, sqrt(heat_ratio * pressure / state.density)};
}

/// Density 1.4 and pressure 1, so that sound has speed 1, along x, slow enough for obstacles with
/// sharp edges.
template <typename T>
Flow<T> flow_far_away() {
  const T density = T(1.4), speed = T(0.3), pressure = 1;
  return flow_of(State<T>{
      density, {density * speed, 0, 0}, T(0.5) * density * speed * speed + pressure / T(0.4)});
}

/// What the flow carries through a face of that normal: minus, as it leaves.
template <typename T>
__host__ __device__ State<T> carried(const Vector<T>& normal, const Flow<T>& flow) {
  const T through = -dot(normal, flow.velocity);
  const State<T>& state = flow.state;
  return {state.density * through,
          {state.momentum.x * through - flow.pressure * normal.x,
           state.momentum.y * through - flow.pressure * normal.y,
           state.momentum.z * through - flow.pressure * normal.z},
          (state.energy + flow.pressure) * through};
}

template <typename T>
__host__ __device__ State<T> mean_flux(const Vector<T>& normal, const Flow<T>& own,
                                       const Flow<T>& other) {
  State<T> flux{};
  add(flux, carried(normal, own), T(0.5));
  add(flux, carried(normal, other), T(0.5));
  return flux;
}

/// With artificial viscosity, which smooths differences between neighbours.
template <typename T>
__host__ __device__ State<T> flux_through(const Vector<T>& normal, const Flow<T>& own,
                                          const Flow<T>& other) {
  const T smoothing = T(0.2) * sqrt(dot(normal, normal)) * T(0.5) *
                      (own.speed + other.speed + own.sound + other.sound);
  State<T> flux = mean_flux(normal, own, other);
  add(flux, own.state, -smoothing);
  add(flux, other.state, smoothing);
  return flux;
}
