// Operations on a sparse vector and a dense one: Axpby, Gather, Scatter, Rot and SpVV.
#include "cusparse/common.cuh"

namespace heddle_sparse {
inline namespace vectors {

template <typename T>
__global__ void scale_vector(long long n, Scalar<T> beta, T* y) {
  const long long i = thread_number();
  if (i < n) y[i] = beta.get() * y[i];
}
template <typename T>
__global__ void axpby(long long nnz, Scalar<T> alpha, Indices at, const T* x, T* y) {
  const long long i = thread_number();
  if (i < nnz) y[at[i]] = multiply_add(alpha.get(), x[i], y[at[i]]);
}
template <typename T>
__global__ void gather_elements(long long nnz, Indices at, const T* y, T* x) {
  const long long i = thread_number();
  if (i < nnz) x[i] = y[at[i]];
}
template <typename T>
__global__ void scatter_elements(long long nnz, Indices at, const T* x, T* y) {
  const long long i = thread_number();
  if (i < nnz) y[at[i]] = x[i];
}
template <typename T>
__global__ void rotate(long long nnz, Scalar<T> cosine, Scalar<T> sine, Indices at, T* x, T* y) {
  const long long i = thread_number();
  if (i >= nnz) return;
  const T c = cosine.get(), s = sine.get(), a = x[i], b = y[at[i]];
  x[i] = c * a + s * b;
  y[at[i]] = c * b - conjugate(s) * a;
}

/// By one block.
template <typename T>
__global__ void spvv(long long nnz, bool conjugates, Indices at, const T* x, const T* y,
                     T* result) {
  __shared__ alignas(16) unsigned char memory[kThreads * sizeof(T)];
  T* const sums = reinterpret_cast<T*>(memory);
  T sum = T(0);
  for (long long i = threadIdx.x; i < nnz; i += kThreads)
    sum = multiply_add(conjugate_if(conjugates, x[i]), y[at[i]], sum);
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] = sums[threadIdx.x] + sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) *result = sums[0];
}

Indices indices_of(const cusparseSpVecDescr& x) { return indices(x.indices, x.index, x.base); }

bool fit(const cusparseSpVecDescr* x, const cusparseDnVecDescr* y) {
  return x != nullptr && y != nullptr && x->size == y->size && x->type == y->type;
}

}  // namespace vectors
}  // namespace heddle_sparse

using namespace heddle_sparse;

extern "C" {

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void* alpha,
                               cusparseConstSpVecDescr_t x, const void* beta,
                               cusparseDnVecDescr_t y) {
  HEDDLE_SPARSE_NEEDS(handle, fit(x, y) && alpha != nullptr && beta != nullptr);
  return by_type(x->type, [&](auto zero) {
    using T = decltype(zero);
    const Scalar<T> kept = scalar<T>(*handle, beta);
    T* const values = static_cast<T*>(y->values);
    if (!is_known(kept, T(1))) {
      const cusparseStatus_t status =
          launch(*handle, scale_vector<T>, y->size, y->size, kept, values);
      if (status != CUSPARSE_STATUS_SUCCESS) return status;
    }
    return launch(*handle, axpby<T>, x->nnz, x->nnz, scalar<T>(*handle, alpha), indices_of(*x),
                  static_cast<const T*>(x->values), values);
  });
}

cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y,
                                cusparseSpVecDescr_t x) {
  HEDDLE_SPARSE_NEEDS(handle, fit(x, y));
  return by_type(x->type, [&](auto zero) {
    using T = decltype(zero);
    return launch(*handle, gather_elements<T>, x->nnz, x->nnz, indices_of(*x),
                  static_cast<const T*>(y->values), static_cast<T*>(x->values));
  });
}

cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                                 cusparseDnVecDescr_t y) {
  HEDDLE_SPARSE_NEEDS(handle, fit(x, y));
  return by_type(x->type, [&](auto zero) {
    using T = decltype(zero);
    return launch(*handle, scatter_elements<T>, x->nnz, x->nnz, indices_of(*x),
                  static_cast<const T*>(x->values), static_cast<T*>(y->values));
  });
}

cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void* c, const void* s,
                             cusparseSpVecDescr_t x, cusparseDnVecDescr_t y) {
  HEDDLE_SPARSE_NEEDS(handle, fit(x, y) && c != nullptr && s != nullptr);
  return by_type(x->type, [&](auto zero) {
    using T = decltype(zero);
    return launch(*handle, rotate<T>, x->nnz, x->nnz, scalar<T>(*handle, c), scalar<T>(*handle, s),
                  indices_of(*x), static_cast<T*>(x->values), static_cast<T*>(y->values));
  });
}

cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseConstSpVecDescr_t, cusparseConstDnVecDescr_t,
                                         const void*, cudaDataType, size_t* bytes) {
  HEDDLE_SPARSE_NEEDS(handle, bytes != nullptr);
  *bytes = sizeof(cuDoubleComplex);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t operation,
                              cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                              void* result, cudaDataType compute, void* buffer) {
  HEDDLE_SPARSE_NEEDS(handle, fit(x, y) && result != nullptr);
  if (x->type != compute) return CUSPARSE_STATUS_NOT_SUPPORTED;
  const bool on_host = handle->pointer_mode == CUSPARSE_POINTER_MODE_HOST;
  if (on_host && buffer == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  return by_type(compute, [&](auto zero) {
    using T = decltype(zero);
    T* const target = static_cast<T*>(on_host ? buffer : result);
    const bool conjugates = operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    const cusparseStatus_t status =
        launch(*handle, spvv<T>, kThreads, x->nnz, conjugates, indices_of(*x),
               static_cast<const T*>(x->values), static_cast<const T*>(y->values), target);
    if (status != CUSPARSE_STATUS_SUCCESS || !on_host) return status;
    const cudaError_t error =
        cudaMemcpyAsync(result, target, sizeof(T), cudaMemcpyDeviceToHost, handle->stream);
    return error == cudaSuccess && cudaStreamSynchronize(handle->stream) == cudaSuccess
               ? CUSPARSE_STATUS_SUCCESS
               : CUSPARSE_STATUS_EXECUTION_FAILED;
  });
}

}  // extern "C"
