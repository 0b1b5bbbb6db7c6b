// Surface objects: arrays that kernels read and write by coordinates. A handle is an address in
// device memory, where device code finds the array's layout (sdk/include/heddle/surface_layout.h).
#include <cstring>

#include <heddle/surface_layout.h>

#include "cudart/runtime/entry.hpp"

using namespace heddle::cudart;

namespace {

heddle_surface_layout layout_of(const Array& array) {
  heddle_surface_layout layout{};
  layout.base = array.address;
  layout.pitch = array.pitches().row;
  layout.slice_pitch = array.pitches().slice;
  layout.row_bytes = static_cast<unsigned>(array.extent.width * array.texel_bytes);
  layout.rows = static_cast<unsigned>(array.rows());
  layout.slices = static_cast<unsigned>(array.slices());
  return layout;
}

cudaResourceDesc& resource_of(Context& context, cudaSurfaceObject_t surface) {
  const auto entry = context.surfaces().find(surface);
  require(entry != context.surfaces().end());
  return entry->second;
}

}  // namespace

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* pSurfObject,
                                    const cudaResourceDesc* pResDesc) {
  return enter([&](Context& context) {
    require(pSurfObject != nullptr && pResDesc != nullptr);
    require(pResDesc->resType == cudaResourceTypeArray);
    const Array& array = context.arrays().at(pResDesc->res.array.array);
    require((array.flags & cudaArraySurfaceLoadStore) != 0);
    const heddle_surface_layout layout = layout_of(array);
    const heddle::Addr address = context.memory().allocate_device(sizeof layout);
    std::memcpy(bytes_at(context.memory(), {true, address}, sizeof layout), &layout, sizeof layout);
    context.surfaces()[address] = *pResDesc;
    *pSurfObject = address;
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject) {
  return enter([&](Context& context) {
    if (surfObject == 0) return;
    resource_of(context, surfObject);
    context.scheduler().drain();
    context.memory().free_device(surfObject);
    context.surfaces().erase(surfObject);
  });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* pResDesc,
                                             cudaSurfaceObject_t surfObject) {
  return enter([&](Context& context) {
    require(pResDesc != nullptr);
    *pResDesc = resource_of(context, surfObject);
  });
}
