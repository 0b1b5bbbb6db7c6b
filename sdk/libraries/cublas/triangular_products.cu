// trmv, tbmv and tpmv: the vector is copied, and the product with the copy takes its place.
#include <type_traits>

#include "cublas/matrix_vector.cuh"
#include "cublas/triangular.cuh"

namespace heddle_blas {
namespace {

template <typename T, Storage kStorage>
cublasStatus_t product(cublasHandle_t handle, const View<T, kStorage>& a, T* x, int incx) {
  T* const copy = static_cast<T*>(scratch(*handle, a.rows * sizeof(T)));
  if (copy == nullptr) return CUBLAS_STATUS_ALLOC_FAILED;
  const size_t distance = (incx < 0 ? -static_cast<long long>(incx) : incx) * sizeof(T);
  const cublasStatus_t status = status_of(cudaMemcpy2DAsync(
      copy, sizeof(T), x, distance, sizeof(T), a.rows, cudaMemcpyDeviceToDevice, handle->stream));
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  return matrix_vector(*handle, a, constant(T(1)), vector<const T>(copy, a.rows, incx < 0 ? -1 : 1),
                       constant(T(0)), vector(x, a.rows, incx));
}

}  // namespace
}  // namespace heddle_blas

using namespace heddle_blas;

extern "C" {
HEDDLE_BLAS_TRIANGULAR_FUNCTIONS(S, float, mv, product)
HEDDLE_BLAS_TRIANGULAR_FUNCTIONS(D, double, mv, product)
HEDDLE_BLAS_TRIANGULAR_FUNCTIONS(C, cuComplex, mv, product)
HEDDLE_BLAS_TRIANGULAR_FUNCTIONS(Z, cuDoubleComplex, mv, product)
}
