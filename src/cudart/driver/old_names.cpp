// Names of before CUDA 4, which programs may still look for by name (dlsym). These functions have
// kept their arguments on computers of 64 bits; cuda.h gives the names to the newer forms.
#include <cstddef>

#include "cudart/api/export.hpp"
#include "cudart/cuda_types.hpp"

#undef cuCtxCreate
#undef cuCtxDestroy
#undef cuCtxPopCurrent
#undef cuCtxPushCurrent
#undef cuDevicePrimaryCtxRelease
#undef cuDevicePrimaryCtxReset
#undef cuDevicePrimaryCtxSetFlags
#undef cuEventDestroy
#undef cuLinkAddData
#undef cuLinkAddFile
#undef cuLinkCreate
#undef cuStreamDestroy

HEDDLE_EXPORT CUresult cuCtxCreate(CUcontext* context, unsigned flags, CUdevice device) {
  return cuCtxCreate_v2(context, flags, device);
}
HEDDLE_EXPORT CUresult cuCtxDestroy(CUcontext context) { return cuCtxDestroy_v2(context); }
HEDDLE_EXPORT CUresult cuCtxPopCurrent(CUcontext* context) { return cuCtxPopCurrent_v2(context); }
HEDDLE_EXPORT CUresult cuCtxPushCurrent(CUcontext context) { return cuCtxPushCurrent_v2(context); }
HEDDLE_EXPORT CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  return cuDevicePrimaryCtxRelease_v2(device);
}
HEDDLE_EXPORT CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  return cuDevicePrimaryCtxReset_v2(device);
}
HEDDLE_EXPORT CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) {
  return cuDevicePrimaryCtxSetFlags_v2(device, flags);
}
HEDDLE_EXPORT CUresult cuEventDestroy(CUevent event) { return cuEventDestroy_v2(event); }
HEDDLE_EXPORT CUresult cuStreamDestroy(CUstream stream) { return cuStreamDestroy_v2(stream); }
HEDDLE_EXPORT CUresult cuLinkCreate(unsigned count, CUjit_option* options, void** values,
                                    CUlinkState* state) {
  return cuLinkCreate_v2(count, options, values, state);
}
HEDDLE_EXPORT CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data,
                                     std::size_t size, const char* name, unsigned count,
                                     CUjit_option* options, void** values) {
  return cuLinkAddData_v2(state, type, data, size, name, count, options, values);
}
HEDDLE_EXPORT CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path,
                                     unsigned count, CUjit_option* options, void** values) {
  return cuLinkAddFile_v2(state, type, path, count, options, values);
}
