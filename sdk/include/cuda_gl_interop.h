// heddle has no OpenGL interoperation.
#error "cuda_gl_interop.h: heddle has no OpenGL interoperation"
