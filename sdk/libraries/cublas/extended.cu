// Routines whose types are named at run time: GemmEx and its batched forms, and Nrm2Ex, AxpyEx,
// DotEx, DotcEx and ScalEx. Matrices of 16-bit numbers are multiplied in float; those of 8-bit
// integers in int, or in float.
#include "cublas/gemm/gemm.h"

namespace heddle_blas {
namespace {

/// The arguments of a product, before their types are known.
struct Untyped {
  cublasOperation_t transa, transb;
  int m, n, k;
  const void *alpha, *beta;
  const void *a, *b;  ///< a matrix, or a list of matrices
  void* c;
  int lda, ldb, ldc;
  long long stride_a, stride_b, stride_c;
  bool is_listed;
  int count;
};

template <typename T>
Matrices<T> matrices(const void* pointer, long long stride, bool is_listed) {
  if (is_listed) return listed(static_cast<T* const*>(const_cast<void*>(pointer)));
  return strided(static_cast<T*>(const_cast<void*>(pointer)), stride);
}

/// A factor of type F for sums of type Acc. One of another type is read by the host.
template <typename Acc, typename F>
cublasStatus_t factor_of(cublasContext& context, const void* pointer, Scalar<Acc>& factor) {
  const F* const typed = static_cast<const F*>(pointer);
  if constexpr (sizeof(F) == sizeof(Acc)) {
    factor = scalar(context, typed);
    return CUBLAS_STATUS_SUCCESS;
  } else {
    F value;
    const cudaMemcpyKind kind = context.pointer_mode == CUBLAS_POINTER_MODE_DEVICE
                                    ? cudaMemcpyDeviceToHost
                                    : cudaMemcpyHostToHost;
    cudaError_t error = cudaMemcpyAsync(&value, typed, sizeof value, kind, context.stream);
    if (error == cudaSuccess) error = cudaStreamSynchronize(context.stream);
    factor = constant(as<Acc>(value));
    return status_of(error);
  }
}

template <typename In, typename Out, typename Acc, typename Factor = Acc>
cublasStatus_t typed(cublasContext& context, const Untyped& of) {
  GemmCall<In, Out, Acc> call = {};
  call.m = of.m;
  call.n = of.n;
  call.k = of.k;
  cublasStatus_t status = factor_of<Acc, Factor>(context, of.alpha, call.alpha);
  if (status == CUBLAS_STATUS_SUCCESS) status = factor_of<Acc, Factor>(context, of.beta, call.beta);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  call.a = left_operand(of.transa, matrices<const In>(of.a, of.stride_a, of.is_listed), of.lda);
  call.b = right_operand(of.transb, matrices<const In>(of.b, of.stride_b, of.is_listed), of.ldb);
  call.c = matrices<Out>(of.c, of.stride_c, of.is_listed);
  call.ldc = of.ldc;
  call.region = Region::kFull;
  return run_gemm(context, call, of.count);
}

/// What a computation's type stands for, without its speed.
cublasComputeType_t plain(cublasComputeType_t compute) {
  switch (compute) {
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      return CUBLAS_COMPUTE_16F;
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
      return CUBLAS_COMPUTE_32F;
    case CUBLAS_COMPUTE_64F_PEDANTIC:
      return CUBLAS_COMPUTE_64F;
    case CUBLAS_COMPUTE_32I_PEDANTIC:
      return CUBLAS_COMPUTE_32I;
    default:
      return compute;
  }
}

cublasStatus_t in_float(cublasContext& context, const Untyped& of, cudaDataType in,
                        cudaDataType out) {
  if (in == CUDA_R_32F && out == CUDA_R_32F) return typed<float, float, float>(context, of);
  if (in == CUDA_R_16F && out == CUDA_R_16F) return typed<__half, __half, float>(context, of);
  if (in == CUDA_R_16F && out == CUDA_R_32F) return typed<__half, float, float>(context, of);
  if (in == CUDA_R_16BF && out == CUDA_R_16BF)
    return typed<__nv_bfloat16, __nv_bfloat16, float>(context, of);
  if (in == CUDA_R_16BF && out == CUDA_R_32F)
    return typed<__nv_bfloat16, float, float>(context, of);
  if (in == CUDA_R_8I && out == CUDA_R_32F) return typed<signed char, float, float>(context, of);
  if (in == CUDA_C_32F && out == CUDA_C_32F) {
    using Number = Complex<float>;
    return typed<Number, Number, Number>(context, of);
  }
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t by_types(cublasHandle_t handle, const Untyped& of, cudaDataType type_a,
                        cudaDataType type_b, cudaDataType type_c, cublasComputeType_t compute) {
  HEDDLE_BLAS_NEEDS(handle,
                    is_gemm(of.transa, of.transb, of.m, of.n, of.k, of.lda, of.ldb, of.ldc) &&
                        of.count >= 0 && of.alpha != nullptr && of.beta != nullptr);
  if (type_a != type_b) return CUBLAS_STATUS_NOT_SUPPORTED;
  switch (plain(compute)) {
    case CUBLAS_COMPUTE_32F:
      return in_float(*handle, of, type_a, type_c);
    case CUBLAS_COMPUTE_16F:
      if (type_a == CUDA_R_16F && type_c == CUDA_R_16F)
        return typed<__half, __half, float, __half>(*handle, of);
      break;
    case CUBLAS_COMPUTE_64F:
      if (type_a == CUDA_R_64F && type_c == CUDA_R_64F)
        return typed<double, double, double>(*handle, of);
      if (type_a == CUDA_C_64F && type_c == CUDA_C_64F) {
        using Number = Complex<double>;
        return typed<Number, Number, Number>(*handle, of);
      }
      break;
    case CUBLAS_COMPUTE_32I:
      if (type_a == CUDA_R_8I && type_c == CUDA_R_32I)
        return typed<signed char, int, int>(*handle, of);
      break;
    default:
      break;
  }
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

/// The type of a computation that is given by a number's type, as before CUDA 11.
cublasComputeType_t compute_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_16F:
      return CUBLAS_COMPUTE_16F;
    case CUDA_R_64F:
    case CUDA_C_64F:
      return CUBLAS_COMPUTE_64F;
    case CUDA_R_32I:
      return CUBLAS_COMPUTE_32I;
    default:
      return CUBLAS_COMPUTE_32F;
  }
}

cublasStatus_t half_product(cublasHandle_t handle, const Untyped& of) {
  return by_types(handle, of, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F);
}

}  // namespace
}  // namespace heddle_blas

