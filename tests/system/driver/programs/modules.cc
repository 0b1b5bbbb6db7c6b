// Modules from a PTX file, a fat binary and memory: kernels, variables, launches in all forms.
// modules PTX FATBINARY
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "check.h"

namespace {

constexpr int kCount = 1000;

/// c = a + scale * b + offset by the module's kernel, against the host's sum.
void add_vectors(CUmodule module, bool by_buffer) {
  CUfunction add;
  DONE(cuModuleGetFunction(&add, module, "add"));
  CUdeviceptr scale, offset;
  size_t bytes = 0;
  DONE(cuModuleGetGlobal(&scale, &bytes, module, "scale"));
  EXPECT(bytes == sizeof(float));
  DONE(cuModuleGetGlobal(&offset, nullptr, module, "offset"));
  const float factor = 3;
  const int plus = 7;
  DONE(cuMemcpyHtoD(scale, &factor, sizeof factor));
  DONE(cuMemcpyHtoD(offset, &plus, sizeof plus));

  std::vector<float> a(kCount), b(kCount), c(kCount);
  for (int i = 0; i < kCount; ++i) a[i] = i, b[i] = 2 * i + 1;
  CUdeviceptr device[3];
  for (CUdeviceptr& pointer : device) DONE(cuMemAlloc(&pointer, kCount * sizeof(float)));
  DONE(cuMemcpyHtoD(device[0], a.data(), kCount * sizeof(float)));
  DONE(cuMemcpyHtoD(device[1], b.data(), kCount * sizeof(float)));
  int count = kCount;
  if (by_buffer) {
    struct {
      CUdeviceptr a, b, c;
      int count;
    } block = {device[0], device[1], device[2], count};
    size_t size = sizeof block;
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &block, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    DONE(cuLaunchKernel(add, 8, 1, 1, 128, 1, 1, 0, nullptr, nullptr, extra));
  } else {
    void* parameters[] = {&device[0], &device[1], &device[2], &count};
    DONE(cuLaunchKernel(add, 8, 1, 1, 128, 1, 1, 0, nullptr, parameters, nullptr));
  }
  DONE(cuCtxSynchronize());
  DONE(cuMemcpyDtoH(c.data(), device[2], kCount * sizeof(float)));
  for (int i = 0; i < kCount; ++i) EXPECT(c[i] == i + 3 * (2 * i + 1) + 7);
  for (const CUdeviceptr pointer : device) DONE(cuMemFree(pointer));
}

/// An initialized variable counts this module's launches alone.
void expect_launches(CUmodule module, int expected) {
  CUdeviceptr address;
  int launches = 0;
  DONE(cuModuleGetGlobal(&address, nullptr, module, "launches"));
  DONE(cuMemcpyDtoH(&launches, address, sizeof launches));
  EXPECT(launches == expected);
}

void launch_mixed_parameters(CUmodule module) {
  CUfunction mixed;
  DONE(cuModuleGetFunction(&mixed, module, "mixed"));
  CUdeviceptr out;
  DONE(cuMemAlloc(&out, sizeof(float)));
  float result = 0;
  struct {
    char small;
    double wide;
    short middle;
    CUdeviceptr out;
  } block = {1, 20.5, 300, out};
  size_t size = sizeof block;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_BUFFER_POINTER, &block,
                   CU_LAUNCH_PARAM_END};
  DONE(cuLaunchKernel(mixed, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra));
  DONE(cuMemcpyDtoH(&result, out, sizeof result));
  EXPECT(result == 321.5f);
  size = sizeof block - 1;
  RETURNS(CUDA_ERROR_INVALID_VALUE,
          cuLaunchKernel(mixed, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra));

