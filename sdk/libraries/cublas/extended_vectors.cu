// Nrm2Ex, AxpyEx, DotEx, DotcEx and ScalEx. Vectors of 16-bit numbers are computed in float; the
// other types are those of the typed routines.
#include "cublas/sums.cuh"

namespace heddle_blas {
inline namespace extended_vectors {

template <typename E, typename F>
__global__ void axpy_16bit(int n, Scalar<F> alpha, Vector<const E> x, Vector<E> y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = as<E>(multiply_add(as<float>(alpha.get()), as<float>(x[i]), as<float>(y[i])));
}
template <typename E, typename F>
__global__ void scal_16bit(int n, Scalar<F> alpha, Vector<E> x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = as<E>(as<float>(alpha.get()) * as<float>(x[i]));
}

constexpr unsigned kThreads = 256;

template <typename E, typename F>
cublasStatus_t axpy(cublasHandle_t handle, int n, const void* alpha, const void* x, int incx,
                    void* y, int incy) {
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return launch(*handle, axpy_16bit<E, F>, dim3(blocks_for(n, kThreads)), dim3(kThreads), n,
                scalar(*handle, static_cast<const F*>(alpha)),
                vector(static_cast<const E*>(x), n, incx), vector(static_cast<E*>(y), n, incy));
}
template <typename E, typename F>
cublasStatus_t scal(cublasHandle_t handle, int n, const void* alpha, void* x, int incx) {
  if (n <= 0 || incx <= 0) return CUBLAS_STATUS_SUCCESS;
  return launch(*handle, scal_16bit<E, F>, dim3(blocks_for(n, kThreads)), dim3(kThreads), n,
                scalar(*handle, static_cast<const F*>(alpha)), vector(static_cast<E*>(x), n, incx));
}
template <typename E>
cublasStatus_t dot(cublasHandle_t handle, int n, const void* x, int incx, const void* y, int incy,
                   void* result) {
  if (n <= 0) return give(*handle, as<E>(0.0f), static_cast<E*>(result));
  const Dot<float, E, E> reduction = {vector(static_cast<const E*>(x), n, incx),
                                      vector(static_cast<const E*>(y), n, incy), false};
  return run_reduction(*handle, reduction, n, static_cast<E*>(result));
}
template <typename E>
cublasStatus_t norm(cublasHandle_t handle, int n, const void* x, int incx, void* result) {
  if (n <= 0 || incx <= 0) return give(*handle, as<E>(0.0f), static_cast<E*>(result));
  const Norm<float, E, E> reduction = {vector(static_cast<const E*>(x), n, incx)};
  return run_reduction(*handle, reduction, n, static_cast<E*>(result));
}

}  // namespace extended_vectors
}  // namespace heddle_blas

using namespace heddle_blas;

extern "C" {

cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void* x, cudaDataType type_x,
                            int incx, void* result, cudaDataType type_result, cudaDataType) {
  HEDDLE_BLAS_NEEDS(handle, result != nullptr);
  if (type_x == CUDA_R_16F && type_result == CUDA_R_16F)
    return norm<__half>(handle, n, x, incx, result);
  if (type_x == CUDA_R_16BF && type_result == CUDA_R_16BF)
    return norm<__nv_bfloat16>(handle, n, x, incx, result);
  if (type_x == CUDA_R_32F && type_result == CUDA_R_32F)
    return cublasSnrm2(handle, n, static_cast<const float*>(x), incx, static_cast<float*>(result));
  if (type_x == CUDA_R_64F && type_result == CUDA_R_64F)
    return cublasDnrm2(handle, n, static_cast<const double*>(x), incx,
                       static_cast<double*>(result));
  if (type_x == CUDA_C_32F && type_result == CUDA_R_32F)
    return cublasScnrm2(handle, n, static_cast<const cuComplex*>(x), incx,
                        static_cast<float*>(result));
  if (type_x == CUDA_C_64F && type_result == CUDA_R_64F)
    return cublasDznrm2(handle, n, static_cast<const cuDoubleComplex*>(x), incx,
                        static_cast<double*>(result));
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void* alpha,
                            cudaDataType type_alpha, const void* x, cudaDataType type_x, int incx,
                            void* y, cudaDataType type_y, int incy, cudaDataType) {
  HEDDLE_BLAS_NEEDS(handle, alpha != nullptr);
  if (type_x != type_y) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (type_x == CUDA_R_16F && type_alpha == CUDA_R_16F)
    return axpy<__half, __half>(handle, n, alpha, x, incx, y, incy);
  if (type_x == CUDA_R_16F && type_alpha == CUDA_R_32F)
    return axpy<__half, float>(handle, n, alpha, x, incx, y, incy);
  if (type_x == CUDA_R_16BF && type_alpha == CUDA_R_16BF)
    return axpy<__nv_bfloat16, __nv_bfloat16>(handle, n, alpha, x, incx, y, incy);
  if (type_x == CUDA_R_16BF && type_alpha == CUDA_R_32F)
    return axpy<__nv_bfloat16, float>(handle, n, alpha, x, incx, y, incy);
  if (type_alpha != type_x) return CUBLAS_STATUS_NOT_SUPPORTED;
#define TYPED(KIND, T, L)                                                                     \
  if (type_x == KIND)                                                                         \
    return cublas##L##axpy(handle, n, static_cast<const T*>(alpha), static_cast<const T*>(x), \
                           incx, static_cast<T*>(y), incy);
  TYPED(CUDA_R_32F, float, S)
  TYPED(CUDA_R_64F, double, D)
  TYPED(CUDA_C_32F, cuComplex, C)
  TYPED(CUDA_C_64F, cuDoubleComplex, Z)
