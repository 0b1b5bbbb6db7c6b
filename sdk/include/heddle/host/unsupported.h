// Functions of the runtime that programs may name and heddle does not carry out. They take any arguments,
// say once at run time that they are not supported and return cudaErrorNotSupported, so that a program
// builds whose run may not need them.
#ifndef HEDDLE_HOST_UNSUPPORTED_H
#define HEDDLE_HOST_UNSUPPORTED_H

#include "../../cuda_runtime_api.h"

typedef struct CUexternalMemory_st* cudaExternalMemory_t;
typedef struct CUexternalSemaphore_st* cudaExternalSemaphore_t;
typedef struct CUuserObject_st* cudaUserObject_t;

#if __cplusplus >= 201103L
#define HEDDLE_UNSUPPORTED(name)                                       \
  extern "C" cudaError_t heddle_unsupported_##name(void) __asm__(#name); \
  template <class... Arguments>                                        \
  static inline cudaError_t name(Arguments&&...) {                     \
    return heddle_unsupported_##name();                                \
  }
HEDDLE_UNSUPPORTED(cudaArrayGetMemoryRequirements)
HEDDLE_UNSUPPORTED(cudaArrayGetPlane)
HEDDLE_UNSUPPORTED(cudaArrayGetSparseProperties)
HEDDLE_UNSUPPORTED(cudaDestroyExternalMemory)
HEDDLE_UNSUPPORTED(cudaDestroyExternalSemaphore)
HEDDLE_UNSUPPORTED(cudaDeviceFlushGPUDirectRDMAWrites)
HEDDLE_UNSUPPORTED(cudaDeviceGetHostAtomicCapabilities)
HEDDLE_UNSUPPORTED(cudaDeviceGetNvSciSyncAttributes)
HEDDLE_UNSUPPORTED(cudaDeviceGetP2PAtomicCapabilities)
HEDDLE_UNSUPPORTED(cudaDeviceRegisterAsyncNotification)
HEDDLE_UNSUPPORTED(cudaDeviceUnregisterAsyncNotification)
HEDDLE_UNSUPPORTED(cudaExternalMemoryGetMappedBuffer)
HEDDLE_UNSUPPORTED(cudaExternalMemoryGetMappedMipmappedArray)
HEDDLE_UNSUPPORTED(cudaGetExportTable)
HEDDLE_UNSUPPORTED(cudaGraphAddExternalSemaphoresSignalNode)
HEDDLE_UNSUPPORTED(cudaGraphAddExternalSemaphoresWaitNode)
HEDDLE_UNSUPPORTED(cudaGraphExecExternalSemaphoresSignalNodeSetParams)
HEDDLE_UNSUPPORTED(cudaGraphExecExternalSemaphoresWaitNodeSetParams)
HEDDLE_UNSUPPORTED(cudaGraphExternalSemaphoresSignalNodeGetParams)
HEDDLE_UNSUPPORTED(cudaGraphExternalSemaphoresSignalNodeSetParams)
HEDDLE_UNSUPPORTED(cudaGraphExternalSemaphoresWaitNodeGetParams)
HEDDLE_UNSUPPORTED(cudaGraphExternalSemaphoresWaitNodeSetParams)
HEDDLE_UNSUPPORTED(cudaGraphReleaseUserObject)
HEDDLE_UNSUPPORTED(cudaGraphRetainUserObject)
HEDDLE_UNSUPPORTED(cudaImportExternalMemory)
HEDDLE_UNSUPPORTED(cudaImportExternalSemaphore)
HEDDLE_UNSUPPORTED(cudaLibraryGetUnifiedFunction)
HEDDLE_UNSUPPORTED(cudaLogsCurrent)
HEDDLE_UNSUPPORTED(cudaLogsDumpToFile)
HEDDLE_UNSUPPORTED(cudaLogsDumpToMemory)
HEDDLE_UNSUPPORTED(cudaLogsRegisterCallback)
HEDDLE_UNSUPPORTED(cudaLogsUnregisterCallback)
HEDDLE_UNSUPPORTED(cudaMemDiscardAndPrefetchBatchAsync)
HEDDLE_UNSUPPORTED(cudaMemDiscardBatchAsync)
HEDDLE_UNSUPPORTED(cudaMemPoolExportPointer)
HEDDLE_UNSUPPORTED(cudaMemPoolExportToShareableHandle)
HEDDLE_UNSUPPORTED(cudaMemPoolImportFromShareableHandle)
HEDDLE_UNSUPPORTED(cudaMemPoolImportPointer)
HEDDLE_UNSUPPORTED(cudaMemPrefetchBatchAsync)
HEDDLE_UNSUPPORTED(cudaMemcpy3DBatchAsync)
HEDDLE_UNSUPPORTED(cudaMemcpyBatchAsync)
HEDDLE_UNSUPPORTED(cudaMipmappedArrayGetMemoryRequirements)
HEDDLE_UNSUPPORTED(cudaMipmappedArrayGetSparseProperties)
HEDDLE_UNSUPPORTED(cudaSignalExternalSemaphoresAsync)
HEDDLE_UNSUPPORTED(cudaStreamUpdateCaptureDependencies)
HEDDLE_UNSUPPORTED(cudaUserObjectCreate)
HEDDLE_UNSUPPORTED(cudaUserObjectRelease)
HEDDLE_UNSUPPORTED(cudaUserObjectRetain)
HEDDLE_UNSUPPORTED(cudaWaitExternalSemaphoresAsync)
#undef HEDDLE_UNSUPPORTED
#endif

#endif
