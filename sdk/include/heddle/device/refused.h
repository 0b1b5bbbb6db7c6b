// Device functions that CUDA has and heddle has not: naming one is a compile error that says so.
#ifndef HEDDLE_DEVICE_REFUSED_H
#define HEDDLE_DEVICE_REFUSED_H

#include "../../host_defines.h"

#define HEDDLE_REFUSE(name, what)                                         \
  template <class... Arguments>                                           \
  __device__ int name(Arguments...)                                       \
      __attribute__((unavailable("heddle has no " what " (" #name ")"))); \
  template <class Result, class... Arguments>                             \
  __device__ Result name(Arguments...)                                    \
      __attribute__((unavailable("heddle has no " what " (" #name ")")));

#define HEDDLE_REFUSE_SURFACE(name)           \
  HEDDLE_REFUSE(name##read, "surface access") \
  HEDDLE_REFUSE(name##write, "surface access")
HEDDLE_REFUSE_SURFACE(surf1D)
HEDDLE_REFUSE_SURFACE(surf2D)
HEDDLE_REFUSE_SURFACE(surf3D)
HEDDLE_REFUSE_SURFACE(surf1DLayered)
HEDDLE_REFUSE_SURFACE(surf2DLayered)
HEDDLE_REFUSE_SURFACE(surfCubemap)
HEDDLE_REFUSE_SURFACE(surfCubemapLayered)
#undef HEDDLE_REFUSE_SURFACE

HEDDLE_REFUSE(tex1DGrad, "texture gradients")
HEDDLE_REFUSE(tex2DGrad, "texture gradients")
HEDDLE_REFUSE(tex3DGrad, "texture gradients")
HEDDLE_REFUSE(tex1DLayeredGrad, "texture gradients")
HEDDLE_REFUSE(tex2DLayeredGrad, "texture gradients")
HEDDLE_REFUSE(texCubemapGrad, "texture gradients")
HEDDLE_REFUSE(tex2Dgather, "texture gather")
#undef HEDDLE_REFUSE

#endif
