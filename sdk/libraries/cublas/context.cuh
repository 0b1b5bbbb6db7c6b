// What cuBLAS's routines share: the handle, factors that lie on the host or on the device, vectors
// with increments, and launches whose errors become statuses.
#pragma once

#include <cublas_v2.h>

#include "common/numbers.cuh"
#include "common/scalar.cuh"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics_mode = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
  int sm_target = 0;
  int sms = 1;              ///< of the device
  void* scratch = nullptr;  ///< memory of the device for partial results
  size_t scratch_bytes = 0;
};

namespace heddle_blas {
using namespace heddle_math;

template <typename T>
inline Scalar<T> scalar(const cublasContext& context, const T* pointer) {
  if (context.pointer_mode == CUBLAS_POINTER_MODE_DEVICE) return {pointer, T()};
  return {nullptr, *pointer};
}
/// A vector with an increment. With a negative increment the first element lies last in memory.
template <typename T>
struct Vector {
  T* first;
  long long increment;
  __device__ T& operator[](long long i) const { return first[i * increment]; }
};
template <typename T>
inline Vector<T> vector(T* x, int n, int increment) {
  const long long step = increment;
  return {increment < 0 && n > 0 ? x - (n - 1) * step : x, step};
}

/// Memory of the device, at least `bytes`, until the next routine of the handle; null if there is
/// none.
void* scratch(cublasContext& context, size_t bytes);

inline unsigned blocks_for(long long n, unsigned threads) {
  return static_cast<unsigned>((n + threads - 1) / threads);
}

template <typename... Parameters>
inline cublasStatus_t launch(cublasContext& context, void (*kernel)(Parameters...), dim3 grid,
                             dim3 block, typename Same<Parameters>::Type... arguments) {
  void* pointers[] = {&arguments...};
  const cudaError_t error = cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block,
                                             pointers, 0, context.stream);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

inline cublasStatus_t status_of(cudaError_t error) {
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

inline bool is_operation(cublasOperation_t operation) {
  return operation == CUBLAS_OP_N || operation == CUBLAS_OP_T || operation == CUBLAS_OP_C;
}
inline bool is_fill(cublasFillMode_t fill) {
  return fill == CUBLAS_FILL_MODE_LOWER || fill == CUBLAS_FILL_MODE_UPPER;
}
inline bool is_diagonal(cublasDiagType_t diagonal) {
  return diagonal == CUBLAS_DIAG_NON_UNIT || diagonal == CUBLAS_DIAG_UNIT;
}
inline bool is_side(cublasSideMode_t side) {
  return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT;
}
inline int at_least_one(int n) { return n > 1 ? n : 1; }

}  // namespace heddle_blas

/// Returns early from a routine: without a handle, and with an argument that cuBLAS refuses.
#define HEDDLE_BLAS_NEEDS(handle, condition)                     \
  if ((handle) == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED; \
  if (!(condition)) return CUBLAS_STATUS_INVALID_VALUE
