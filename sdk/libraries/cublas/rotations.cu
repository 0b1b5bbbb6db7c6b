// rotg and rotmg: a few numbers, which the host computes, or one thread if they lie on the device.
#include "cublas/context.cuh"

namespace heddle_blas {
inline namespace rotations {

template <typename R>
__host__ __device__ void make_rotation(R* a, R* b, R* c, R* s) {
  const R x = *a, y = *b, size_x = fabs(x), size_y = fabs(y);
  const R scale = size_x + size_y;
  if (scale == 0) {
    *c = 1;
    *s = *a = *b = 0;
    return;
  }
  const R u = x / scale, v = y / scale;
  R r = scale * static_cast<R>(sqrt(u * u + v * v));
  if ((size_x > size_y ? x : y) < 0) r = -r;
  *c = x / r;
  *s = y / r;
  *b = size_x > size_y ? *s : *c != 0 ? 1 / *c : R(1);
  *a = r;
}

template <typename R>
__host__ __device__ void make_rotation(Complex<R>* a, Complex<R>* b, R* c, Complex<R>* s) {
  const Complex<R> x = *a, y = *b;
  const R length_x = hypot(x.x, x.y), length_y = hypot(y.x, y.y);
  if (length_x == 0) {
    *c = 0;
    *s = Complex<R>(1);
    *a = y;
    return;
  }
  const R length = hypot(length_x, length_y);
  const Complex<R> direction = {x.x / length_x, x.y / length_x};
  *c = length_x / length;
  *s = scaled(1 / length, direction * conjugate(y));
  *a = scaled(length, direction);
}

template <typename R>
struct Matrix2 {
  R h11, h21, h12, h22;
};

/// Keeps a weight within 2^-24 and 2^24, by powers of 4096 that go to the matrix's row.
template <typename R>
__host__ __device__ bool rescale(R& weight, R& left, R& right, R* x) {
  constexpr R kStep = 4096, kMost = kStep * kStep, kLeast = 1 / kMost;
  bool changed = false;
  while (weight != 0 && (fabs(weight) <= kLeast || fabs(weight) >= kMost)) {
    const bool is_small = fabs(weight) <= kLeast;
    const R factor = is_small ? 1 / kStep : kStep;
    weight *= is_small ? kMost : kLeast;
    left *= factor;
    right *= factor;
    if (x != nullptr) *x *= factor;
    changed = true;
  }
  return changed;
}

/// The modified rotation (Lawson, Hanson, Kincaid, Krogh, "Basic Linear Algebra Subprograms for
/// Fortran Usage", ACM TOMS 5(3), 1979).
template <typename R>
__host__ __device__ void make_modified(R* d1, R* d2, R* x1, const R* y1, R* parameters) {
  const R p2 = *d2 * *y1;
  R flag;
  Matrix2<R> h = {0, 0, 0, 0};
  if (*d1 >= 0 && p2 == 0) {
    parameters[0] = -2;
    return;
  }
  const R p1 = *d1 * *x1, q2 = p2 * *y1, q1 = p1 * *x1;
  const bool is_first = fabs(q1) > fabs(q2);
  const R u = is_first ? 1 + q2 / q1 : q2 != 0 ? 1 + q1 / q2 : R(1);
  if (*d1 < 0 || (!is_first && q2 < 0) || u <= 0) {
    flag = -1;
    *d1 = *d2 = *x1 = 0;
  } else if (is_first) {
    flag = 0;
    h = {1, -*y1 / *x1, p2 / p1, 1};
    *d1 /= u;
    *d2 /= u;
    *x1 *= u;
  } else {
    flag = 1;
    h = {p1 / p2, -1, 1, *x1 / *y1};
    const R kept = *d2 / u;
    *d2 = *d1 / u;
    *d1 = kept;
    *x1 = *y1 * u;
  }
  const bool changed_1 = rescale(*d1, h.h11, h.h12, x1);
  const bool changed_2 = rescale(*d2, h.h21, h.h22, static_cast<R*>(nullptr));
  if (changed_1 || changed_2) flag = -1;
  parameters[0] = flag;
  if (flag != 0) {
    parameters[1] = h.h11;
    parameters[4] = h.h22;
  }
  if (flag != 1) {
    parameters[2] = h.h21;
    parameters[3] = h.h12;
  }
}

template <typename T>
__global__ void rotg(T* a, T* b, Real<T>* c, T* s) {
  make_rotation(a, b, c, s);
}
template <typename R>
__global__ void rotmg(R* d1, R* d2, R* x1, const R* y1, R* parameters) {
  make_modified(d1, d2, x1, y1, parameters);
}

template <typename T>
cublasStatus_t run_rotg(cublasHandle_t handle, T* a, T* b, Real<T>* c, T* s) {
  HEDDLE_BLAS_NEEDS(handle, a != nullptr && b != nullptr && c != nullptr && s != nullptr);
  if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
    return launch(*handle, rotg<T>, dim3(1), dim3(1), a, b, c, s);
  make_rotation(a, b, c, s);
  return CUBLAS_STATUS_SUCCESS;
}

template <typename R>
cublasStatus_t run_rotmg(cublasHandle_t handle, R* d1, R* d2, R* x1, const R* y1, R* parameters) {
  HEDDLE_BLAS_NEEDS(handle, d1 != nullptr && d2 != nullptr && x1 != nullptr && y1 != nullptr &&
                                parameters != nullptr);
  if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
    return launch(*handle, rotmg<R>, dim3(1), dim3(1), d1, d2, x1, y1, parameters);
  make_modified(d1, d2, x1, y1, parameters);
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace rotations
}  // namespace heddle_blas

using namespace heddle_blas;

#define ROTG(L, T, R)                                                                \
  cublasStatus_t cublas##L##rotg_v2(cublasHandle_t handle, T* a, T* b, R* c, T* s) { \
    return run_rotg(handle, own(a), own(b), c, own(s));                              \
  }
#define ROTMG(L, T)                                                                           \
  cublasStatus_t cublas##L##rotmg_v2(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, \
                                     T* parameters) {                                         \
    return run_rotmg(handle, d1, d2, x1, y1, parameters);                                     \
  }

extern "C" {
ROTG(S, float, float)
ROTG(D, double, double)
ROTG(C, cuComplex, float)
ROTG(Z, cuDoubleComplex, double)
ROTMG(S, float)
ROTMG(D, double)
}
