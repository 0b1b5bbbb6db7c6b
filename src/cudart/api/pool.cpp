// Stream-ordered allocation. An allocation takes the memory at once. A free returns the memory when
// the stream reaches the free. heddle has one pool, the default pool. A pool that a program creates
// is another name for the default pool.
#include "cudart/runtime/entry.hpp"

using namespace heddle::cudart;

namespace {

const char default_pool = 0;

cudaMemPool_t pool() { return reinterpret_cast<cudaMemPool_t>(const_cast<char*>(&default_pool)); }

cudaError_t allocate(void** pointer, std::size_t size, cudaStream_t stream,
                     const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context, ThreadState& thread) {
    require(pointer != nullptr);
    Stream& in = context.stream(stream, thread);
    *pointer = nullptr;
    if (size == 0) return;
    if (in.capture) {
      const auto block = context.graph_memory().reserve(size);
      cudaMemAllocNodeParams said{};
      said.bytesize = size;
      said.dptr = reinterpret_cast<void*>(block->address);
      put(context.scheduler(), in, NodeKind::allocate, {context.allocation_work(block), said});
      *pointer = reinterpret_cast<void*>(block->address);
      return;
    }
    // Runs the queued work, because queued frees may release enough memory.
    if (context.memory().image().free_bytes() < size) context.scheduler().drain();
    *pointer = reinterpret_cast<void*>(context.memory().allocate_device(size));
  });
}

cudaError_t answer_pool(cudaMemPool_t* to, int device, const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context&) {
    require(to != nullptr);
    require(device == 0, cudaErrorInvalidDevice);
    *to = pool();
  });
}

cudaError_t accept(cudaMemPool_t memPool, const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context&) { require(memPool == pool()); });
}

}  // namespace

cudaError_t cudaMallocAsync(void** devPtr, size_t size, cudaStream_t hStream) {
  return allocate(devPtr, size, hStream);
}

cudaError_t cudaMallocFromPoolAsync(void** ptr, size_t size, cudaMemPool_t, cudaStream_t stream) {
  return allocate(ptr, size, stream);
}

cudaError_t cudaFreeAsync(void* devPtr, cudaStream_t hStream) {
  return enter([&](Context& context, ThreadState& thread) {
    if (devPtr == nullptr) return;
    Stream& stream = context.stream(hStream, thread);
    const auto address = reinterpret_cast<std::uintptr_t>(devPtr);
    if (const auto graphs = context.graph_memory().find(address)) {
      put(context.scheduler(), stream, NodeKind::free,
          {context.release_work(graphs), FreedMemory{devPtr}});
      return;
    }
    require(stream.capture == nullptr);
    const auto block = context.memory().at_device(address);
    require(block && block->device == address);
    Memory& memory = context.memory();
    const auto release = [&memory, address](heddle::Cycle) {
      const auto still = memory.at_device(address);
      if (still && still->device == address) memory.free_device(address);
    };
    context.scheduler().submit(stream, MarkerWork{release});
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* memPool, int device) {
  return answer_pool(memPool, device);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* memPool, int device) {
  return answer_pool(memPool, device);
}

cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t memPool) { return accept(memPool); }

cudaError_t cudaMemPoolCreate(cudaMemPool_t* memPool, const cudaMemPoolProps* poolProps) {
  if (poolProps == nullptr) return enter([](Context&) { return cudaErrorInvalidValue; });
  return answer_pool(memPool, 0);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) { return accept(memPool); }
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t) { return accept(memPool); }

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr, void*) {
  return accept(memPool);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const cudaMemAccessDesc*, size_t) {
  return accept(memPool);
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t memPool,
                                 cudaMemLocation* location) {
  return enter([&](Context&) {
    require(flags != nullptr && location != nullptr && memPool == pool());
    require(location->type == cudaMemLocationTypeDevice && location->id == 0);
    *flags = cudaMemAccessFlagsProtReadWrite;
  });
}

/// Functions of CUDA 13 for the default pool and the present pool. Their argument for the type of
/// the memory has no effect.
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* memPool, cudaMemLocation* location,
                                     cudaMemAllocationType) {
  return answer_pool(memPool, location == nullptr ? -1 : location->id);
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t* memPool, cudaMemLocation* location,
                              cudaMemAllocationType) {
  return answer_pool(memPool, location == nullptr ? -1 : location->id);
}

cudaError_t cudaMemSetMemPool(cudaMemLocation*, cudaMemAllocationType, cudaMemPool_t memPool) {
  return accept(memPool);
}

namespace {

bool is_high(cudaGraphMemAttributeType attribute) {
  return attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
}

GraphMemory::Size& size_of(Context& context, cudaGraphMemAttributeType attribute) {
  const bool used =
      attribute == cudaGraphMemAttrUsedMemCurrent || attribute == cudaGraphMemAttrUsedMemHigh;
  return used ? context.graph_memory().used() : context.graph_memory().reserved();
}

std::uint64_t& number_of(GraphMemory::Size& size, cudaGraphMemAttributeType attribute) {
  return is_high(attribute) ? size.high : size.current;
}

}  // namespace

/// Frees nothing, because no unused memory is held back for graphs.
cudaError_t cudaDeviceGraphMemTrim(int device) {
  return enter([&](Context&) { require(device == 0, cudaErrorInvalidDevice); });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attr,
                                           void* value) {
  return enter([&](Context& context) {
    require(value != nullptr && attr <= cudaGraphMemAttrReservedMemHigh);
    require(device == 0, cudaErrorInvalidDevice);
    *static_cast<std::uint64_t*>(value) = number_of(size_of(context, attr), attr);
  });
}

/// Resets a high-water mark to 0.
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attr,
                                           void* value) {
  return enter([&](Context& context) {
    require(device == 0, cudaErrorInvalidDevice);
    require(value != nullptr && *static_cast<std::uint64_t*>(value) == 0 && is_high(attr));
    number_of(size_of(context, attr), attr) = 0;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  return enter([&](Context& context) {
    require(memPool == pool() && value != nullptr);
    const auto& image = context.memory().image();
    switch (attr) {
      case cudaMemPoolReuseFollowEventDependencies:
      case cudaMemPoolReuseAllowOpportunistic:
      case cudaMemPoolReuseAllowInternalDependencies:
        *static_cast<int*>(value) = 1;
        return;
      case cudaMemPoolAttrReleaseThreshold:
        *static_cast<std::uint64_t*>(value) = 0;
        return;
      default:
        *static_cast<std::uint64_t*>(value) = image.capacity() - image.free_bytes();
        return;
    }
  });
}
