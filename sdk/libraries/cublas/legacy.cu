// cuBLAS's interface before version 2: one handle for the program.
#include <cublas.h>

namespace {

cublasHandle_t the_handle = nullptr;
cublasStatus_t first_error = CUBLAS_STATUS_SUCCESS;

}  // namespace

extern "C" {

cublasHandle_t heddle_cublas_handle(void) { return the_handle; }
void heddle_cublas_note(cublasStatus_t status) {
  if (first_error == CUBLAS_STATUS_SUCCESS) first_error = status;
}
cublasStatus_t cublasInit(void) {
  return the_handle != nullptr ? CUBLAS_STATUS_SUCCESS : cublasCreate_v2(&the_handle);
}
cublasStatus_t cublasShutdown(void) {
  if (the_handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const cublasStatus_t status = cublasDestroy_v2(the_handle);
  the_handle = nullptr;
  return status;
}
cublasStatus_t cublasGetError(void) {
  const cublasStatus_t status = first_error;
  first_error = CUBLAS_STATUS_SUCCESS;
  return status;
}
cublasStatus_t cublasAlloc(int n, int bytes, void** device) {
  if (n <= 0 || bytes <= 0 || device == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  return cudaMalloc(device, static_cast<size_t>(n) * bytes) == cudaSuccess
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_ALLOC_FAILED;
}
cublasStatus_t cublasFree(void* device) {
  return cudaFree(device) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}
cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
  return cublasSetStream_v2(the_handle, stream);
}

}  // extern "C"
