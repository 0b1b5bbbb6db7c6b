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

HEDDLE_REFUSE(tex1DGrad, "texture gradients")
HEDDLE_REFUSE(tex2DGrad, "texture gradients")
HEDDLE_REFUSE(tex3DGrad, "texture gradients")
HEDDLE_REFUSE(tex1DLayeredGrad, "texture gradients")
HEDDLE_REFUSE(tex2DLayeredGrad, "texture gradients")
HEDDLE_REFUSE(texCubemapGrad, "texture gradients")
HEDDLE_REFUSE(tex2Dgather, "texture gather")
#undef HEDDLE_REFUSE

#endif
