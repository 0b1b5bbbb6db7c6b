// A call of the matrix product, as the routines of level 3 make it. gemm.cuh has the kernel.
#pragma once

#include "cublas/context.cuh"

namespace heddle_blas {

/// One matrix, matrices at a distance from each other, or matrices behind an array of pointers on
/// the device.
template <typename T>
struct Matrices {
  T* base;
  T* const* array;
  long long distance;
  __device__ T* at(unsigned i) const { return array != nullptr ? array[i] : base + i * distance; }
  void move(int count) {
    if (array != nullptr)
      array += count;
    else
      base += count * distance;
  }
};

/// An operand with the distances of its elements along the side of C and along the sum.
template <typename T>
struct Operand {
  Matrices<const T> matrices;
  long long step_x, step_k;
  bool conjugates;
};

/// The part of C that is computed.
enum class Region { kFull, kLower, kUpper };

template <typename In, typename Out, typename Acc>
struct GemmCall {
  int m, n, k;
  Scalar<Acc> alpha, beta;
  Operand<In> a, b;
  Matrices<Out> c;
  long long ldc;
  Region region;
  bool has_real_diagonal;  ///< the imaginary parts of C's diagonal become 0
};

template <typename T>
inline Operand<T> left_operand(cublasOperation_t trans, Matrices<const T> a, long long lda) {
  if (trans == CUBLAS_OP_N) return {a, 1, lda, false};
  return {a, lda, 1, trans == CUBLAS_OP_C};
}
template <typename T>
inline Operand<T> right_operand(cublasOperation_t trans, Matrices<const T> b, long long ldb) {
  if (trans == CUBLAS_OP_N) return {b, ldb, 1, false};
  return {b, 1, ldb, trans == CUBLAS_OP_C};
}

template <typename T>
inline Matrices<T> single(T* matrix) {
  return {matrix, nullptr, 0};
}
template <typename T>
inline Matrices<T> strided(T* matrix, long long distance) {
  return {matrix, nullptr, distance};
}
template <typename T>
inline Matrices<T> listed(T* const* array) {
  return {nullptr, array, 0};
}

/// `count` products. Defined in gemm.cuh, instantiated in gemm_*.cu.
template <typename In, typename Out, typename Acc>
cublasStatus_t run_gemm(cublasContext& context, const GemmCall<In, Out, Acc>& call, int count);

/// The sizes and operations that gemm accepts.
inline bool is_gemm(cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                    int lda, int ldb, int ldc) {
  return is_operation(transa) && is_operation(transb) && m >= 0 && n >= 0 && k >= 0 &&
         lda >= at_least_one(transa == CUBLAS_OP_N ? m : k) &&
         ldb >= at_least_one(transb == CUBLAS_OP_N ? k : n) && ldc >= at_least_one(m);
}

/// The product of whole matrices of one type, for routines that are made of products.
template <typename T>
cublasStatus_t multiply(cublasContext& context, cublasOperation_t transa, cublasOperation_t transb,
                        int m, int n, int k, Scalar<T> alpha, const T* a, int lda, const T* b,
                        int ldb, Scalar<T> beta, T* c, int ldc, Region region = Region::kFull,
                        bool has_real_diagonal = false) {
  const GemmCall<T, T, T> call = {m,
                                  n,
                                  k,
                                  alpha,
                                  beta,
                                  left_operand(transa, single(a), lda),
                                  right_operand(transb, single(b), ldb),
                                  single(c),
                                  ldc,
                                  region,
                                  has_real_diagonal};
  return run_gemm(context, call, 1);
}

}  // namespace heddle_blas
