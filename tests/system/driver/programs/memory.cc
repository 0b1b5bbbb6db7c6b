// Copies and fills of the driver API, pointers, and virtual memory.
#include <vector>

#include <string.h>

#include "check.h"

namespace {

void fills() {
  CUdeviceptr rows;
  size_t pitch = 0;
  constexpr size_t kWidth = 10, kHeight = 5;
  DONE(cuMemAllocPitch(&rows, &pitch, kWidth * sizeof(short), kHeight, 4));
  EXPECT(pitch >= kWidth * sizeof(short));
  DONE(cuMemsetD8(rows, 0, pitch * kHeight));
  DONE(cuMemsetD2D16(rows + pitch, pitch, 0x1234, kWidth - 1, kHeight - 2));
  std::vector<unsigned short> host(kWidth * kHeight, 1);
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = rows;
  copy.srcPitch = pitch;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = host.data();
  copy.dstPitch = kWidth * sizeof(short);
  copy.WidthInBytes = kWidth * sizeof(short);
  copy.Height = kHeight;
  DONE(cuMemcpy2D(&copy));
  for (size_t y = 0; y < kHeight; ++y) {
    for (size_t x = 0; x < kWidth; ++x) {
      const bool inside = y >= 1 && y < kHeight - 1 && x < kWidth - 1;
      EXPECT(host[y * kWidth + x] == (inside ? 0x1234 : 0));
    }
  }
  CUstream stream;
  DONE(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  DONE(cuMemsetD32Async(rows, 0xdeadbeef, 3, stream));
  DONE(cuStreamSynchronize(stream));
  unsigned words[3] = {};
  DONE(cuMemcpyDtoH(words, rows, sizeof words));
  for (const unsigned word : words) EXPECT(word == 0xdeadbeef);
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuMemsetD32(rows + 2, 0, 1));
  DONE(cuMemFree(rows));
}

/// A box of texels to an array and back, from the middle of a larger volume.
void boxes() {
  CUDA_ARRAY3D_DESCRIPTOR shape = {4, 3, 2, CU_AD_FORMAT_UNSIGNED_INT32, 2, 0}, asked = {};
  CUarray array;
  DONE(cuArray3DCreate(&array, &shape));
  DONE(cuArray3DGetDescriptor(&asked, array));
  EXPECT(asked.Width == 4 && asked.Height == 3 && asked.Depth == 2);
  EXPECT(asked.Format == CU_AD_FORMAT_UNSIGNED_INT32 && asked.NumChannels == 2);
  constexpr size_t kTexel = 8, kX = 6, kY = 5, kZ = 4;
  std::vector<unsigned> from(kX * kY * kZ * 2), to(4 * 3 * 2 * 2);
  for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<unsigned>(i);
  CUDA_MEMCPY3D in = {};
  in.srcMemoryType = CU_MEMORYTYPE_HOST;
  in.srcHost = from.data();
  in.srcPitch = kX * kTexel;
  in.srcHeight = kY;
  in.srcXInBytes = 2 * kTexel;
  in.srcY = 1;
  in.srcZ = 1;
  in.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  in.dstArray = array;
  in.WidthInBytes = 4 * kTexel;
  in.Height = 3;
  in.Depth = 2;
  DONE(cuMemcpy3D(&in));
  CUDA_MEMCPY3D out = {};
  out.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  out.srcArray = array;
  out.dstMemoryType = CU_MEMORYTYPE_HOST;
  out.dstHost = to.data();
  out.WidthInBytes = 4 * kTexel;
  out.Height = 3;
  out.Depth = 2;
  DONE(cuMemcpy3D(&out));
  for (size_t z = 0; z < 2; ++z)
    for (size_t y = 0; y < 3; ++y)
      for (size_t x = 0; x < 4 * 2; ++x)
        EXPECT(to[(z * 3 + y) * 8 + x] == from[((z + 1) * kY + y + 1) * kX * 2 + x + 4]);
  DONE(cuArrayDestroy(array));
}

void pointers() {
  CUdeviceptr device, base, managed;
  void* pinned;
  size_t bytes = 0;
  unsigned type = 0;
  bool is_managed = false;
  DONE(cuMemAlloc(&device, 1000));
  DONE(cuMemGetAddressRange(&base, &bytes, device + 77));
  EXPECT(base == device && bytes == 1000);
  DONE(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device + 5));
  EXPECT(type == CU_MEMORYTYPE_DEVICE);
  DONE(cuMemAllocHost(&pinned, 100));
  CUdeviceptr seen;
  DONE(cuMemHostGetDevicePointer(&seen, pinned, 0));
  DONE(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, seen));
  EXPECT(type == CU_MEMORYTYPE_HOST);
  DONE(cuMemAllocManaged(&managed, 100, CU_MEM_ATTACH_GLOBAL));
  DONE(cuPointerGetAttribute(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, managed));
  EXPECT(is_managed);
  int local = 0;
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                                          reinterpret_cast<CUdeviceptr>(&local)));
  DONE(cuMemcpy(managed, device, 100));  // the places follow from the addresses
  DONE(cuMemFree(device));
  DONE(cuMemFree(managed));
  DONE(cuMemFreeHost(pinned));
}

