// C++ overloads of launches and of the functions that take a kernel.
#ifndef HEDDLE_HOST_LAUNCH_H
#define HEDDLE_HOST_LAUNCH_H

#include "../../cuda_runtime_api.h"

template <class T>
static inline cudaError_t cudaLaunchKernel(T* kernel, dim3 grid, dim3 block, void** arguments,
                                           size_t shared = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments, shared,
                            stream);
}
template <class T>
static inline cudaError_t cudaLaunchCooperativeKernel(T* kernel, dim3 grid, dim3 block,
                                                      void** arguments, size_t shared = 0,
                                                      cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), grid, block,
                                       arguments, shared, stream);
}
#if __cplusplus >= 201103L
template <class... Expected, class... Actual>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                             void (*kernel)(Expected...), Actual&&... actual) {
  return [config, kernel](Expected... values) {
    void* arguments[] = {const_cast<void*>(static_cast<const volatile void*>(&values))..., nullptr};
    return ::cudaLaunchKernelExC(config, reinterpret_cast<const void*>(kernel), arguments);
  }(static_cast<Actual&&>(actual)...);
}
#endif
template <class T>
static inline cudaError_t cudaLaunch(T* kernel) {
  return ::cudaLaunch(reinterpret_cast<const void*>(kernel));
}
template <class T>
static inline cudaError_t cudaSetupArgument(T argument, size_t offset) {
  return ::cudaSetupArgument(&argument, sizeof(T), offset);
}

template <class T>
static inline cudaError_t cudaFuncSetCacheConfig(T* kernel, enum cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), config);
}
template <class T>
static inline cudaError_t cudaFuncSetSharedMemConfig(T* kernel, enum cudaSharedMemConfig config) {
  return ::cudaFuncSetSharedMemConfig(reinterpret_cast<const void*>(kernel), config);
}
template <class T>
static inline cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attributes, T* kernel) {
  return ::cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(kernel));
}
template <class T>
static inline cudaError_t cudaFuncSetAttribute(T* kernel, enum cudaFuncAttribute attribute,
                                               int value) {
  return ::cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}

template <class T>
static inline cudaError_t cudaFuncGetName(const char** name, T* kernel) {
  return ::cudaFuncGetName(name, reinterpret_cast<const void*>(kernel));
}
template <class T>
static inline cudaError_t cudaFuncGetParamInfo(T* kernel, size_t index, size_t* offset,
                                               size_t* size) {
  return ::cudaFuncGetParamInfo(reinterpret_cast<const void*>(kernel), index, offset, size);
}
template <class T>
static inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, T* symbol) {
  return ::cudaGetFuncBySymbol(function, reinterpret_cast<const void*>(symbol));
}
template <class T>
static inline cudaError_t cudaGetKernel(cudaKernel_t* kernel, T* entry) {
  return ::cudaGetKernel(kernel, reinterpret_cast<const void*>(entry));
}

static inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                               cudaGraphNode_t*, char*, size_t) {
  return ::cudaGraphInstantiate(executable, graph, 0);
}
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                              cudaGraphNode_t* error_node,
                                              enum cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info;
  const cudaError_t code = ::cudaGraphExecUpdate(executable, graph, &info);
  if (error_node != nullptr) *error_node = info.errorNode;
  if (result != nullptr) *result = info.result;
  return code;
}

#endif
