// A plan: the sizes and layouts of transforms, and for each dimension the way to transform it.
#pragma once

#include <cufft.h>
#include <math.h>
#include <stdlib.h>

#include "cufft/layout.cuh"

namespace heddle_fft {

/// A dimension's length, and what Bluestein's transform needs where the length has large prime
/// factors.
template <typename R>
struct Axis {
  Length<R> length;  ///< of the transform, or of the longer transforms of Bluestein's
  bool is_bluestein;
  const Complex<R>* chirp;
  const Complex<R>* filter;  ///< the transform of the chirp's continuation
};

struct Request {
  int rank;
  Sizes sizes;
  Layout in, out;
  bool is_in_basic, is_out_basic;  ///< whether the layouts are those of cuFFT's basic form
  cufftType type;
  long long batch;
};

/// A plan of one precision.
class Plan {
 public:
  explicit Plan(const Request& request) : request_(request) {}
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  virtual ~Plan() = default;
  virtual cufftResult prepare() = 0;
  virtual cufftResult execute(const void* in, void* out, bool is_inverse, cudaStream_t stream) = 0;
  virtual size_t work_bytes() const = 0;
  const Request& request() const { return request_; }

 protected:
  Request request_;
};

Plan* make_float_plan(const Request& request);
Plan* make_double_plan(const Request& request);

}  // namespace heddle_fft
