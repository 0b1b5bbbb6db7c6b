// heddle has no EGL interoperation.
#error "cudaEGL.h: heddle has no EGL interoperation"
