// Transforms of lines: all the lines along one dimension of a dense array of complex numbers. The
// passes are Stockham's, which need no reordering: of a transform of length N, a pass of radix r
// turns sub-transforms of length s into sub-transforms of length s r.
#pragma once

#include "common/numbers.cuh"

namespace heddle_fft {
using namespace heddle_math;

constexpr int kMostFactors = 32, kMostRadix = 13;

/// A length that is a product of small radices, with exp(2 pi i k / length) for each k.
template <typename R>
struct Length {
  int length, factors;
  unsigned char radix[kMostFactors];
  const Complex<R>* roots;
};

/// Lines of a dense array: element k of line l lies at start(l) + k * inner.
struct Lines {
  long long count;
  int length, inner;  ///< inner: elements of the dimensions below
  __host__ __device__ long long start(long long line) const {
    return line / inner * inner * length + line % inner;
  }
};

/// exp(+-2 pi i k / length)
template <typename R>
__device__ inline Complex<R> root(const Complex<R>* roots, int k, bool is_inverse) {
  const Complex<R> value = roots[k];
  return {value.x, is_inverse ? value.y : -value.y};
}
/// a times -i, or times i in an inverse transform.
template <typename R>
__device__ inline Complex<R> quarter_turn(Complex<R> a, bool is_inverse) {
  return is_inverse ? Complex<R>(-a.y, a.x) : Complex<R>(a.y, -a.x);
}

/// The transform of kRadix numbers in registers.
template <int kRadix, typename R>
__device__ inline void transform(Complex<R> (&x)[kRadix], const Complex<R>* roots, int step,
                                 bool is_inverse) {
  if constexpr (kRadix == 2) {
    const Complex<R> first = x[0];
    x[0] = first + x[1];
    x[1] = first - x[1];
  } else if constexpr (kRadix == 4) {
    const Complex<R> a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3];
    const Complex<R> d = quarter_turn(x[1] - x[3], is_inverse);
    x[0] = a + c;
    x[1] = b + d;
    x[2] = a - c;
    x[3] = b - d;
  } else {
    Complex<R> of_unity[kRadix], sums[kRadix];
#pragma unroll
    for (int k = 0; k < kRadix; ++k) of_unity[k] = root(roots, k * step, is_inverse);
#pragma unroll
    for (int j = 0; j < kRadix; ++j) {
      sums[j] = x[0];
#pragma unroll
      for (int k = 1; k < kRadix; ++k)
        sums[j] = multiply_add(of_unity[j * k % kRadix], x[k], sums[j]);
    }
#pragma unroll
    for (int j = 0; j < kRadix; ++j) x[j] = sums[j];
  }
}

/// One butterfly of a pass. from, to: places of elements; at: which butterfly of the line; done: s.
template <int kRadix, typename R, typename From, typename To>
__device__ inline void butterfly(int length, int done, int at, const Complex<R>* roots,
                                 bool is_inverse, From from, To to) {
  const int q = at % done, p = at / done, distance = length / kRadix;
  Complex<R> x[kRadix];
#pragma unroll
  for (int k = 0; k < kRadix; ++k) x[k] = *from(at + k * distance);
  transform<kRadix>(x, roots, distance, is_inverse);
#pragma unroll
  for (int j = 0; j < kRadix; ++j) {
    if (j > 0 && p > 0) x[j] = x[j] * root(roots, j * p * done, is_inverse);
    *to(q + done * (kRadix * p + j)) = x[j];
  }
}

template <typename R, typename From, typename To>
__device__ inline void butterfly_of(int radix, int length, int done, int at,
                                    const Complex<R>* roots, bool is_inverse, From from, To to) {
  switch (radix) {
    case 2:
      return butterfly<2>(length, done, at, roots, is_inverse, from, to);
    case 3:
      return butterfly<3>(length, done, at, roots, is_inverse, from, to);
    case 4:
      return butterfly<4>(length, done, at, roots, is_inverse, from, to);
    case 5:
      return butterfly<5>(length, done, at, roots, is_inverse, from, to);
    case 7:
      return butterfly<7>(length, done, at, roots, is_inverse, from, to);
    case 11:
      return butterfly<11>(length, done, at, roots, is_inverse, from, to);
    default:
      return butterfly<13>(length, done, at, roots, is_inverse, from, to);
  }
}

constexpr int kThreads = 256;

