// Types of graphs for the driver API. Enumerations and structures that both APIs have are the
// runtime's under other names.
#ifndef HEDDLE_DRIVER_GRAPH_TYPES_H
#define HEDDLE_DRIVER_GRAPH_TYPES_H

#include "../graph_types.h"

typedef enum cudaGraphNodeType CUgraphNodeType;
#define CU_GRAPH_NODE_TYPE_KERNEL cudaGraphNodeTypeKernel
#define CU_GRAPH_NODE_TYPE_MEMCPY cudaGraphNodeTypeMemcpy
#define CU_GRAPH_NODE_TYPE_MEMSET cudaGraphNodeTypeMemset
#define CU_GRAPH_NODE_TYPE_HOST cudaGraphNodeTypeHost
#define CU_GRAPH_NODE_TYPE_GRAPH cudaGraphNodeTypeGraph
#define CU_GRAPH_NODE_TYPE_EMPTY cudaGraphNodeTypeEmpty
#define CU_GRAPH_NODE_TYPE_WAIT_EVENT cudaGraphNodeTypeWaitEvent
#define CU_GRAPH_NODE_TYPE_EVENT_RECORD cudaGraphNodeTypeEventRecord
#define CU_GRAPH_NODE_TYPE_MEM_ALLOC cudaGraphNodeTypeMemAlloc
#define CU_GRAPH_NODE_TYPE_MEM_FREE cudaGraphNodeTypeMemFree
#define CU_GRAPH_NODE_TYPE_CONDITIONAL cudaGraphNodeTypeConditional

typedef enum cudaGraphInstantiateFlags CUgraphInstantiate_flags;
#define CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH cudaGraphInstantiateFlagAutoFreeOnLaunch
#define CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD cudaGraphInstantiateFlagUpload
#define CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH cudaGraphInstantiateFlagDeviceLaunch
#define CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY cudaGraphInstantiateFlagUseNodePriority

typedef cudaGraphInstantiateResult CUgraphInstantiateResult;
#define CUDA_GRAPH_INSTANTIATE_SUCCESS cudaGraphInstantiateSuccess
#define CUDA_GRAPH_INSTANTIATE_ERROR cudaGraphInstantiateError
#define CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE cudaGraphInstantiateInvalidStructure

typedef struct CUDA_GRAPH_INSTANTIATE_PARAMS_st {
  cuuint64_t flags;
  CUstream hUploadStream;
  CUgraphNode hErrNode_out;
  CUgraphInstantiateResult result_out;
} CUDA_GRAPH_INSTANTIATE_PARAMS;

typedef enum cudaGraphExecUpdateResult CUgraphExecUpdateResult;
#define CU_GRAPH_EXEC_UPDATE_SUCCESS cudaGraphExecUpdateSuccess
#define CU_GRAPH_EXEC_UPDATE_ERROR cudaGraphExecUpdateError
#define CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED cudaGraphExecUpdateErrorTopologyChanged
#define CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED cudaGraphExecUpdateErrorNodeTypeChanged
#define CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED cudaGraphExecUpdateErrorParametersChanged
#define CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED cudaGraphExecUpdateErrorNotSupported
typedef cudaGraphExecUpdateResultInfo CUgraphExecUpdateResultInfo;

typedef struct CUDA_KERNEL_NODE_PARAMS_v2_st {
  CUfunction func;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  void** kernelParams;
  void** extra;
  CUkernel kern;
  CUcontext ctx;
} CUDA_KERNEL_NODE_PARAMS_v2;
typedef CUDA_KERNEL_NODE_PARAMS_v2 CUDA_KERNEL_NODE_PARAMS;

typedef struct CUDA_MEMSET_NODE_PARAMS_st {
  CUdeviceptr dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
} CUDA_MEMSET_NODE_PARAMS;

typedef struct CUDA_HOST_NODE_PARAMS_st {
  CUhostFn fn;
  void* userData;
} CUDA_HOST_NODE_PARAMS;

typedef cudaGraphConditionalHandle CUgraphConditionalHandle;
#define CU_GRAPH_COND_ASSIGN_DEFAULT cudaGraphCondAssignDefault

#define CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE cudaGraphDebugDotFlagsVerbose

#endif