#undef TYPED
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void* x, cudaDataType type_x,
                            int incx, const void* y, cudaDataType type_y, int incy, void* result,
                            cudaDataType type_result, cudaDataType execution) {
  HEDDLE_BLAS_NEEDS(handle, result != nullptr);
  if (type_x != type_y || type_x != type_result) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (type_x == CUDA_C_32F)
    return cublasCdotc(handle, n, static_cast<const cuComplex*>(x), incx,
                       static_cast<const cuComplex*>(y), incy, static_cast<cuComplex*>(result));
  if (type_x == CUDA_C_64F)
    return cublasZdotc(handle, n, static_cast<const cuDoubleComplex*>(x), incx,
                       static_cast<const cuDoubleComplex*>(y), incy,
                       static_cast<cuDoubleComplex*>(result));
  return cublasDotEx(handle, n, x, type_x, incx, y, type_y, incy, result, type_result, execution);
}

cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void* x, cudaDataType type_x,
                           int incx, const void* y, cudaDataType type_y, int incy, void* result,
                           cudaDataType type_result, cudaDataType) {
  HEDDLE_BLAS_NEEDS(handle, result != nullptr);
  if (type_x != type_y || type_x != type_result) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (type_x == CUDA_R_16F) return dot<__half>(handle, n, x, incx, y, incy, result);
  if (type_x == CUDA_R_16BF) return dot<__nv_bfloat16>(handle, n, x, incx, y, incy, result);
#define TYPED(KIND, T, NAME)                                                               \
  if (type_x == KIND)                                                                      \
    return NAME(handle, n, static_cast<const T*>(x), incx, static_cast<const T*>(y), incy, \
                static_cast<T*>(result));
  TYPED(CUDA_R_32F, float, cublasSdot)
  TYPED(CUDA_R_64F, double, cublasDdot)
  TYPED(CUDA_C_32F, cuComplex, cublasCdotu)
  TYPED(CUDA_C_64F, cuDoubleComplex, cublasZdotu)
#undef TYPED
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void* alpha,
                            cudaDataType type_alpha, void* x, cudaDataType type_x, int incx,
                            cudaDataType) {
  HEDDLE_BLAS_NEEDS(handle, alpha != nullptr);
  if (type_x == CUDA_R_16F && type_alpha == CUDA_R_16F)
    return scal<__half, __half>(handle, n, alpha, x, incx);
  if (type_x == CUDA_R_16F && type_alpha == CUDA_R_32F)
    return scal<__half, float>(handle, n, alpha, x, incx);
  if (type_x == CUDA_R_16BF && type_alpha == CUDA_R_16BF)
    return scal<__nv_bfloat16, __nv_bfloat16>(handle, n, alpha, x, incx);
  if (type_x == CUDA_R_16BF && type_alpha == CUDA_R_32F)
    return scal<__nv_bfloat16, float>(handle, n, alpha, x, incx);
  if (type_x != type_alpha) return CUBLAS_STATUS_NOT_SUPPORTED;
#define TYPED(KIND, T, L) \
  if (type_x == KIND)     \
    return cublas##L##scal(handle, n, static_cast<const T*>(alpha), static_cast<T*>(x), incx);
  TYPED(CUDA_R_32F, float, S)
  TYPED(CUDA_R_64F, double, D)
  TYPED(CUDA_C_32F, cuComplex, C)
  TYPED(CUDA_C_64F, cuDoubleComplex, Z)
#undef TYPED
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

}  // extern "C"
