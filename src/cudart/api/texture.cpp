// Texture objects and legacy texture references. A kernel reads the description of a texture when
// it samples the texture. Therefore all queued work runs before a description changes.
#include "cudart/memory/texture.hpp"

#include "cudart/runtime/entry.hpp"

using namespace heddle::cudart;
using heddle::exec::TextureDescriptor;

namespace {

TextureDescriptor texels_of(Context& context, const cudaResourceDesc& resource) {
  const Memory& memory = context.memory();
  switch (resource.resType) {
    case cudaResourceTypeArray:
      return heddle::cudart::texels_of(context.arrays().at(resource.res.array.array));
    case cudaResourceTypeLinear: {
      const auto& linear = resource.res.linear;
      return texels_in_line(memory, linear.devPtr, linear.desc, linear.sizeInBytes);
    }
    case cudaResourceTypePitch2D: {
      const auto& rows = resource.res.pitch2D;
      return texels_in_rows(memory, rows.devPtr, rows.desc, rows.width, rows.height,
                            rows.pitchInBytes);
    }
    case cudaResourceTypeMipmappedArray:
      break;
  }
  throw CudaError(cudaErrorNotSupported, "mipmapped textures are not supported");
}

/// Binds `texture` to a legacy reference, with the present sampling settings of the host's
/// reference object.
void bind(Context& context, const textureReference* reference, TextureDescriptor texture) {
  const TextureSymbol& symbol = context.texture(reference);
  set_sampling(texture, sampling_of(*reference, symbol.normalized_read));
  context.scheduler().drain();
  context.device().textures().bind(symbol.address, texture);
}

/// The number of bytes of a bound buffer: `bytes`, or fewer if the allocation ends earlier.
std::uint64_t bytes_from(const Memory& memory, const void* pointer, std::uint64_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto block = memory.at_device(address);
  require(block.has_value());
  return std::min(bytes, block->device + block->bytes - address);
}

Texture& object(Context& context, cudaTextureObject_t handle) {
  const auto entry = context.textures().find(handle);
  require(entry != context.textures().end());
  return entry->second;
}

}  // namespace

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* pTexObject,
                                    const cudaResourceDesc* pResDesc,
                                    const cudaTextureDesc* pTexDesc, const cudaResourceViewDesc*) {
  return enter([&](Context& context) {
    require(pTexObject != nullptr && pResDesc != nullptr && pTexDesc != nullptr);
    TextureDescriptor texture = texels_of(context, *pResDesc);
    set_sampling(texture, *pTexDesc);
    const std::uint64_t handle = context.device().textures().create(texture);
    context.textures()[handle] = {handle, *pResDesc, *pTexDesc};
    *pTexObject = handle;
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject) {
  return enter([&](Context& context) {
    if (texObject == 0) return;
    object(context, texObject);
    context.scheduler().drain();
    context.device().textures().remove(texObject);
    context.textures().erase(texObject);
  });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* pResDesc,
                                             cudaTextureObject_t texObject) {
  return enter([&](Context& context) {
    require(pResDesc != nullptr);
    *pResDesc = object(context, texObject).resource;
  });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* pTexDesc,
                                            cudaTextureObject_t texObject) {
  return enter([&](Context& context) {
    require(pTexDesc != nullptr);
    *pTexDesc = object(context, texObject).sampling;
  });
}

cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* pResViewDesc,
                                                 cudaTextureObject_t texObject) {
  return enter([&](Context& context) {
    require(pResViewDesc != nullptr);
    object(context, texObject);
    *pResViewDesc = {};
  });
}

cudaError_t cudaBindTexture(size_t* offset, const textureReference* texref, const void* devPtr,
                            const cudaChannelFormatDesc* desc, size_t size) {
  return enter([&](Context& context) {
    require(texref != nullptr && desc != nullptr);
    const std::uint64_t bytes = bytes_from(context.memory(), devPtr, size);
    bind(context, texref, texels_in_line(context.memory(), devPtr, *desc, bytes));
    if (offset != nullptr) *offset = 0;
  });
}

cudaError_t cudaBindTexture2D(size_t* offset, const textureReference* texref, const void* devPtr,
                              const cudaChannelFormatDesc* desc, size_t width, size_t height,
                              size_t pitch) {
  return enter([&](Context& context) {
    require(texref != nullptr && desc != nullptr);
    bind(context, texref, texels_in_rows(context.memory(), devPtr, *desc, width, height, pitch));
    if (offset != nullptr) *offset = 0;
  });
}

cudaError_t cudaBindTextureToArray(const textureReference* texref, cudaArray_const_t array,
                                   const cudaChannelFormatDesc*) {
  return enter([&](Context& context) {
    require(texref != nullptr);
    bind(context, texref, heddle::cudart::texels_of(context.arrays().at(array)));
  });
}

cudaError_t cudaUnbindTexture(const textureReference* texref) {
  return enter([&](Context& context) {
    const TextureSymbol& symbol = context.texture(texref);
    context.scheduler().drain();
    context.device().textures().remove(symbol.address);
  });
}

cudaError_t cudaGetTextureAlignmentOffset(size_t* offset, const textureReference* texref) {
  return enter([&](Context& context) {
    require(offset != nullptr);
    context.texture(texref);
    *offset = 0;
  });
}

cudaError_t cudaGetTextureReference(const textureReference** texref, const void* symbol) {
  return enter([&](Context& context) {
    require(texref != nullptr);
    *texref = context.texture(symbol).host;
  });
}
