// Handles and their modes, and copies between host and device.
#include <new>

#include <stdlib.h>

#include "cublas/context.cuh"

namespace heddle_blas {

void* scratch(cublasContext& context, size_t bytes) {
  if (bytes <= context.scratch_bytes) return context.scratch;
  if (context.scratch != nullptr) cudaFree(context.scratch);
  context.scratch = nullptr;
  context.scratch_bytes = 0;
  if (cudaMalloc(&context.scratch, bytes) != cudaSuccess) {
    cudaGetLastError();
    context.scratch = nullptr;
    return nullptr;
  }
  context.scratch_bytes = bytes;
  return context.scratch;
}

namespace {

/// The copy of a matrix of `bytes` an element, column by column, with the distances between
/// columns.
cublasStatus_t copy_matrix(int rows, int columns, int bytes, const void* from, int from_distance,
                           void* to, int to_distance, cudaMemcpyKind kind, cudaStream_t stream,
                           bool waits) {
  if (rows < 0 || columns < 0 || bytes <= 0 || from_distance < rows || to_distance < rows ||
      from_distance <= 0 || to_distance <= 0) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (rows == 0 || columns == 0) return CUBLAS_STATUS_SUCCESS;
  const size_t size = bytes;
  const cudaError_t error =
      waits ? cudaMemcpy2D(to, to_distance * size, from, from_distance * size, rows * size, columns,
                           kind)
            : cudaMemcpy2DAsync(to, to_distance * size, from, from_distance * size, rows * size,
                                columns, kind, stream);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

/// A vector is a matrix of one row.
cublasStatus_t copy_vector(int n, int bytes, const void* from, int from_increment, void* to,
                           int to_increment, cudaMemcpyKind kind, cudaStream_t stream, bool waits) {
  if (from_increment <= 0 || to_increment <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  return copy_matrix(n < 0 ? n : n > 0, n, bytes, from, from_increment, to, to_increment, kind,
                     stream, waits);
}

const char* const kNames[] = {"CUBLAS_STATUS_SUCCESS",
                              "CUBLAS_STATUS_NOT_INITIALIZED",
                              nullptr,
                              "CUBLAS_STATUS_ALLOC_FAILED",
                              nullptr,
                              nullptr,
                              nullptr,
                              "CUBLAS_STATUS_INVALID_VALUE",
                              "CUBLAS_STATUS_ARCH_MISMATCH",
                              nullptr,
                              nullptr,
                              "CUBLAS_STATUS_MAPPING_ERROR",
                              nullptr,
                              "CUBLAS_STATUS_EXECUTION_FAILED",
                              "CUBLAS_STATUS_INTERNAL_ERROR",
                              "CUBLAS_STATUS_NOT_SUPPORTED",
                              "CUBLAS_STATUS_LICENSE_ERROR"};
const char* const kMeanings[] = {"success",
                                 "the library was not initialized",
                                 nullptr,
                                 "the resource allocation failed",
                                 nullptr,
                                 nullptr,
                                 nullptr,
                                 "an unsupported value or parameter was passed to the function",
                                 "the function requires a feature that the device does not have",
                                 nullptr,
                                 nullptr,
                                 "an access to GPU memory space failed",
                                 nullptr,
                                 "the function failed to launch on the GPU",
                                 "an internal operation failed",
                                 "the functionality requested is not supported",
                                 "the functionality requested requires a license"};

const char* text_of(const char* const* texts, cublasStatus_t status, const char* unknown) {
  const unsigned number = status;
  return number <= CUBLAS_STATUS_LICENSE_ERROR && texts[number] != nullptr ? texts[number]
                                                                           : unknown;
}

}  // namespace
}  // namespace heddle_blas

using namespace heddle_blas;

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  int device = 0, sms = 1;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device) != cudaSuccess) {
    return CUBLAS_STATUS_NOT_INITIALIZED;
  }
  void* memory = malloc(sizeof(cublasContext));
  if (memory == nullptr) return CUBLAS_STATUS_ALLOC_FAILED;
  *handle = new (memory) cublasContext;
  (*handle)->sms = sms;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  HEDDLE_BLAS_NEEDS(handle, true);
  if (handle->scratch != nullptr) cudaFree(handle->scratch);
  free(handle);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int* version) {
  if (version == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
  const int values[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
  if (value == nullptr || static_cast<unsigned>(type) > PATCH_LEVEL)
    return CUBLAS_STATUS_INVALID_VALUE;
  *value = values[type];
  return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void) {
  int version = 0;
  cudaRuntimeGetVersion(&version);
  return version;
}

cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void*, size_t) {
  HEDDLE_BLAS_NEEDS(handle, true);
  return CUBLAS_STATUS_SUCCESS;
}

// A mode of the handle: its functions, its type and the member that keeps it.
#define MODE(SET, GET, TYPE, MEMBER)                       \
  cublasStatus_t SET(cublasHandle_t handle, TYPE value) {  \
    HEDDLE_BLAS_NEEDS(handle, true);                       \
    handle->MEMBER = value;                                \
    return CUBLAS_STATUS_SUCCESS;                          \
  }                                                        \
  cublasStatus_t GET(cublasHandle_t handle, TYPE* value) { \
    HEDDLE_BLAS_NEEDS(handle, value != nullptr);           \
    *value = handle->MEMBER;                               \
    return CUBLAS_STATUS_SUCCESS;                          \
  }
MODE(cublasSetStream_v2, cublasGetStream_v2, cudaStream_t, stream)
MODE(cublasSetPointerMode_v2, cublasGetPointerMode_v2, cublasPointerMode_t, pointer_mode)
MODE(cublasSetAtomicsMode, cublasGetAtomicsMode, cublasAtomicsMode_t, atomics_mode)
MODE(cublasSetMathMode, cublasGetMathMode, cublasMath_t, math_mode)
MODE(cublasSetSmCountTarget, cublasGetSmCountTarget, int, sm_target)

cublasStatus_t cublasLoggerConfigure(int, int, int, const char*) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback* callback) {
  if (callback == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *callback = nullptr;
  return CUBLAS_STATUS_SUCCESS;
}

const char* cublasGetStatusName(cublasStatus_t status) {
  return text_of(kNames, status, "UNKNOWN CUBLAS STATUS");
}
const char* cublasGetStatusString(cublasStatus_t status) {
  return text_of(kMeanings, status, "unknown cublas status");
}

cublasStatus_t cublasSetVector(int n, int bytes, const void* x, int incx, void* device, int incy) {
  return copy_vector(n, bytes, x, incx, device, incy, cudaMemcpyHostToDevice, nullptr, true);
}
cublasStatus_t cublasGetVector(int n, int bytes, const void* device, int incx, void* y, int incy) {
  return copy_vector(n, bytes, device, incx, y, incy, cudaMemcpyDeviceToHost, nullptr, true);
}
cublasStatus_t cublasSetVectorAsync(int n, int bytes, const void* x, int incx, void* device,
                                    int incy, cudaStream_t stream) {
  return copy_vector(n, bytes, x, incx, device, incy, cudaMemcpyHostToDevice, stream, false);
}
cublasStatus_t cublasGetVectorAsync(int n, int bytes, const void* device, int incx, void* y,
                                    int incy, cudaStream_t stream) {
  return copy_vector(n, bytes, device, incx, y, incy, cudaMemcpyDeviceToHost, stream, false);
}
cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* a, int lda,
                               void* device, int ldb) {
  return copy_matrix(rows, columns, bytes, a, lda, device, ldb, cudaMemcpyHostToDevice, nullptr,
                     true);
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void* device, int lda,
                               void* b, int ldb) {
  return copy_matrix(rows, columns, bytes, device, lda, b, ldb, cudaMemcpyDeviceToHost, nullptr,
                     true);
}
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int bytes, const void* a, int lda,
                                    void* device, int ldb, cudaStream_t stream) {
  return copy_matrix(rows, columns, bytes, a, lda, device, ldb, cudaMemcpyHostToDevice, stream,
                     false);
}
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int bytes, const void* device, int lda,
                                    void* b, int ldb, cudaStream_t stream) {
  return copy_matrix(rows, columns, bytes, device, lda, b, ldb, cudaMemcpyDeviceToHost, stream,
                     false);
}

}  // extern "C"
