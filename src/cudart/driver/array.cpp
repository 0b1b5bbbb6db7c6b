// The driver API: arrays, and texture and surface objects.
#include "cudart/driver/array_format.hpp"
#include "cudart/driver/driver_call.hpp"

using namespace heddle::cudart;

namespace {

/// Makes an array by the runtime. An array of CUDA has no rows or slices where the descriptor has
/// 0.
cudaError_t create_array(CUarray* handle, const CUDA_ARRAY3D_DESCRIPTOR& wanted) {
  cudaChannelFormatDesc channels{};
  const cudaError_t known = enter_runtime([&](Runtime&) {
    require(handle != nullptr);
    channels = channels_of(wanted.Format, wanted.NumChannels);
  });
  if (known != cudaSuccess) return known;
  return cudaMalloc3DArray(reinterpret_cast<cudaArray_t*>(handle), &channels,
                           {wanted.Width, wanted.Height, wanted.Depth}, wanted.Flags);
}

cudaError_t describe_array(CUDA_ARRAY3D_DESCRIPTOR& answer, CUarray handle) {
  cudaChannelFormatDesc channels{};
  cudaExtent extent{};
  const cudaError_t known =
      cudaArrayGetInfo(&channels, &extent, &answer.Flags, runtime_array(handle));
  if (known != cudaSuccess) return known;
  return enter_runtime([&](Runtime&) {
    answer.Width = extent.width;
    answer.Height = extent.height;
    answer.Depth = extent.depth;
    answer.Format = format_of(channels);
    answer.NumChannels = number_of_channels(channels);
  });
}

cudaResourceDesc resource_of(const CUDA_RESOURCE_DESC& given) {
  cudaResourceDesc resource{};
  resource.resType = static_cast<cudaResourceType>(given.resType);
  switch (given.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
      resource.res.array.array = runtime_array(given.res.array.hArray);
      break;
    case CU_RESOURCE_TYPE_LINEAR: {
      const auto& linear = given.res.linear;
      resource.res.linear.devPtr = pointer_to(linear.devPtr);
      resource.res.linear.desc = channels_of(linear.format, linear.numChannels);
      resource.res.linear.sizeInBytes = linear.sizeInBytes;
      break;
    }
    case CU_RESOURCE_TYPE_PITCH2D: {
      const auto& rows = given.res.pitch2D;
      resource.res.pitch2D = {pointer_to(rows.devPtr), channels_of(rows.format, rows.numChannels),
                              rows.width, rows.height, rows.pitchInBytes};
      break;
    }
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
      throw CudaError(cudaErrorNotSupported, "mipmapped textures are not supported");
  }
  return resource;
}

cudaTextureDesc sampling_of(const CUDA_TEXTURE_DESC& given, const cudaChannelFormatDesc& channels) {
  cudaTextureDesc sampling{};
  for (int i = 0; i < 3; ++i) {
    sampling.addressMode[i] = static_cast<cudaTextureAddressMode>(given.addressMode[i]);
  }
  sampling.filterMode = static_cast<cudaTextureFilterMode>(given.filterMode);
  sampling.readMode = reads_normalized(channels, given.flags) ? cudaReadModeNormalizedFloat
                                                              : cudaReadModeElementType;
  sampling.sRGB = (given.flags & CU_TRSF_SRGB) != 0;
  sampling.normalizedCoords = (given.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  std::copy(std::begin(given.borderColor), std::end(given.borderColor), sampling.borderColor);
  sampling.maxAnisotropy = given.maxAnisotropy;
  return sampling;
}

cudaChannelFormatDesc channels_of(Context& context, const cudaResourceDesc& resource) {
  if (resource.resType == cudaResourceTypeArray)
    return context.arrays().at(resource.res.array.array).format;
  return resource.resType == cudaResourceTypeLinear ? resource.res.linear.desc
                                                    : resource.res.pitch2D.desc;
}

}  // namespace

CUresult cuArrayCreate(CUarray* pHandle, const CUDA_ARRAY_DESCRIPTOR* pAllocateArray) {
  return driver_call([&] {
    if (pAllocateArray == nullptr)
      return enter_runtime([](Runtime&) { return cudaErrorInvalidValue; });
    return create_array(pHandle, {pAllocateArray->Width, pAllocateArray->Height, 0,
                                  pAllocateArray->Format, pAllocateArray->NumChannels, 0});
  });
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR* pArrayDescriptor, CUarray hArray) {
  return driver_call([&] {
    if (pArrayDescriptor == nullptr)
      return enter_runtime([](Runtime&) { return cudaErrorInvalidValue; });
    CUDA_ARRAY3D_DESCRIPTOR all{};
    const cudaError_t result = describe_array(all, hArray);
    *pArrayDescriptor = {all.Width, all.Height, all.Format, all.NumChannels};
    return result;
  });
}

CUresult cuArray3DCreate(CUarray* pHandle, const CUDA_ARRAY3D_DESCRIPTOR* pAllocateArray) {
  return driver_call([&] {
    if (pAllocateArray == nullptr)
      return enter_runtime([](Runtime&) { return cudaErrorInvalidValue; });
    return create_array(pHandle, *pAllocateArray);
  });
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR* pArrayDescriptor, CUarray hArray) {
  return driver_call([&] {
    if (pArrayDescriptor == nullptr)
      return enter_runtime([](Runtime&) { return cudaErrorInvalidValue; });
    return describe_array(*pArrayDescriptor, hArray);
  });
}

CUresult cuArrayDestroy(CUarray hArray) {
  return driver_call([&] { return cudaFreeArray(runtime_array(hArray)); });
}

CUresult cuTexObjectCreate(CUtexObject* pTexObject, const CUDA_RESOURCE_DESC* pResDesc,
                           const CUDA_TEXTURE_DESC* pTexDesc, const CUDA_RESOURCE_VIEW_DESC*) {
  return driver_call([&] {
    cudaResourceDesc resource{};
    cudaTextureDesc sampling{};
    const cudaError_t known = enter([&](Context& context) {
      require(pResDesc != nullptr && pTexDesc != nullptr);
      resource = resource_of(*pResDesc);
      sampling = sampling_of(*pTexDesc, channels_of(context, resource));
    });
    if (known != cudaSuccess) return known;
    return cudaCreateTextureObject(pTexObject, &resource, &sampling, nullptr);
  });
}

CUresult cuTexObjectDestroy(CUtexObject texObject) {
  return driver_call([&] { return cudaDestroyTextureObject(texObject); });
}

CUresult cuSurfObjectCreate(CUsurfObject* pSurfObject, const CUDA_RESOURCE_DESC* pResDesc) {
  return driver_call([&] {
    cudaResourceDesc resource{};
    const cudaError_t known = enter_runtime([&](Runtime&) {
      require(pResDesc != nullptr);
      resource = resource_of(*pResDesc);
    });
    return known != cudaSuccess ? known : cudaCreateSurfaceObject(pSurfObject, &resource);
  });
}

CUresult cuSurfObjectDestroy(CUsurfObject surfObject) {
  return driver_call([&] { return cudaDestroySurfaceObject(surfObject); });
}
