// Allocates CUDA arrays, and answers queries about an array.
#include "cudart/api/copy_end.hpp"

using namespace heddle::cudart;

namespace {

cudaError_t allocate(cudaArray_t* array, const cudaChannelFormatDesc* desc,
                     const cudaExtent& extent, unsigned flags,
                     const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    require(array != nullptr && desc != nullptr);
    Array made = describe_array(*desc, extent, flags);
    made.address = context.memory().allocate_device(made.bytes());
    *array = reinterpret_cast<cudaArray_t>(&context.arrays().create(made));
  });
}

}  // namespace

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, size_t width,
                            size_t height, unsigned int flags) {
  return allocate(array, desc, {width, height, 0}, flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc,
                              cudaExtent extent, unsigned int flags) {
  return allocate(array, desc, extent, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  return enter([&](Context& context) {
    if (array == nullptr) return;
    const Array& freed = array_of(context, array);
    context.scheduler().drain();
    context.memory().free_device(freed.address);
    context.arrays().erase(array);
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
  return enter([&](Context& context) {
    const Array& asked = array_of(context, array);
    if (desc != nullptr) *desc = asked.format;
    if (extent != nullptr) *extent = asked.extent;
    if (flags != nullptr) *flags = asked.flags;
  });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array) {
  return enter([&](Context& context) {
    require(desc != nullptr);
    *desc = array_of(context, array).format;
  });
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}
