// heddle has no 8-bit floating point.
#error "cuda_fp8.h: heddle has no 8-bit floating point"
