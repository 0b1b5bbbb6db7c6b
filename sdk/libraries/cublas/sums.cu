// asum, nrm2, amax, amin and the dot products.
#include "cublas/sums.cuh"

namespace heddle_blas {
namespace {

template <template <typename> class Reduction, typename T, typename Result>
cublasStatus_t over_vector(cublasHandle_t handle, int n, const T* x, int incx, Result* result) {
  HEDDLE_BLAS_NEEDS(handle, result != nullptr);
  if (n <= 0 || incx <= 0) return give(*handle, Result(0), result);
  return run_reduction(*handle, Reduction<T>{vector(x, n, incx)}, n, result);
}

template <typename T>
using NormOf = Norm<T>;
template <typename T>
using Largest = Extreme<T, true>;
template <typename T>
using Smallest = Extreme<T, false>;

template <typename T>
cublasStatus_t dot(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy,
                   T* result, bool conjugates) {
  HEDDLE_BLAS_NEEDS(handle, result != nullptr);
  if (n <= 0) return give(*handle, T(0), result);
  return run_reduction(*handle, Dot<T>{vector(x, n, incx), vector(y, n, incy), conjugates}, n,
                       result);
}

}  // namespace
}  // namespace heddle_blas

using namespace heddle_blas;

#define OVER_VECTOR(NAME, T, R, REDUCTION)                                             \
  cublasStatus_t NAME(cublasHandle_t handle, int n, const T* x, int incx, R* result) { \
    return over_vector<REDUCTION>(handle, n, own(x), incx, result);                    \
  }
#define DOT(NAME, T, CONJUGATES)                                                                \
  cublasStatus_t NAME(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, \
                      T* result) {                                                              \
    return dot(handle, n, own(x), incx, own(y), incy, own(result), CONJUGATES);                 \
  }

extern "C" {
OVER_VECTOR(cublasSasum_v2, float, float, SizeSum)
OVER_VECTOR(cublasDasum_v2, double, double, SizeSum)
OVER_VECTOR(cublasScasum_v2, cuComplex, float, SizeSum)
OVER_VECTOR(cublasDzasum_v2, cuDoubleComplex, double, SizeSum)
OVER_VECTOR(cublasSnrm2_v2, float, float, NormOf)
OVER_VECTOR(cublasDnrm2_v2, double, double, NormOf)
OVER_VECTOR(cublasScnrm2_v2, cuComplex, float, NormOf)
OVER_VECTOR(cublasDznrm2_v2, cuDoubleComplex, double, NormOf)
OVER_VECTOR(cublasIsamax_v2, float, int, Largest)
OVER_VECTOR(cublasIdamax_v2, double, int, Largest)
OVER_VECTOR(cublasIcamax_v2, cuComplex, int, Largest)
OVER_VECTOR(cublasIzamax_v2, cuDoubleComplex, int, Largest)
OVER_VECTOR(cublasIsamin_v2, float, int, Smallest)
OVER_VECTOR(cublasIdamin_v2, double, int, Smallest)
OVER_VECTOR(cublasIcamin_v2, cuComplex, int, Smallest)
OVER_VECTOR(cublasIzamin_v2, cuDoubleComplex, int, Smallest)
DOT(cublasSdot_v2, float, false)
DOT(cublasDdot_v2, double, false)
DOT(cublasCdotu_v2, cuComplex, false)
DOT(cublasCdotc_v2, cuComplex, true)
DOT(cublasZdotu_v2, cuDoubleComplex, false)
DOT(cublasZdotc_v2, cuDoubleComplex, true)
}
