// The few declarations that the corpus' CUDA sources need, so that clang compiles them with no headers at all.
#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __noinline__ __attribute__((noinline))
extern "C" __device__ int vprintf(const char*, const char*);
extern "C" __device__ void __assertfail(const char*, const char*, unsigned, const char*, unsigned long)
    __attribute__((noreturn));
inline __device__ int thread() { return __nvvm_read_ptx_sreg_tid_x(); }
inline __device__ int global_thread() {
  return __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + thread();
}
