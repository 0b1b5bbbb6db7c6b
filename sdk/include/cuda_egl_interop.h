// heddle has no EGL interoperation.
#error "cuda_egl_interop.h: heddle has no EGL interoperation"