/// Two pieces of memory as neighbours, a copy across both, and the first piece at a second address.
void virtual_memory() {
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  size_t unit = 0, free_before = 0, free_after = 0, total = 0;
  DONE(cuMemGetAllocationGranularity(&unit, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  DONE(cuMemGetInfo(&free_before, &total));
  CUmemGenericAllocationHandle pieces[2];
  for (auto& piece : pieces) DONE(cuMemCreate(&piece, unit, &properties, 0));
  DONE(cuMemGetInfo(&free_after, &total));
  EXPECT(free_before - free_after == 2 * unit);
  CUdeviceptr range, again;
  DONE(cuMemAddressReserve(&range, 2 * unit, 0, 0, 0));
  DONE(cuMemAddressReserve(&again, unit, 0, 0, 0));
  DONE(cuMemMap(range, unit, 0, pieces[0], 0));
  DONE(cuMemMap(range + unit, unit, 0, pieces[1], 0));
  std::vector<char> host(3000), back(3000);
  for (size_t i = 0; i < host.size(); ++i) host[i] = static_cast<char>(i * 7);
  const CUdeviceptr middle = range + unit - 1500;
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(middle, host.data(), host.size()));
  CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  DONE(cuMemSetAccess(range, 2 * unit, &access, 1));
  DONE(cuMemcpyHtoD(middle, host.data(), host.size()));
  DONE(cuMemcpyDtoH(back.data(), middle, back.size()));
  EXPECT(memcmp(host.data(), back.data(), host.size()) == 0);
  DONE(cuMemMap(again, unit, 0, pieces[0], 0));
  DONE(cuMemSetAccess(again, unit, &access, 1));
  DONE(cuMemcpyDtoH(back.data(), again + unit - 1500, 1500));
  EXPECT(memcmp(host.data(), back.data(), 1500) == 0);
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(range, 2 * unit));
  for (const auto piece : pieces) DONE(cuMemRelease(piece));
  DONE(cuMemUnmap(range, 2 * unit));
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(back.data(), middle, 4));
  DONE(cuMemUnmap(again, unit));
  DONE(cuMemAddressFree(range, 2 * unit));
  DONE(cuMemAddressFree(again, unit));
  DONE(cuMemGetInfo(&free_after, &total));
  EXPECT(free_after == free_before);
}

}  // namespace

int main() {
  CUcontext context;
  DONE(cuInit(0));
  DONE(cuCtxCreate(&context, 0, 0));
  fills();
  boxes();
  pointers();
  virtual_memory();
  DONE(cuCtxDestroy(context));
  puts("memory: passed");
}
