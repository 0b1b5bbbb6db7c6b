// Where a program keeps the numbers of its transforms, and their way to and from a dense array of
// complex numbers.
#pragma once

#include "cufft/lines.cuh"

namespace heddle_fft {

/// The sizes of up to three dimensions; absent dimensions come first and have size 1.
struct Sizes {
  int n[3];
  __host__ __device__ long long elements() const {
    return static_cast<long long>(n[0]) * n[1] * n[2];
  }
};

/// Element (i, j, k) of transform b lies at b * distance + ((i * rows + j) * columns + k) * stride.
struct Layout {
  long long distance, rows, columns, stride;
  __host__ __device__ long long place(long long b, int i, int j, int k) const {
    return b * distance + ((i * rows + j) * columns + k) * stride;
  }
};

/// A place in a dense array.
struct Place {
  long long batch;
  int i, j, k;
};
__device__ inline Place place_of(const Sizes& sizes, long long at) {
  Place place;
  place.k = static_cast<int>(at % sizes.n[2]);
  at /= sizes.n[2];
  place.j = static_cast<int>(at % sizes.n[1]);
  at /= sizes.n[1];
  place.i = static_cast<int>(at % sizes.n[0]);
  place.batch = at / sizes.n[0];
  return place;
}

enum class Kind {
  kComplex,
  kReal,
  kHalf
};  ///< kHalf: only k up to n / 2 are there; the others follow

template <typename R>
__global__ void gather(Sizes sizes, Layout layout, Kind kind, long long count, const void* from,
                       Complex<R>* to) {
  const long long at = static_cast<long long>(blockIdx.x) * kThreads + threadIdx.x;
  if (at >= count) return;
  const Place p = place_of(sizes, at);
  const Complex<R>* const numbers = static_cast<const Complex<R>*>(from);
  if (kind == Kind::kReal) {
    to[at] = Complex<R>(static_cast<const R*>(from)[layout.place(p.batch, p.i, p.j, p.k)], 0);
  } else if (kind == Kind::kComplex || p.k <= sizes.n[2] / 2) {
    to[at] = numbers[layout.place(p.batch, p.i, p.j, p.k)];
  } else {
    const int i = (sizes.n[0] - p.i) % sizes.n[0], j = (sizes.n[1] - p.j) % sizes.n[1];
    to[at] = conjugate(numbers[layout.place(p.batch, i, j, sizes.n[2] - p.k)]);
  }
}

template <typename R>
__global__ void scatter(Sizes sizes, Layout layout, Kind kind, long long count,
                        const Complex<R>* from, void* to) {
  const long long at = static_cast<long long>(blockIdx.x) * kThreads + threadIdx.x;
  if (at >= count) return;
  const Place p = place_of(sizes, at);
  const long long place = layout.place(p.batch, p.i, p.j, p.k);
  if (kind == Kind::kReal)
    static_cast<R*>(to)[place] = from[at].x;
  else if (kind == Kind::kComplex || p.k <= sizes.n[2] / 2)
    static_cast<Complex<R>*>(to)[place] = from[at];
}

}  // namespace heddle_fft
