// cuBLAS: handles and copies of vectors and matrices between host and device.
#ifndef HEDDLE_BLAS_HELPER_H
#define HEDDLE_BLAS_HELPER_H

#include "types.h"

#if defined(__cplusplus)
extern "C" {
#endif

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int* version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value);
size_t cublasGetCudartVersion(void);
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* stream);
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void* workspace, size_t bytes);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* count);
cublasStatus_t cublasLoggerConfigure(int on, int to_stdout, int to_stderr, const char* file);
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback);
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback* callback);
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);

cublasStatus_t cublasSetVector(int n, int bytes, const void* x, int incx, void* device, int incy);
cublasStatus_t cublasGetVector(int n, int bytes, const void* device, int incx, void* y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* a, int lda,
                               void* device, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void* device, int lda,
                               void* b, int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int bytes, const void* x, int incx, void* device,
                                    int incy, cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int bytes, const void* device, int incx, void* y,
                                    int incy, cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int bytes, const void* a, int lda,
                                    void* device, int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int bytes, const void* device, int lda,
                                    void* b, int ldb, cudaStream_t stream);

#if defined(__cplusplus)
}
#endif

#endif
