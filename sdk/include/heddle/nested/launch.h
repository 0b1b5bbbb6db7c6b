// Launches of kernels by device code. `heddle cc` writes k<<<grid, block, shared, stream>>>(a) in a
// device function as __heddle_launch<type of k, k>(grid, block, shared, stream)(a). If the template
// arguments of k follow from a, they are found first by a declaration that `heddle cc` writes before
// k: __heddle_deduce(finds the kernel and launches it, grid, block, shared, stream)(a).
#ifndef HEDDLE_NESTED_LAUNCH_H
#define HEDDLE_NESTED_LAUNCH_H

#include "runtime.h"

struct __heddle_shape {
  dim3 grid, block;
  unsigned int shared;
  cudaStream_t stream;
  __device__ __heddle_shape(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0)
      : grid(grid), block(block), shared(static_cast<unsigned int>(shared)), stream(stream) {}
};

template <class F>
struct __heddle_kernel_pointer {
  typedef F type;
};
template <class... P>
struct __heddle_kernel_pointer<void(P...)> {
  typedef void (*type)(P...);
};
template <class F>
struct __heddle_kernel_pointer<F&> : __heddle_kernel_pointer<F> {};
template <class F>
struct __heddle_kernel_pointer<F* const> : __heddle_kernel_pointer<F*> {};

// What a declaration that `heddle cc` writes for an overloaded kernel returns.
template <class F>
struct __heddle_overload {
  typedef typename __heddle_kernel_pointer<F>::type pointer;
};

// Writes each parameter at its own alignment, which is the layout of a kernel's parameters.
static inline __device__ void __heddle_store_parameters(char*, size_t) {}
template <class First, class... Rest>
static inline __device__ void __heddle_store_parameters(char* buffer, size_t at, const First& first,
                                                        const Rest&... rest) {
  at = (at + alignof(First) - 1) / alignof(First) * alignof(First);
  __builtin_memcpy(buffer + at, &first, sizeof(First));
  __heddle_store_parameters(buffer, at + sizeof(First), rest...);
}

template <class F, F K>
struct __heddle_launch_of;
template <class... P, void (*K)(P...)>
struct __heddle_launch_of<void (*)(P...), K> {
  // A constant, because a device function may not name a kernel outside a constant expression.
  static constexpr void (*address)(P...) = K;
  __heddle_shape shape;

  __device__ void operator()(P... parameters) const {
    void* const buffer = cudaGetParameterBufferV2(reinterpret_cast<void*>(address), shape.grid,
                                                  shape.block, shape.shared);
    if (buffer == nullptr) return;  // the thread's last error tells why
    __heddle_store_parameters(static_cast<char*>(buffer), 0, parameters...);
    cudaLaunchDeviceV2(buffer, shape.stream);
  }
};

template <class F, typename __heddle_kernel_pointer<F>::type K>
static inline __device__ __heddle_launch_of<typename __heddle_kernel_pointer<F>::type, K>
__heddle_launch(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0) {
  return {__heddle_shape(grid, block, shared, stream)};
}

template <class Launch>
struct __heddle_deduced_launch {
  Launch launch;
  __heddle_shape shape;
  template <class... A>
  __device__ void operator()(A&&... arguments) const {
    launch(shape, static_cast<A&&>(arguments)...);
  }
};
template <class Launch>
static inline __device__ __heddle_deduced_launch<Launch> __heddle_deduce(
    Launch launch, dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0) {
  return {launch, __heddle_shape(grid, block, shared, stream)};
}
template <class F, typename __heddle_kernel_pointer<F>::type K, class... A>
static inline __device__ void __heddle_launch_shaped(const __heddle_shape& shape, A&&... arguments) {
  __heddle_launch_of<typename __heddle_kernel_pointer<F>::type, K>{shape}(
      static_cast<A&&>(arguments)...);
}

#endif
