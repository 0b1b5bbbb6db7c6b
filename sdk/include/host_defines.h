// Spelling of CUDA's function and variable qualifiers, for clang's CUDA mode and for plain C and
// C++ compilers (which see host code only, so that device qualifiers vanish).
#ifndef HEDDLE_HOST_DEFINES_H
#define HEDDLE_HOST_DEFINES_H
#define __HOST_DEFINES_H__

#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define __no_return__ __attribute__((noreturn))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __thread__ __thread
#define __import__
#define __export__
#define __cdecl
#define __annotate__(a) __attribute__((a))
#define __location__(a) __annotate__(a)
#define __builtin_align__(n) __align__(n)

// Whether clang compiles the device side; its own header pretends an architecture of 9999 on the
// host side.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 9999
#define HEDDLE_DEVICE_PASS 1
#else
#define HEDDLE_DEVICE_PASS 0
#endif

#if defined(__CUDA__) && defined(__clang__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#if defined(HEDDLE_DEVICE_CODE_ALONE)
// Without a host side the compiler does not see who writes a static constant, and would take its
// initial value.
#define __constant__ __attribute__((constant, used))
#else
#define __constant__ __attribute__((constant))
#endif
// On the host a managed variable is an ordinary one that `heddle cc` finds by its section.
#if defined(__CUDACC_RDC__)
#define __managed__                                                                        \
  __attribute__((device, unavailable("heddle has no __managed__ variables in relocatable " \
                                     "device code (-rdc): use cudaMallocManaged")))
#elif HEDDLE_DEVICE_PASS
#define __managed__ __attribute__((device))
#else
#define __managed__ __attribute__((section("heddle_managed"), used))
#endif
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(n)
// clang has no attribute for clusters. `heddle cc` finds the annotation in the module that clang
// makes.
#define __cluster_dims__(...) __attribute__((annotate("heddle.cluster_dims", __VA_ARGS__)))
#define __nv_pure__ __attribute__((pure))
#define __device_builtin__
#define __device_builtin_texture_type__ __attribute__((device_builtin_texture_type))
#define __device_builtin_surface_type__ __attribute__((device_builtin_surface_type))
#define __cudart_builtin__
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __maxnreg__(n)
#define __nv_pure__
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#endif

#endif
