// OpenGL interoperation, which heddle does not have: programs that only include this header
// compile, and a use of one of its functions is refused by name.
#ifndef HEDDLE_CUDA_GL_INTEROP_H
#define HEDDLE_CUDA_GL_INTEROP_H

#include "cuda_runtime_api.h"
#include "heddle/unavailable.h"

typedef struct cudaGraphicsResource* cudaGraphicsResource_t;

enum cudaGraphicsRegisterFlags {
  cudaGraphicsRegisterFlagsNone = 0,
  cudaGraphicsRegisterFlagsReadOnly = 1,
  cudaGraphicsRegisterFlagsWriteDiscard = 2,
  cudaGraphicsRegisterFlagsSurfaceLoadStore = 4,
  cudaGraphicsRegisterFlagsTextureGather = 8
};

enum cudaGraphicsMapFlags {
  cudaGraphicsMapFlagsNone = 0,
  cudaGraphicsMapFlagsReadOnly = 1,
  cudaGraphicsMapFlagsWriteDiscard = 2
};

#if defined(__cplusplus)
#define HEDDLE_NO_OPENGL(name) \
  HEDDLE_UNAVAILABLE(cudaError_t, name, "heddle has no OpenGL interoperation (" #name ")")
HEDDLE_NO_OPENGL(cudaGLGetDevices)
HEDDLE_NO_OPENGL(cudaGraphicsGLRegisterBuffer)
HEDDLE_NO_OPENGL(cudaGraphicsGLRegisterImage)
HEDDLE_NO_OPENGL(cudaGraphicsMapResources)
HEDDLE_NO_OPENGL(cudaGraphicsUnmapResources)
HEDDLE_NO_OPENGL(cudaGraphicsResourceGetMappedPointer)
HEDDLE_NO_OPENGL(cudaGraphicsSubResourceGetMappedArray)
HEDDLE_NO_OPENGL(cudaGraphicsResourceSetMapFlags)
HEDDLE_NO_OPENGL(cudaGraphicsUnregisterResource)
HEDDLE_NO_OPENGL(cudaGLSetGLDevice)
HEDDLE_NO_OPENGL(cudaGLRegisterBufferObject)
HEDDLE_NO_OPENGL(cudaGLUnregisterBufferObject)
HEDDLE_NO_OPENGL(cudaGLMapBufferObject)
HEDDLE_NO_OPENGL(cudaGLMapBufferObjectAsync)
HEDDLE_NO_OPENGL(cudaGLUnmapBufferObject)
HEDDLE_NO_OPENGL(cudaGLUnmapBufferObjectAsync)
HEDDLE_NO_OPENGL(cudaGLSetBufferObjectMapFlags)
#undef HEDDLE_NO_OPENGL
#endif

#endif