  // The interface of before CUDA 4.
  DONE(cuFuncSetBlockShape(mixed, 32, 1, 1));
  DONE(cuParamSetSize(mixed, sizeof block));
  DONE(cuParamSetv(mixed, 0, &block.small, 1));
  DONE(cuParamSetv(mixed, 8, &block.wide, 8));
  DONE(cuParamSetv(mixed, 16, &block.middle, 2));
  DONE(cuParamSetv(mixed, 24, &block.out, 8));
  DONE(cuMemsetD32(out, 0, 1));
  DONE(cuLaunchGrid(mixed, 1, 1));
  DONE(cuMemcpyDtoH(&result, out, sizeof result));
  EXPECT(result == 321.5f);
  DONE(cuMemFree(out));
}

void launch_with_shared_memory(CUmodule module) {
  CUfunction reverse;
  DONE(cuModuleGetFunction(&reverse, module, "reverse"));
  int most = 0, registers = 0, blocks = 0, grid = 0, block = 0;
  DONE(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, reverse));
  DONE(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, reverse));
  EXPECT(most == 1024 && registers > 0);
  DONE(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse, 256, 256 * sizeof(int)));
  EXPECT(blocks > 0);
  DONE(cuOccupancyMaxPotentialBlockSize(
      &grid, &block, reverse, [](int threads) { return threads * sizeof(int); }, 0, 0));
  EXPECT(grid > 0 && block > 0 && block <= most);
  CUdeviceptr values;
  DONE(cuMemAlloc(&values, 256 * sizeof(int)));
  std::vector<int> host(256);
  for (int i = 0; i < 256; ++i) host[i] = i * i;
  DONE(cuMemcpyHtoD(values, host.data(), 256 * sizeof(int)));
  void* parameters[] = {&values};
  DONE(cuLaunchCooperativeKernel(reverse, 1, 1, 1, 256, 1, 1, 256 * sizeof(int), nullptr,
                                 parameters));
  DONE(cuMemcpyDtoH(host.data(), values, 256 * sizeof(int)));
  for (int i = 0; i < 256; ++i) EXPECT(host[i] == (255 - i) * (255 - i));
}

std::string contents(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int, char** arguments) {
  const char* const ptx = arguments[1];
  const char* const fat_binary = arguments[2];
  CUdevice device;
  CUcontext context;
  DONE(cuInit(0));
  DONE(cuDeviceGet(&device, 0));
  DONE(cuCtxCreate(&context, 0, device));

  CUmodule from_file, from_text, from_fat_file, from_fat_image;
  const std::string text = contents(ptx), image = contents(fat_binary);
  DONE(cuModuleLoad(&from_file, ptx));
  DONE(cuModuleLoadData(&from_text, text.c_str()));
  DONE(cuModuleLoad(&from_fat_file, fat_binary));
  DONE(cuModuleLoadFatBinary(&from_fat_image, image.data()));
  add_vectors(from_file, false);
  add_vectors(from_file, true);
  add_vectors(from_text, false);
  add_vectors(from_fat_file, true);
  add_vectors(from_fat_image, false);
  expect_launches(from_file, 42);
  expect_launches(from_text, 41);
  launch_mixed_parameters(from_text);
  launch_with_shared_memory(from_fat_image);

  CUlibrary library;
  CUkernel kernel;
  CUfunction function, again;
  DONE(cuLibraryLoadData(&library, text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  DONE(cuLibraryGetKernel(&kernel, library, "add"));
  DONE(cuKernelGetFunction(&function, kernel));
  CUmodule module;
  DONE(cuLibraryGetModule(&module, library));
  DONE(cuModuleGetFunction(&again, module, "add"));
  EXPECT(function == again);
  DONE(cuLibraryUnload(library));

  DONE(cuModuleUnload(from_text));
  RETURNS(CUDA_ERROR_INVALID_HANDLE, cuModuleUnload(from_text));
  RETURNS(CUDA_ERROR_INVALID_HANDLE, cuModuleGetFunction(&function, from_text, "add"));
  DONE(cuCtxDestroy(context));
  puts("modules: passed");
}