using namespace heddle_blas;

extern "C" {

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const void* alpha, const void* a, cudaDataType type_a,
                                          int lda, long long stride_a, const void* b,
                                          cudaDataType type_b, int ldb, long long stride_b,
                                          const void* beta, void* c, cudaDataType type_c, int ldc,
                                          long long stride_c, int count,
                                          cublasComputeType_t compute, cublasGemmAlgo_t) {
  const Untyped of = {transa, transb, m,   n,   k,        alpha,    beta,     a,     b,
                      c,      lda,    ldb, ldc, stride_a, stride_b, stride_c, false, count};
  return by_types(handle, of, type_a, type_b, type_c, compute);
}

cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k, const void* alpha,
                                   const void* const a[], cudaDataType type_a, int lda,
                                   const void* const b[], cudaDataType type_b, int ldb,
                                   const void* beta, void* const c[], cudaDataType type_c, int ldc,
                                   int count, cublasComputeType_t compute, cublasGemmAlgo_t) {
  const Untyped of = {transa, transb, m,   n, k, alpha, beta, a,    b, const_cast<void**>(c),
                      lda,    ldb,    ldc, 0, 0, 0,     true, count};
  return by_types(handle, of, type_a, type_b, type_c, compute);
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void* alpha,
                            const void* a, cudaDataType type_a, int lda, const void* b,
                            cudaDataType type_b, int ldb, const void* beta, void* c,
                            cudaDataType type_c, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t algorithm) {
  return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, a, type_a, lda, 0, b,
                                    type_b, ldb, 0, beta, c, type_c, ldc, 0, 1, compute, algorithm);
}

cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k, const float* alpha,
                             const void* a, cudaDataType type_a, int lda, const void* b,
                             cudaDataType type_b, int ldb, const float* beta, void* c,
                             cudaDataType type_c, int ldc) {
  return cublasGemmEx(handle, transa, transb, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta,
                      c, type_c, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasCgemmEx(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k, const cuComplex* alpha,
                             const void* a, cudaDataType type_a, int lda, const void* b,
                             cudaDataType type_b, int ldb, const cuComplex* beta, void* c,
                             cudaDataType type_c, int ldc) {
  return cublasGemmEx(handle, transa, transb, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta,
                      c, type_c, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, int k, const __half* alpha,
                           const __half* a, int lda, const __half* b, int ldb, const __half* beta,
                           __half* c, int ldc) {
  return half_product(
      handle, {transa, transb, m, n, k, alpha, beta, a, b, c, lda, ldb, ldc, 0, 0, 0, false, 1});
}

cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, cublasOperation_t transa,
                                  cublasOperation_t transb, int m, int n, int k,
                                  const __half* alpha, const __half* const a[], int lda,
                                  const __half* const b[], int ldb, const __half* beta,
                                  __half* const c[], int ldc, int count) {
  return half_product(handle, {transa, transb, m, n, k, alpha, beta, a, b, const_cast<__half**>(c),
                               lda, ldb, ldc, 0, 0, 0, true, count});
}

cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                                         cublasOperation_t transb, int m, int n, int k,
                                         const __half* alpha, const __half* a, int lda,
                                         long long stride_a, const __half* b, int ldb,
                                         long long stride_b, const __half* beta, __half* c, int ldc,
                                         long long stride_c, int count) {
  return half_product(handle, {transa, transb, m, n, k, alpha, beta, a, b, c, lda, ldb, ldc,
                               stride_a, stride_b, stride_c, false, count});
}

}  // extern "C"

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void* alpha,
                            const void* a, cudaDataType type_a, int lda, const void* b,
                            cudaDataType type_b, int ldb, const void* beta, void* c,
                            cudaDataType type_c, int ldc, cudaDataType compute,
                            cublasGemmAlgo_t algorithm) {
  return cublasGemmEx(handle, transa, transb, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta,
                      c, type_c, ldc, compute_of(compute), algorithm);
}

cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k, const void* alpha,
                                   const void* const a[], cudaDataType type_a, int lda,
                                   const void* const b[], cudaDataType type_b, int ldb,
                                   const void* beta, void* const c[], cudaDataType type_c, int ldc,
                                   int count, cudaDataType compute, cublasGemmAlgo_t algorithm) {
  return cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, a, type_a, lda, b, type_b, ldb,
                             beta, c, type_c, ldc, count, compute_of(compute), algorithm);
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const void* alpha, const void* a, cudaDataType type_a,
                                          int lda, long long stride_a, const void* b,
                                          cudaDataType type_b, int ldb, long long stride_b,
                                          const void* beta, void* c, cudaDataType type_c, int ldc,
                                          long long stride_c, int count, cudaDataType compute,
                                          cublasGemmAlgo_t algorithm) {
  return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, a, type_a, lda,
                                    stride_a, b, type_b, ldb, stride_b, beta, c, type_c, ldc,
                                    stride_c, count, compute_of(compute), algorithm);
}
