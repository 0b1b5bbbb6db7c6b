// The parameters of graphs' nodes: from the driver API's form to the runtime's.
#pragma once

#include "cudart/driver/driver_call.hpp"

namespace heddle::cudart {

inline cudaKernelNodeParams runtime_form(const CUDA_KERNEL_NODE_PARAMS& p) {
  cudaKernelNodeParams form{};
  form.func = p.func != nullptr ? static_cast<void*>(p.func) : static_cast<void*>(p.kern);
  form.gridDim = dim3(p.gridDimX, p.gridDimY, p.gridDimZ);
  form.blockDim = dim3(p.blockDimX, p.blockDimY, p.blockDimZ);
  form.sharedMemBytes = p.sharedMemBytes;
  form.kernelParams = p.kernelParams;
  form.extra = p.extra;
  return form;
}

inline cudaMemsetParams runtime_form(const CUDA_MEMSET_NODE_PARAMS& p) {
  return {pointer_to(p.dst), p.pitch, p.value, p.elementSize, p.width, p.height};
}

inline cudaHostNodeParams runtime_form(const CUDA_HOST_NODE_PARAMS& p) {
  return {p.fn, p.userData};
}

}  // namespace heddle::cudart
