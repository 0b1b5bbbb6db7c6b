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
typedef enum cudaGraphConditionalNodeType CUgraphConditionalNodeType;
#define CU_GRAPH_COND_TYPE_IF cudaGraphCondTypeIf
#define CU_GRAPH_COND_TYPE_WHILE cudaGraphCondTypeWhile
#define CU_GRAPH_COND_TYPE_SWITCH cudaGraphCondTypeSwitch

typedef struct CUDA_CONDITIONAL_NODE_PARAMS_st {
  CUgraphConditionalHandle handle;
  CUgraphConditionalNodeType type;
  unsigned int size;     ///< number of graphs that the node gets
  CUgraph* phGraph_out;  ///< written: the node's graphs, which the program fills
  CUcontext ctx;
} CUDA_CONDITIONAL_NODE_PARAMS;

typedef struct CUDA_MEM_ALLOC_NODE_PARAMS_st {
  CUmemPoolProps poolProps;
  const CUmemAccessDesc* accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  CUdeviceptr dptr;  ///< written: the address of the memory
} CUDA_MEM_ALLOC_NODE_PARAMS;
typedef CUDA_MEM_ALLOC_NODE_PARAMS CUDA_MEM_ALLOC_NODE_PARAMS_v2;

typedef struct CUDA_MEM_FREE_NODE_PARAMS_st {
  CUdeviceptr dptr;
} CUDA_MEM_FREE_NODE_PARAMS;

typedef struct CUDA_MEMCPY_NODE_PARAMS_st {
  int flags;
  int reserved;
  CUcontext copyCtx;
  CUDA_MEMCPY3D copyParams;
} CUDA_MEMCPY_NODE_PARAMS;

typedef struct CUDA_MEMSET_NODE_PARAMS_v2_st {
  CUdeviceptr dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
  CUcontext ctx;
} CUDA_MEMSET_NODE_PARAMS_v2;

typedef struct CUDA_CHILD_GRAPH_NODE_PARAMS_st {
  CUgraph graph;
} CUDA_CHILD_GRAPH_NODE_PARAMS;

typedef struct CUDA_EVENT_WAIT_NODE_PARAMS_st {
  CUevent event;
} CUDA_EVENT_WAIT_NODE_PARAMS;

typedef struct CUDA_EVENT_RECORD_NODE_PARAMS_st {
  CUevent event;
} CUDA_EVENT_RECORD_NODE_PARAMS;

typedef CUDA_KERNEL_NODE_PARAMS_v2 CUDA_KERNEL_NODE_PARAMS_v3;
typedef CUDA_HOST_NODE_PARAMS CUDA_HOST_NODE_PARAMS_v2;

/// A node of any type, for cuGraphAddNode. The member of its type counts.
typedef struct CUgraphNodeParams_st {
  CUgraphNodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    CUDA_KERNEL_NODE_PARAMS_v3 kernel;
    CUDA_MEMCPY_NODE_PARAMS memcpy;
    CUDA_MEMSET_NODE_PARAMS_v2 memset;
    CUDA_HOST_NODE_PARAMS_v2 host;
    CUDA_CHILD_GRAPH_NODE_PARAMS graph;
    CUDA_EVENT_WAIT_NODE_PARAMS eventWait;
    CUDA_EVENT_RECORD_NODE_PARAMS eventRecord;
    CUDA_MEM_ALLOC_NODE_PARAMS_v2 alloc;
    CUDA_MEM_FREE_NODE_PARAMS free;
    CUDA_CONDITIONAL_NODE_PARAMS conditional;
  };
  long long reserved2;
} CUgraphNodeParams;

typedef cudaGraphEdgeData CUgraphEdgeData;

typedef enum cudaGraphMemAttributeType CUgraphMem_attribute;
#define CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT cudaGraphMemAttrUsedMemCurrent
#define CU_GRAPH_MEM_ATTR_USED_MEM_HIGH cudaGraphMemAttrUsedMemHigh
#define CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT cudaGraphMemAttrReservedMemCurrent
#define CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH cudaGraphMemAttrReservedMemHigh

#define CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE cudaGraphDebugDotFlagsVerbose

#endif
