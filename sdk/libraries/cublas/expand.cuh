// Whole matrices made from one stored triangle, for routines that then multiply them.
#pragma once

#include "cublas/gemm/gemm.h"
#include "cublas/view.cuh"

namespace heddle_blas {

template <typename T>
__global__ void expand(View<T, Storage::kFull> a, T* whole) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= a.rows || j >= a.columns) return;
  const bool is_there = j >= a.first_column(i) && j < a.end_column(i);
  whole[i + static_cast<long long>(j) * a.rows] = is_there ? a.element(i, j) : T(0);
}

template <typename T>
cublasStatus_t launch_expand(cublasContext& context, const View<T, Storage::kFull>& a, T* whole) {
  return launch(context, expand<T>, dim3(blocks_for(a.rows, 32), blocks_for(a.columns, 8)),
                dim3(32, 8), a, whole);
}

/// The value of a factor on the host, wherever it lies.
template <typename T>
cublasStatus_t fetch(cublasContext& context, const T* pointer, T& value) {
  if (context.pointer_mode == CUBLAS_POINTER_MODE_HOST) {
    value = *pointer;
    return CUBLAS_STATUS_SUCCESS;
  }
  const cudaError_t error =
      cudaMemcpyAsync(&value, pointer, sizeof(T), cudaMemcpyDeviceToHost, context.stream);
  return status_of(error == cudaSuccess ? cudaStreamSynchronize(context.stream) : error);
}

}  // namespace heddle_blas
