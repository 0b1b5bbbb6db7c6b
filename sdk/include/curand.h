// cuRAND's types and numbers. Its functions of the host are missing: a use is an error that names
// them. Device code has generators (curand_kernel.h).
#ifndef CURAND_H_
#define CURAND_H_

#include <cuda_runtime.h>

#include "heddle/unavailable.h"

typedef enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;

typedef enum curandRngType {
  CURAND_RNG_TEST = 0,
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
  CURAND_RNG_QUASI_SOBOL64 = 203,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;

typedef enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
  CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;

typedef struct curandGenerator_st* curandGenerator_t;

#define HEDDLE_NO_CURAND(name)                                   \
  HEDDLE_UNAVAILABLE(curandStatus_t, name,                       \
                     "heddle has no cuRAND for the host (" #name \
                     "); device code has "                       \
                     "generators: #include <curand_kernel.h>")
HEDDLE_NO_CURAND(curandCreateGenerator)
HEDDLE_NO_CURAND(curandCreateGeneratorHost)
HEDDLE_NO_CURAND(curandDestroyGenerator)
HEDDLE_NO_CURAND(curandGetVersion)
HEDDLE_NO_CURAND(curandGetProperty)
HEDDLE_NO_CURAND(curandSetStream)
HEDDLE_NO_CURAND(curandSetPseudoRandomGeneratorSeed)
HEDDLE_NO_CURAND(curandSetGeneratorOffset)
HEDDLE_NO_CURAND(curandSetGeneratorOrdering)
HEDDLE_NO_CURAND(curandSetQuasiRandomGeneratorDimensions)
HEDDLE_NO_CURAND(curandGenerate)
HEDDLE_NO_CURAND(curandGenerateLongLong)
HEDDLE_NO_CURAND(curandGenerateUniform)
HEDDLE_NO_CURAND(curandGenerateUniformDouble)
HEDDLE_NO_CURAND(curandGenerateNormal)
HEDDLE_NO_CURAND(curandGenerateNormalDouble)
HEDDLE_NO_CURAND(curandGenerateLogNormal)
HEDDLE_NO_CURAND(curandGenerateLogNormalDouble)
HEDDLE_NO_CURAND(curandCreatePoissonDistribution)
HEDDLE_NO_CURAND(curandDestroyDistribution)
HEDDLE_NO_CURAND(curandGeneratePoisson)
HEDDLE_NO_CURAND(curandGeneratePoissonMethod)
HEDDLE_NO_CURAND(curandGenerateBinomial)
HEDDLE_NO_CURAND(curandGenerateBinomialMethod)
HEDDLE_NO_CURAND(curandGenerateSeeds)
HEDDLE_NO_CURAND(curandGetDirectionVectors32)
HEDDLE_NO_CURAND(curandGetScrambleConstants32)
HEDDLE_NO_CURAND(curandGetDirectionVectors64)
HEDDLE_NO_CURAND(curandGetScrambleConstants64)
#undef HEDDLE_NO_CURAND

#endif
