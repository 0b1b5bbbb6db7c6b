// OpenGL interoperation, which heddle does not have: programs that only include this header
// compile, and a use of one of its functions is refused by name.
#ifndef HEDDLE_CUDA_GL_INTEROP_H
#define HEDDLE_CUDA_GL_INTEROP_H

#include "cuda_runtime_api.h"

struct cudaGraphicsResource;

#if defined(__cplusplus) && defined(__clang__)
#define HEDDLE_NO_OPENGL(name)     \
  template <typename... Arguments> \
  cudaError_t name(Arguments&&...) \
      __attribute__((unavailable("heddle has no OpenGL interoperation (" #name ")")));
HEDDLE_NO_OPENGL(cudaGLGetDevices)
HEDDLE_NO_OPENGL(cudaGraphicsGLRegisterBuffer)
HEDDLE_NO_OPENGL(cudaGraphicsGLRegisterImage)
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
