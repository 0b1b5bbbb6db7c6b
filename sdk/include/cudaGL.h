// heddle has no OpenGL interoperation.
#error "cudaGL.h: heddle has no OpenGL interoperation"
