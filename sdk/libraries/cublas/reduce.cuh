// A vector reduced to one value, in an order that depends only on its length: each block reduces a
// part, and one block reduces the parts. A reduction is a struct with
//   Value                            what is carried
//   Value none()                     the value of an empty vector
//   Value element(long long i)       of an element
//   Value join(Value, Value)
//   Result result(Value)             what the routine returns
#pragma once

#include "cublas/context.cuh"

namespace heddle_blas {

constexpr unsigned kReduceThreads = 256;

template <typename Value>
__device__ inline Value from_lane(Value value, int distance) {
  constexpr int kWords = sizeof(Value) / 4;
  union Words {
    Value value;
    unsigned words[kWords];
    __device__ Words() {}
  } sent;
  sent.value = value;
  for (int i = 0; i < kWords; ++i)
    sent.words[i] = __shfl_down_sync(0xffffffffu, sent.words[i], distance);
  return sent.value;
}

/// The join of the block's values, in thread 0.
template <typename Reduction>
__device__ inline typename Reduction::Value reduced_in_block(const Reduction& reduction,
                                                             typename Reduction::Value value) {
  using Value = typename Reduction::Value;
  __shared__ alignas(16) unsigned char memory[kReduceThreads / 32 * sizeof(Value)];
  Value* const of_warp = reinterpret_cast<Value*>(memory);
  for (int distance = 16; distance != 0; distance /= 2)
    value = reduction.join(value, from_lane(value, distance));
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) of_warp[warp] = value;
  __syncthreads();
  if (warp != 0) return value;
  value = lane < blockDim.x / 32 ? of_warp[lane] : reduction.none();
  for (int distance = kReduceThreads / 64; distance != 0; distance /= 2)
    value = reduction.join(value, from_lane(value, distance));
  return value;
}

template <typename Reduction>
__global__ void reduce(Reduction reduction, long long n, typename Reduction::Value* parts,
                       typename Reduction::Result* result) {
  typename Reduction::Value value = reduction.none();
  const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += stride) {
    value = reduction.join(value, reduction.element(i));
  }
  value = reduced_in_block(reduction, value);
  if (threadIdx.x != 0) return;
  if (gridDim.x == 1)
    *result = reduction.result(value);
  else
    parts[blockIdx.x] = value;
}

template <typename Reduction>
__global__ void reduce_parts(Reduction reduction, int n, const typename Reduction::Value* parts,
                             typename Reduction::Result* result) {
  typename Reduction::Value value = reduction.none();
  for (int i = threadIdx.x; i < n; i += blockDim.x) value = reduction.join(value, parts[i]);
  value = reduced_in_block(reduction, value);
  if (threadIdx.x == 0) *result = reduction.result(value);
}

/// Launches the reduction; the result goes to the host or to the device, as the handle says.
template <typename Reduction>
cublasStatus_t run_reduction(cublasContext& context, const Reduction& reduction, int n,
                             typename Reduction::Result* result) {
  using Value = typename Reduction::Value;
  using Result = typename Reduction::Result;
  const bool on_host = context.pointer_mode == CUBLAS_POINTER_MODE_HOST;
  const unsigned most = 4u * context.sms;
  const unsigned wanted = blocks_for(n, 4 * kReduceThreads);
  const unsigned blocks = wanted < 1 ? 1 : wanted < most ? wanted : most;
  char* const memory = static_cast<char*>(scratch(context, 32 + blocks * sizeof(Value)));
  if (memory == nullptr) return CUBLAS_STATUS_ALLOC_FAILED;
  Value* const parts = reinterpret_cast<Value*>(memory + 32);
  Result* const target = on_host ? reinterpret_cast<Result*>(memory) : result;
  cublasStatus_t status = launch(context, reduce<Reduction>, dim3(blocks), dim3(kReduceThreads),
                                 reduction, static_cast<long long>(n), parts, target);
  if (status == CUBLAS_STATUS_SUCCESS && blocks > 1) {
    status = launch(context, reduce_parts<Reduction>, dim3(1), dim3(kReduceThreads), reduction,
                    static_cast<int>(blocks), static_cast<const Value*>(parts), target);
  }
  if (status != CUBLAS_STATUS_SUCCESS || !on_host) return status;
  status = status_of(
      cudaMemcpyAsync(result, target, sizeof(Result), cudaMemcpyDeviceToHost, context.stream));
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  return status_of(cudaStreamSynchronize(context.stream));
}

/// The result of an empty vector.
template <typename Result>
cublasStatus_t give(cublasContext& context, Result value, Result* result) {
  if (context.pointer_mode == CUBLAS_POINTER_MODE_HOST) {
    *result = value;
    return CUBLAS_STATUS_SUCCESS;
  }
  return status_of(
      cudaMemcpyAsync(result, &value, sizeof(Result), cudaMemcpyHostToDevice, context.stream));
}

}  // namespace heddle_blas
