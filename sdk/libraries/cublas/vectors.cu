// axpy, copy, swap, scal, rot and rotm: one thread an element.
#include "cublas/context.cuh"

namespace heddle_blas {
inline namespace vectors {

constexpr unsigned kThreads = 256;

__device__ inline long long first_index() {
  return static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline long long index_stride() {
  return static_cast<long long>(gridDim.x) * blockDim.x;
}

template <typename T>
__global__ void axpy(long long n, Scalar<T> alpha, Vector<const T> x, Vector<T> y) {
  const T factor = alpha.get();
  for (long long i = first_index(); i < n; i += index_stride())
    y[i] = multiply_add(factor, x[i], y[i]);
}

template <typename T>
__global__ void copy(long long n, Vector<const T> x, Vector<T> y) {
  for (long long i = first_index(); i < n; i += index_stride()) y[i] = x[i];
}

template <typename T>
__global__ void swap(long long n, Vector<T> x, Vector<T> y) {
  for (long long i = first_index(); i < n; i += index_stride()) {
    const T kept = x[i];
    x[i] = y[i];
    y[i] = kept;
  }
}

template <typename T>
__device__ inline T times(T factor, T value) {
  return factor * value;
}
template <typename R>
__device__ inline Complex<R> times(R factor, Complex<R> value) {
  return scaled(factor, value);
}

template <typename T, typename R>
__global__ void scal(long long n, Scalar<R> alpha, Vector<T> x) {
  const R factor = alpha.get();
  for (long long i = first_index(); i < n; i += index_stride()) x[i] = times(factor, x[i]);
}

template <typename T, typename S>
__global__ void rot(long long n, Vector<T> x, Vector<T> y, Scalar<Real<T>> cosine, Scalar<S> sine) {
  const Real<T> c = cosine.get();
  const S s = sine.get();
  for (long long i = first_index(); i < n; i += index_stride()) {
    const T a = x[i], b = y[i];
    x[i] = times(c, a) + times(s, b);
    y[i] = times(c, b) - times(conjugate(s), a);
  }
}

/// The five parameters of a modified rotation: a flag, and the matrix by columns.
template <typename T>
struct Modified {
  T flag, h11, h21, h12, h22;
};

template <typename T>
__global__ void rotm(long long n, Vector<T> x, Vector<T> y, Scalar<Modified<T>> parameters) {
  Modified<T> h = parameters.get();
  if (h.flag == T(-2)) return;
  if (h.flag == T(0)) h.h11 = h.h22 = 1;
  if (h.flag == T(1)) {
    h.h12 = 1;
    h.h21 = -1;
  }
  for (long long i = first_index(); i < n; i += index_stride()) {
    const T a = x[i], b = y[i];
    x[i] = h.h11 * a + h.h12 * b;
    y[i] = h.h21 * a + h.h22 * b;
  }
}

/// A grid for n elements, of at most 16 blocks an SM.
dim3 grid_for(const cublasContext& context, int n) {
  const unsigned wanted = blocks_for(n, kThreads), most = 16u * context.sms;
  return dim3(wanted < most ? wanted : most);
}

template <typename... Parameters, typename... Arguments>
cublasStatus_t over(cublasHandle_t handle, int n, void (*kernel)(long long, Parameters...),
                    Arguments... arguments) {
  return launch(*handle, kernel, grid_for(*handle, n), dim3(kThreads), n, arguments...);
}

template <typename T>
cublasStatus_t run_axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y,
                        int incy) {
  HEDDLE_BLAS_NEEDS(handle, alpha != nullptr);
  const Scalar<T> factor = scalar(*handle, alpha);
  if (n <= 0 || is_known(factor, T(0))) return CUBLAS_STATUS_SUCCESS;
  return over(handle, n, axpy<T>, factor, vector(x, n, incx), vector(y, n, incy));
}

template <typename T>
cublasStatus_t run_copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy) {
  HEDDLE_BLAS_NEEDS(handle, true);
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return over(handle, n, copy<T>, vector(x, n, incx), vector(y, n, incy));
}

template <typename T>
cublasStatus_t run_swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {
  HEDDLE_BLAS_NEEDS(handle, true);
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return over(handle, n, swap<T>, vector(x, n, incx), vector(y, n, incy));
}

template <typename R, typename T>
cublasStatus_t run_scal(cublasHandle_t handle, int n, const R* alpha, T* x, int incx) {
  HEDDLE_BLAS_NEEDS(handle, alpha != nullptr);
  if (n <= 0 || incx <= 0) return CUBLAS_STATUS_SUCCESS;
  return over(handle, n, scal<T, R>, scalar(*handle, alpha), vector(x, n, incx));
}

template <typename T, typename S>
cublasStatus_t run_rot(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy,
                       const Real<T>* c, const S* s) {
  HEDDLE_BLAS_NEEDS(handle, c != nullptr && s != nullptr);
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return over(handle, n, rot<T, S>, vector(x, n, incx), vector(y, n, incy), scalar(*handle, c),
              scalar(*handle, s));
}

template <typename T>
cublasStatus_t run_rotm(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy,
                        const T* parameters) {
  HEDDLE_BLAS_NEEDS(handle, parameters != nullptr);
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return over(handle, n, rotm<T>, vector(x, n, incx), vector(y, n, incy),
              scalar(*handle, reinterpret_cast<const Modified<T>*>(parameters)));
}

}  // namespace vectors
}  // namespace heddle_blas

