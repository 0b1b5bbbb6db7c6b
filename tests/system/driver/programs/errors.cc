// Misuse of the driver API, and the documented code of each.
#include <string>

#include <string.h>

#include "check.h"

namespace {

constexpr const char* kGood =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry nothing()\n{\n  ret;\n}\n";
constexpr const char* kBad =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry bad()\n{\n  nonsense.u32;\n"
    "  ret;\n}\n";

void before_a_context() {
  CUdevice device;
  CUcontext context;
  CUdeviceptr memory;
  CUmodule module;
  int count = 0;
  RETURNS(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGetCount(&count));
  RETURNS(CUDA_ERROR_NOT_INITIALIZED, cuMemAlloc(&memory, 4));
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuInit(1));
  DONE(cuInit(0));
  DONE(cuDeviceGetCount(&count));
  EXPECT(count == 1);
  RETURNS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&device, 1));
  RETURNS(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc(&memory, 4));
  RETURNS(CUDA_ERROR_INVALID_CONTEXT, cuModuleLoadData(&module, kGood));
  RETURNS(CUDA_ERROR_INVALID_CONTEXT, cuCtxSynchronize());
  RETURNS(CUDA_ERROR_INVALID_CONTEXT, cuCtxPopCurrent(&context));
  DONE(cuCtxGetCurrent(&context));
  EXPECT(context == nullptr);
  RETURNS(CUDA_ERROR_INVALID_DEVICE, cuCtxCreate(&context, 0, 3));
}

void contexts() {
  CUcontext first, second, current;
  DONE(cuCtxCreate(&first, 0, 0));
  DONE(cuCtxCreate(&second, CU_CTX_SCHED_SPIN, 0));
  DONE(cuCtxGetCurrent(&current));
  EXPECT(current == second && first != second);
  unsigned flags = 0;
  DONE(cuCtxGetFlags(&flags));
  EXPECT(flags == CU_CTX_SCHED_SPIN);
  DONE(cuCtxPopCurrent(&current));
  EXPECT(current == second);
  DONE(cuCtxGetCurrent(&current));
  EXPECT(current == first);
  DONE(cuCtxPushCurrent(second));
  DONE(cuCtxDestroy(first));  // not current, but below on the stack
  DONE(cuCtxDestroy(second));
  CUdeviceptr memory;
  RETURNS(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemAlloc(&memory, 4));
  RETURNS(CUDA_ERROR_INVALID_CONTEXT, cuCtxSetCurrent(second));
  DONE(cuCtxSetCurrent(nullptr));
  unsigned active_flags = 0;
  int active = 1;
  DONE(cuDevicePrimaryCtxGetState(0, &active_flags, &active));
  EXPECT(active == 0);
  RETURNS(CUDA_ERROR_INVALID_CONTEXT, cuDevicePrimaryCtxRelease(0));
}

void images() {
  CUmodule module;
  CUfunction function;
  CUdeviceptr variable;
  RETURNS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&module, "this is no device code"));
  RETURNS(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&module, "no/such/file.ptx"));
  RETURNS(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadData(&module, "\177ELF and so on"));
  RETURNS(CUDA_ERROR_INVALID_PTX, cuModuleLoadData(&module, kBad));
  EXPECT(module == nullptr);
  char log[400], cut[10];
  memset(log, 'x', sizeof log);
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  RETURNS(CUDA_ERROR_INVALID_PTX, cuModuleLoadDataEx(&module, kBad, 2, options, values));
  EXPECT(strstr(log, ":6:") != nullptr && strstr(log, "nonsense") != nullptr);
  EXPECT(reinterpret_cast<size_t>(values[1]) == strlen(log));
  void* short_values[] = {cut, reinterpret_cast<void*>(sizeof cut)};
  RETURNS(CUDA_ERROR_INVALID_PTX, cuModuleLoadDataEx(&module, kBad, 2, options, short_values));
  EXPECT(strlen(cut) == sizeof cut - 1);
  CUjit_option unknown[] = {static_cast<CUjit_option>(12345)};
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuModuleLoadDataEx(&module, kGood, 1, unknown, values));

  DONE(cuModuleLoadDataEx(&module, kGood, 0, nullptr, nullptr));
  RETURNS(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&function, module, "absent"));
  RETURNS(CUDA_ERROR_NOT_FOUND, cuModuleGetGlobal(&variable, nullptr, module, "absent"));
  DONE(cuModuleGetFunction(&function, module, "nothing"));
  RETURNS(CUDA_ERROR_INVALID_VALUE,
          cuLaunchKernel(function, 0, 1, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr));
  RETURNS(CUDA_ERROR_INVALID_VALUE,
          cuLaunchKernel(function, 1, 1, 1, 4096, 1, 1, 0, nullptr, nullptr, nullptr));
  RETURNS(CUDA_ERROR_INVALID_HANDLE, cuLaunchKernel(reinterpret_cast<CUfunction>(&module), 1, 1, 1,
                                                    32, 1, 1, 0, nullptr, nullptr, nullptr));
  RETURNS(CUDA_ERROR_INVALID_HANDLE,
          cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, reinterpret_cast<CUstream>(&module),
                         nullptr, nullptr));
}

void memory() {
  CUdeviceptr pointer;
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuMemAlloc(&pointer, 0));
  RETURNS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&pointer, size_t{1} << 50));
  DONE(cuMemAlloc(&pointer, 64));
  char host[65] = {};
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(pointer, host, 65));
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuMemFree(pointer + 4));
  DONE(cuMemFree(pointer));
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuMemFree(pointer));
}

void texts() {
  const char* text = nullptr;
  DONE(cuGetErrorName(CUDA_ERROR_INVALID_PTX, &text));
  EXPECT(std::string(text) == "CUDA_ERROR_INVALID_PTX");
  DONE(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
  EXPECT(std::string(text) == "out of memory");
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuGetErrorName(static_cast<CUresult>(12345), &text));
  EXPECT(text == nullptr);
}

}  // namespace

int main() {
  before_a_context();
  contexts();
  CUcontext primary;
  DONE(cuDevicePrimaryCtxRetain(&primary, 0));
  DONE(cuCtxPushCurrent(primary));
  images();
  memory();
  texts();
  DONE(cuDevicePrimaryCtxRelease(0));
  puts("errors: passed");
}