/// Whole transforms in shared memory, of `together` lines a block.
template <typename R>
__global__ __launch_bounds__(kThreads) void fft_in_shared(Length<R> of, Lines lines, int together,
                                                          const Complex<R>* in, Complex<R>* out,
                                                          bool is_inverse) {
  extern __shared__ __align__(16) unsigned char fft_memory[];
  Complex<R>* from = reinterpret_cast<Complex<R>*>(fft_memory);
  Complex<R>* to = from + together * of.length;
  const long long first = static_cast<long long>(blockIdx.x) * together;
  const int count =
      lines.count - first < together ? static_cast<int>(lines.count - first) : together;
  // Neighbouring threads take neighbouring elements in memory: of a line, or of lines side by side.
  const bool side_by_side = lines.inner > 1;
  for (int i = threadIdx.x; i < count * of.length; i += kThreads) {
    const int line = side_by_side ? i % count : i / of.length;
    const int k = side_by_side ? i / count : i % of.length;
    from[line * of.length + k] =
        in[lines.start(first + line) + static_cast<long long>(k) * lines.inner];
  }
  __syncthreads();
  for (int pass = 0, done = 1; pass < of.factors; ++pass) {
    const int radix = of.radix[pass], each = of.length / radix;
    for (int i = threadIdx.x; i < count * each; i += kThreads) {
      Complex<R>* const x = from + i / each * of.length;
      Complex<R>* const y = to + i / each * of.length;
      butterfly_of(
          radix, of.length, done, i % each, of.roots, is_inverse, [=](int k) { return x + k; },
          [=](int k) { return y + k; });
    }
    __syncthreads();
    Complex<R>* const kept = from;
    from = to;
    to = kept;
    done *= radix;
  }
  for (int i = threadIdx.x; i < count * of.length; i += kThreads) {
    const int line = side_by_side ? i % count : i / of.length;
    const int k = side_by_side ? i / count : i % of.length;
    out[lines.start(first + line) + static_cast<long long>(k) * lines.inner] =
        from[line * of.length + k];
  }
}

/// One pass of long transforms, from array to array: one thread a butterfly.
template <typename R>
__global__ __launch_bounds__(kThreads) void fft_pass(Length<R> of, Lines lines, int radix, int done,
                                                     const Complex<R>* in, Complex<R>* out,
                                                     bool is_inverse) {
  const int each = of.length / radix;
  const long long i = static_cast<long long>(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= lines.count * each) return;
  // Side by side, the butterflies of neighbouring lines are neighbours.
  const long long inner = lines.inner, group = i / (inner * each), rest = i % (inner * each);
  const int at = static_cast<int>(rest / inner);
  const long long start = group * inner * of.length + rest % inner;
  butterfly_of(
      radix, of.length, done, at, of.roots, is_inverse,
      [=](int k) { return in + start + k * inner; },
      [=](int k) { return out + start + k * inner; });
}

/// Bluestein's transform of any length N ("A Linear Filtering Approach to the Computation of
/// Discrete Fourier Transform", IEEE Trans. AU 18(4), 1970) is a convolution with the chirp exp(pi
/// i k^2 / N), which transforms of a longer length compute. This kernel multiplies by the chirp and
/// pads with zeros.
template <typename R>
__global__ void chirp_in(Lines lines, int padded, const Complex<R>* chirp, const Complex<R>* in,
                         Complex<R>* out, bool is_inverse) {
  const long long i = static_cast<long long>(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= lines.count * padded) return;
  const long long line = i / padded;
  const int k = static_cast<int>(i % padded);
  Complex<R> value(0, 0);
  if (k < lines.length)
    value = in[lines.start(line) + static_cast<long long>(k) * lines.inner] *
            root(chirp, k, is_inverse);
  out[i] = value;
}

/// Multiplies the transforms by that of the chirp.
template <typename R>
__global__ void chirp_product(long long count, int padded, const Complex<R>* filter,
                              Complex<R>* data, bool is_inverse) {
  const long long i = static_cast<long long>(blockIdx.x) * kThreads + threadIdx.x;
  if (i < count) data[i] = data[i] * root(filter, static_cast<int>(i % padded), !is_inverse);
}

template <typename R>
__global__ void chirp_out(Lines lines, int padded, const Complex<R>* chirp, const Complex<R>* in,
                          Complex<R>* out, bool is_inverse) {
  const long long i = static_cast<long long>(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= lines.count * lines.length) return;
  const long long line = i / lines.length;
  const int k = static_cast<int>(i % lines.length);
  const Complex<R> value = in[line * padded + k] * root(chirp, k, is_inverse);
  out[lines.start(line) + static_cast<long long>(k) * lines.inner] = scaled(R(1) / padded, value);
}

}  // namespace heddle_fft
