// cuBLAS beyond BLAS: sums and diagonal products of matrices, factors of many small matrices, and
// routines whose types are named at run time.
#ifndef HEDDLE_BLAS_EXTENSIONS_H
#define HEDDLE_BLAS_EXTENSIONS_H

#include "types.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define HEDDLE_BLAS_EXTENSIONS(L, T)                                                               \
  cublasStatus_t cublas##L##geam(                                                                  \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,     \
      const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb, T* c, int ldc);     \
  cublasStatus_t cublas##L##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n,       \
                                 const T* a, int lda, const T* x, int incx, T* c, int ldc);        \
  cublasStatus_t cublas##L##getrfBatched(cublasHandle_t handle, int n, T* const a[], int lda,      \
                                         int* pivots, int* info, int count);                       \
  cublasStatus_t cublas##L##getriBatched(cublasHandle_t handle, int n, const T* const a[],         \
                                         int lda, const int* pivots, T* const c[], int ldc,        \
                                         int* info, int count);                                    \
  cublasStatus_t cublas##L##getrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n,    \
                                         int nrhs, const T* const a[], int lda, const int* pivots, \
                                         T* const b[], int ldb, int* info, int count);             \
  cublasStatus_t cublas##L##matinvBatched(cublasHandle_t handle, int n, const T* const a[],        \
                                          int lda, T* const inverse[], int ldi, int* info,         \
                                          int count);
HEDDLE_BLAS_EXTENSIONS(S, float)
HEDDLE_BLAS_EXTENSIONS(D, double)
HEDDLE_BLAS_EXTENSIONS(C, cuComplex)
HEDDLE_BLAS_EXTENSIONS(Z, cuDoubleComplex)
#undef HEDDLE_BLAS_EXTENSIONS

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void* alpha,
                            const void* a, cudaDataType type_a, int lda, const void* b,
                            cudaDataType type_b, int ldb, const void* beta, void* c,
                            cudaDataType type_c, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k, const void* alpha,
                                   const void* const a[], cudaDataType type_a, int lda,
                                   const void* const b[], cudaDataType type_b, int ldb,
                                   const void* beta, void* const c[], cudaDataType type_c, int ldc,
                                   int count, cublasComputeType_t compute,
                                   cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const void* alpha, const void* a, cudaDataType type_a,
                                          int lda, long long stride_a, const void* b,
                                          cudaDataType type_b, int ldb, long long stride_b,
                                          const void* beta, void* c, cudaDataType type_c, int ldc,
                                          long long stride_c, int count,
                                          cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k, const float* alpha,
                             const void* a, cudaDataType type_a, int lda, const void* b,
                             cudaDataType type_b, int ldb, const float* beta, void* c,
                             cudaDataType type_c, int ldc);
cublasStatus_t cublasCgemmEx(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k, const cuComplex* alpha,
                             const void* a, cudaDataType type_a, int lda, const void* b,
                             cudaDataType type_b, int ldb, const cuComplex* beta, void* c,
                             cudaDataType type_c, int ldc);

cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void* x, cudaDataType type_x,
                            int incx, void* result, cudaDataType type_result,
                            cudaDataType execution);
cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void* alpha,
                            cudaDataType type_alpha, const void* x, cudaDataType type_x, int incx,
                            void* y, cudaDataType type_y, int incy, cudaDataType execution);
cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void* x, cudaDataType type_x,
                           int incx, const void* y, cudaDataType type_y, int incy, void* result,
                           cudaDataType type_result, cudaDataType execution);
cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void* x, cudaDataType type_x,
                            int incx, const void* y, cudaDataType type_y, int incy, void* result,
                            cudaDataType type_result, cudaDataType execution);
cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void* alpha,
                            cudaDataType type_alpha, void* x, cudaDataType type_x, int incx,
                            cudaDataType execution);

#if defined(__cplusplus)
}

// Before CUDA 11 the type of the computation was a cudaDataType.
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void* alpha,
                            const void* a, cudaDataType type_a, int lda, const void* b,
                            cudaDataType type_b, int ldb, const void* beta, void* c,
                            cudaDataType type_c, int ldc, cudaDataType compute,
                            cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k, const void* alpha,
                                   const void* const a[], cudaDataType type_a, int lda,
                                   const void* const b[], cudaDataType type_b, int ldb,
                                   const void* beta, void* const c[], cudaDataType type_c, int ldc,
                                   int count, cudaDataType compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const void* alpha, const void* a, cudaDataType type_a,
                                          int lda, long long stride_a, const void* b,
                                          cudaDataType type_b, int ldb, long long stride_b,
                                          const void* beta, void* c, cudaDataType type_c, int ldc,
                                          long long stride_c, int count, cudaDataType compute,
                                          cublasGemmAlgo_t algorithm);
#endif

#endif
