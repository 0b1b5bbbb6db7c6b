// geam and dgmm: one thread an element.
#include "cublas/context.cuh"

namespace heddle_blas {
inline namespace matrix_sums {

/// An operand with the distances of its elements along rows and columns.
template <typename T>
struct Term {
  Scalar<T> factor;
  const T* from;
  long long step_row, step_column;
  bool conjugates;

  __device__ T at(int i, int j) const {
    const T scale = factor.get();
    if (scale == T(0)) return T(0);
    return scale * conjugate_if(conjugates, from[i * step_row + j * step_column]);
  }
};

template <typename T>
__global__ void geam(int m, int n, Term<T> a, Term<T> b, T* c, long long ldc) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) c[i + j * ldc] = a.at(i, j) + b.at(i, j);
}

template <typename T>
__global__ void dgmm(int m, int n, const T* a, long long lda, Vector<const T> x, bool is_left, T* c,
                     long long ldc) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) c[i + j * ldc] = a[i + j * lda] * x[is_left ? i : j];
}

template <typename T>
Term<T> term(const cublasContext& context, cublasOperation_t trans, const T* factor, const T* from,
             long long pitch) {
  const bool is_plain = trans == CUBLAS_OP_N;
  return {scalar(context, factor), from, is_plain ? 1 : pitch, is_plain ? pitch : 1,
          trans == CUBLAS_OP_C};
}

template <typename T>
cublasStatus_t run_geam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                        int m, int n, const T* alpha, const T* a, int lda, const T* beta,
                        const T* b, int ldb, T* c, int ldc) {
  HEDDLE_BLAS_NEEDS(handle, is_operation(transa) && is_operation(transb) && m >= 0 && n >= 0 &&
                                lda >= at_least_one(transa == CUBLAS_OP_N ? m : n) &&
                                ldb >= at_least_one(transb == CUBLAS_OP_N ? m : n) &&
                                ldc >= at_least_one(m) && alpha != nullptr && beta != nullptr);
  // In place, C may only be what it replaces, element by element.
  if ((c == a && (lda != ldc || transa != CUBLAS_OP_N)) ||
      (c == b && (ldb != ldc || transb != CUBLAS_OP_N))) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  return launch(*handle, geam<T>, dim3(blocks_for(m, 32), blocks_for(n, 8)), dim3(32, 8), m, n,
                term(*handle, transa, alpha, a, lda), term(*handle, transb, beta, b, ldb), c, ldc);
}

template <typename T>
cublasStatus_t run_dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* a,
                        int lda, const T* x, int incx, T* c, int ldc) {
  HEDDLE_BLAS_NEEDS(handle, is_side(side) && m >= 0 && n >= 0 && lda >= at_least_one(m) &&
                                ldc >= at_least_one(m));
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const bool is_left = side == CUBLAS_SIDE_LEFT;
  return launch(*handle, dgmm<T>, dim3(blocks_for(m, 32), blocks_for(n, 8)), dim3(32, 8), m, n, a,
                lda, vector(x, is_left ? m : n, incx), is_left, c, ldc);
}

}  // namespace matrix_sums
}  // namespace heddle_blas

using namespace heddle_blas;

#define SUMS(L, T)                                                                                 \
  cublasStatus_t cublas##L##geam(                                                                  \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,     \
      const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb, T* c, int ldc) {    \
    return run_geam(handle, transa, transb, m, n, own(alpha), own(a), lda, own(beta), own(b), ldb, \
                    own(c), ldc);                                                                  \
  }                                                                                                \
  cublasStatus_t cublas##L##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n,       \
                                 const T* a, int lda, const T* x, int incx, T* c, int ldc) {       \
    return run_dgmm(handle, side, m, n, own(a), lda, own(x), incx, own(c), ldc);                   \
  }

extern "C" {
SUMS(S, float)
SUMS(D, double)
SUMS(C, cuComplex)
SUMS(Z, cuDoubleComplex)
}
