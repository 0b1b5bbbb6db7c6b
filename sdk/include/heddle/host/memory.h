// C++ overloads of allocation and of the functions that take a variable of device memory (a
// symbol).
#ifndef HEDDLE_HOST_MEMORY_H
#define HEDDLE_HOST_MEMORY_H

#include "../../cuda_runtime_api.h"

template <class T>
static inline cudaError_t cudaMalloc(T** pointer, size_t size) {
  return ::cudaMalloc((void**)(pointer), size);
}
template <class T>
static inline cudaError_t cudaMallocHost(T** pointer, size_t size, unsigned int flags = 0) {
  return ::cudaHostAlloc((void**)(pointer), size, flags);
}
static inline cudaError_t cudaMallocHost(void** pointer, size_t size, unsigned int flags) {
  return ::cudaHostAlloc(pointer, size, flags);
}
template <class T>
static inline cudaError_t cudaHostAlloc(T** pointer, size_t size, unsigned int flags) {
  return ::cudaHostAlloc((void**)(pointer), size, flags);
}
template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return ::cudaHostGetDevicePointer((void**)(device), host, flags);
}
template <class T>
static inline cudaError_t cudaMallocManaged(T** pointer, size_t size,
                                            unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void**)(pointer), size, flags);
}
template <class T>
static inline cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return ::cudaMallocPitch((void**)(pointer), pitch, width, height);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T** pointer, size_t size, cudaStream_t stream) {
  return ::cudaMallocAsync((void**)(pointer), size, stream);
}
template <class T>
static inline cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t size, cudaMemPool_t pool,
                                                  cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void**)(pointer), size, pool, stream);
}
static inline cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaMemPool_t pool,
                                          cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(pointer, size, pool, stream);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T** pointer, size_t size, cudaMemPool_t pool,
                                          cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void**)(pointer), size, pool, stream);
}
template <class T>
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer,
                                                   size_t length = 0,
                                                   unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, static_cast<void*>(pointer), length, flags);
}

// CUDA 12.2 and later name a location where CUDA before named a device.
static inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t count,
                                               struct cudaMemLocation location, unsigned int flags,
                                               cudaStream_t stream = 0) {
  return ::cudaMemPrefetchAsync_v2(pointer, count, location, flags, stream);
}
static inline cudaError_t cudaMemAdvise(const void* pointer, size_t count,
                                        enum cudaMemoryAdvise advice,
                                        struct cudaMemLocation location) {
  return ::cudaMemAdvise_v2(pointer, count, advice, location);
}

/// The address by which the runtime knows a symbol: that of its shadow on the host.
template <class T>
static inline const void* heddle_symbol(const T& symbol) {
  return const_cast<const char*>(&reinterpret_cast<const volatile char&>(symbol));
}

template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* source, size_t count,
                                             size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(heddle_symbol(symbol), source, count, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void* destination, const T& symbol, size_t count,
                                               size_t offset = 0,
                                               enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(destination, heddle_symbol(symbol), count, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* source, size_t count,
                                                  size_t offset = 0,
                                                  enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                  cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync(heddle_symbol(symbol), source, count, offset, kind, stream);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(
    void* destination, const T& symbol, size_t count, size_t offset = 0,
    enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(destination, heddle_symbol(symbol), count, offset, kind,
                                     stream);
}
template <class T>
static inline cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return ::cudaGetSymbolAddress(pointer, heddle_symbol(symbol));
}
template <class T>
static inline cudaError_t cudaGetSymbolSize(size_t* size, const T& symbol) {
  return ::cudaGetSymbolSize(size, heddle_symbol(symbol));
}

#endif
