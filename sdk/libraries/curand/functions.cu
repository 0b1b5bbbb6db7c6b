// cuRAND's functions for the host.
#include <new>

#include "curand/generator.cuh"

namespace heddle_rand {
namespace {

bool is_quasi(const curandGenerator_st& generator) {
  return generator.type == CURAND_RNG_QUASI_SOBOL32;
}

/// The type that a name stands for; CURAND_RNG_TEST: heddle lacks it.
curandRngType_t known_type(curandRngType_t type) {
  switch (type) {
    case CURAND_RNG_PSEUDO_DEFAULT:
    case CURAND_RNG_PSEUDO_XORWOW:
      return CURAND_RNG_PSEUDO_XORWOW;
    case CURAND_RNG_PSEUDO_MRG32K3A:
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
      return type;
    case CURAND_RNG_QUASI_DEFAULT:
    case CURAND_RNG_QUASI_SOBOL32:
      return CURAND_RNG_QUASI_SOBOL32;
    default:
      return CURAND_RNG_TEST;
  }
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool is_on_host) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  const curandRngType_t known = known_type(type);
  if (known == CURAND_RNG_TEST) {
    fprintf(stderr,
            "heddle: cuRAND: the generator of type %d is missing; there are XORWOW, MRG32K3A, "
            "PHILOX4_32_10 and SOBOL32\n",
            static_cast<int>(type));
    return CURAND_STATUS_TYPE_ERROR;
  }
  void* const memory = malloc(sizeof(curandGenerator_st));
  if (memory == nullptr) return CURAND_STATUS_ALLOCATION_FAILED;
  *generator = new (memory) curandGenerator_st{known, is_on_host};
  return CURAND_STATUS_SUCCESS;
}

/// The states begin anew with the next number.
void restart(curandGenerator_st& generator) {
  generator.ready = 0;
  generator.position = generator.offset;
}

curandStatus_t generate_numbers(curandGenerator_t generator, void* numbers, size_t n,
                                const Wish& wish) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  const bool is_normal = wish.law == Law::kNormal || wish.law == Law::kLogNormal;
  if (is_normal && !is_quasi(*generator) && n % 2 != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (n == 0) return CURAND_STATUS_SUCCESS;
  switch (generator->type) {
    case CURAND_RNG_PSEUDO_XORWOW:
      return xorwow(*generator, numbers, n, wish);
    case CURAND_RNG_PSEUDO_MRG32K3A:
      return mrg32k3a(*generator, numbers, n, wish);
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
      return philox(*generator, numbers, n, wish);
    default:
      return sobol32(*generator, numbers, n, wish);
  }
}

}  // namespace
}  // namespace heddle_rand

using namespace heddle_rand;

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->is_on_host)
    free(generator->states);
  else if (generator->states != nullptr)
    cudaFree(generator->states);
  free(generator);
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetVersion(int* version) {
  if (version == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int* value) {
  const int values[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
  if (value == nullptr || static_cast<unsigned>(type) > PATCH_LEVEL)
    return CURAND_STATUS_OUT_OF_RANGE;
  *value = values[type];
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (is_quasi(*generator)) return CURAND_STATUS_TYPE_ERROR;
  generator->seed = seed;
  restart(*generator);
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->offset = offset;
  restart(*generator);
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  const bool fits = is_quasi(*generator) ? order == CURAND_ORDERING_QUASI_DEFAULT
                                         : order >= CURAND_ORDERING_PSEUDO_BEST &&
                                               order <= CURAND_ORDERING_PSEUDO_DYNAMIC;
  return fits ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE;
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned int dimensions) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (!is_quasi(*generator)) return CURAND_STATUS_TYPE_ERROR;
  if (dimensions == 0 || dimensions > 20000) return CURAND_STATUS_OUT_OF_RANGE;
  generator->dimensions = dimensions;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return generator == nullptr ? CURAND_STATUS_NOT_INITIALIZED : CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* numbers, size_t n) {
  return generate_numbers(generator, numbers, n, {Law::kBits, false, 0, 1});
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* numbers, size_t n) {
  return generate_numbers(generator, numbers, n, {Law::kUniform, false, 0, 1});
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* numbers, size_t n) {
  return generate_numbers(generator, numbers, n, {Law::kUniform, true, 0, 1});
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* numbers, size_t n,
                                    float mean, float deviation) {
  return generate_numbers(generator, numbers, n, {Law::kNormal, false, mean, deviation});
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* numbers, size_t n,
                                          double mean, double deviation) {
  return generate_numbers(generator, numbers, n, {Law::kNormal, true, mean, deviation});
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* numbers, size_t n,
                                       float mean, float deviation) {
  return generate_numbers(generator, numbers, n, {Law::kLogNormal, false, mean, deviation});
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* numbers, size_t n,
                                             double mean, double deviation) {
  return generate_numbers(generator, numbers, n, {Law::kLogNormal, true, mean, deviation});
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* numbers, size_t n,
                                     double mean) {
  if (!(mean > 0)) return CURAND_STATUS_OUT_OF_RANGE;
  return generate_numbers(generator, numbers, n, {Law::kPoisson, false, mean, 1});
}

}  // extern "C"
