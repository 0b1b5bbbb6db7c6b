// The driver API: legacy texture references of modules. A reference is bound as the runtime binds
// the program's own: through a TextureSymbol. The program may set a reference's properties before
// and after it gives the memory, so each setting binds again what has been given.
#include <functional>
#include <list>

#include "cudart/driver/array_format.hpp"
#include "cudart/driver/driver_call.hpp"

/// A texture reference of a module, as the host sees it. Its address is the key of its
/// TextureSymbol.
struct CUtexref_st : textureReference {
  std::function<cudaError_t(const textureReference*)> bind;  ///< empty: no memory has been given
  cudaArray_t array = nullptr;  ///< the array that has been given; null: none, or linear memory
  unsigned flags = 0;           ///< CU_TRSF_...
};

using namespace heddle::cudart;

namespace {

/// Makes the reference when the program first asks for it. It lives as long as the process: the
/// module's end only unbinds it.
CUtexref reference_in(Registry& registry, Binary& module, const char* name) {
  const auto found = module.code.variables.find(name);
  require(found != module.code.variables.end(), cudaErrorSymbolNotFound);
  if (const TextureSymbol* const known = registry.texture_in(module, name))
    return static_cast<CUtexref>(const_cast<textureReference*>(known->host));
  auto* const made = new CUtexref_st{};
  TextureSymbol symbol;
  symbol.host = made;
  symbol.name = name;
  symbol.address = found->second.address;
  registry.add(module, symbol);
  return made;
}

/// Changes a reference by `set(CUtexref_st&)`, and binds again.
template <typename Set>
CUresult change(CUtexref reference, const Set& set, const char* name = __builtin_FUNCTION()) {
  return driver_call(
      [&] {
        const cudaError_t known = enter([&](Context& context) {
          require(reference != nullptr, cudaErrorInvalidResourceHandle);
          TextureSymbol& symbol = context.texture(reference);
          set(*reference);
          const cudaChannelFormatDesc channels = reference->array == nullptr
                                                     ? reference->channelDesc
                                                     : context.arrays().at(reference->array).format;
          symbol.normalized_read = reads_normalized(channels, reference->flags);
        });
        if (known != cudaSuccess || !reference->bind) return known;
        return reference->bind(reference);
      },
      name);
}

}  // namespace

CUresult cuModuleGetTexRef(CUtexref* pTexRef, CUmodule hmod, const char* name) {
  return driver_call([&] {
    return enter([&](Context&) {
      require(pTexRef != nullptr && name != nullptr);
      Registry& registry = runtime().registry();
      auto* const module = reinterpret_cast<Binary*>(hmod);
      require(registry.knows_module(module), cudaErrorInvalidResourceHandle);
      *pTexRef = reference_in(registry, *module, name);
    });
  });
}

CUresult cuTexRefSetArray(CUtexref hTexRef, CUarray hArray, unsigned int) {
  return change(hTexRef, [&](CUtexref_st& reference) {
    reference.array = runtime_array(hArray);
    reference.bind = [array = reference.array](const textureReference* bound) {
      return cudaBindTextureToArray(bound, array, nullptr);
    };
  });
}

CUresult cuTexRefSetAddress(size_t* ByteOffset, CUtexref hTexRef, CUdeviceptr dptr, size_t bytes) {
  if (ByteOffset != nullptr) *ByteOffset = 0;
  return change(hTexRef, [&](CUtexref_st& reference) {
    reference.array = nullptr;
    reference.bind = [dptr, bytes](const textureReference* bound) {
      return cudaBindTexture(nullptr, bound, pointer_to(dptr), &bound->channelDesc, bytes);
    };
  });
}

CUresult cuTexRefSetAddress2D(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR* desc, CUdeviceptr dptr,
                              size_t Pitch) {
  return change(hTexRef, [&](CUtexref_st& reference) {
    require(desc != nullptr);
    reference.channelDesc = channels_of(desc->Format, desc->NumChannels);
    reference.array = nullptr;
    reference.bind = [rows = *desc, dptr, Pitch](const textureReference* bound) {
      return cudaBindTexture2D(nullptr, bound, pointer_to(dptr), &bound->channelDesc, rows.Width,
                               rows.Height, Pitch);
    };
  });
}

CUresult cuTexRefSetFormat(CUtexref hTexRef, CUarray_format fmt, int NumPackedComponents) {
  return change(hTexRef, [&](CUtexref_st& reference) {
    reference.channelDesc = channels_of(fmt, static_cast<unsigned>(NumPackedComponents));
  });
}

CUresult cuTexRefSetAddressMode(CUtexref hTexRef, int dim, CUaddress_mode am) {
  return change(hTexRef, [&](CUtexref_st& reference) {
    require(dim >= 0 && dim < 3);
    reference.addressMode[dim] = static_cast<cudaTextureAddressMode>(am);
  });
}

CUresult cuTexRefSetFilterMode(CUtexref hTexRef, CUfilter_mode fm) {
  return change(hTexRef, [&](CUtexref_st& reference) {
    reference.filterMode = static_cast<cudaTextureFilterMode>(fm);
  });
}

CUresult cuTexRefSetFlags(CUtexref hTexRef, unsigned int Flags) {
  return change(hTexRef, [&](CUtexref_st& reference) {
    reference.normalized = (Flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    reference.sRGB = (Flags & CU_TRSF_SRGB) != 0;
    reference.flags = Flags;
  });
}

/// Kernels reach a reference by its name, so that there is nothing to do.
CUresult cuParamSetTexRef(CUfunction, int texunit, CUtexref hTexRef) {
  return change(hTexRef, [&](CUtexref_st&) { require(texunit == CU_PARAM_TR_DEFAULT); });
}