using namespace heddle_blas;

#define VECTORS(L, T)                                                                         \
  cublasStatus_t cublas##L##axpy_v2(cublasHandle_t handle, int n, const T* alpha, const T* x, \
                                    int incx, T* y, int incy) {                               \
    return run_axpy(handle, n, own(alpha), own(x), incx, own(y), incy);                       \
  }                                                                                           \
  cublasStatus_t cublas##L##copy_v2(cublasHandle_t handle, int n, const T* x, int incx, T* y, \
                                    int incy) {                                               \
    return run_copy(handle, n, own(x), incx, own(y), incy);                                   \
  }                                                                                           \
  cublasStatus_t cublas##L##swap_v2(cublasHandle_t handle, int n, T* x, int incx, T* y,       \
                                    int incy) {                                               \
    return run_swap(handle, n, own(x), incx, own(y), incy);                                   \
  }
#define SCAL(L, T, R)                                                                   \
  cublasStatus_t cublas##L##scal_v2(cublasHandle_t handle, int n, const R* alpha, T* x, \
                                    int incx) {                                         \
    return run_scal(handle, n, own(alpha), own(x), incx);                               \
  }
#define ROT(L, T, R, S)                                                                          \
  cublasStatus_t cublas##L##rot_v2(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, \
                                   const R* c, const S* s) {                                     \
    return run_rot(handle, n, own(x), incx, own(y), incy, c, own(s));                            \
  }
#define ROTM(L, T)                                                                                \
  cublasStatus_t cublas##L##rotm_v2(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, \
                                    const T* parameters) {                                        \
    return run_rotm(handle, n, x, incx, y, incy, parameters);                                     \
  }

extern "C" {
VECTORS(S, float)
VECTORS(D, double)
VECTORS(C, cuComplex)
VECTORS(Z, cuDoubleComplex)
SCAL(S, float, float)
SCAL(D, double, double)
SCAL(C, cuComplex, cuComplex)
SCAL(Cs, cuComplex, float)
SCAL(Z, cuDoubleComplex, cuDoubleComplex)
SCAL(Zd, cuDoubleComplex, double)
ROT(S, float, float, float)
ROT(D, double, double, double)
ROT(C, cuComplex, float, cuComplex)
ROT(Cs, cuComplex, float, float)
ROT(Z, cuDoubleComplex, double, cuDoubleComplex)
ROT(Zd, cuDoubleComplex, double, double)
ROTM(S, float)
ROTM(D, double)
}
