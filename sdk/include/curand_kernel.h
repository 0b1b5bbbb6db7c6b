// cuRAND for device code: XORWOW, Philox 4x32-10 and MRG32k3a with uniform, normal, log-normal and
// Poisson numbers. Bits and uniform numbers are those of cuRAND. heddle has no MTGP32, no Sobol
// sequences and no discrete distributions for device code.
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#if !defined(__cplusplus)
#error "curand_kernel.h is for CUDA C++"
#endif

#include "curand.h"

#if defined(__CUDACC__) || defined(__CUDA__)
#include "heddle/random/poisson.h"
#endif

#endif
