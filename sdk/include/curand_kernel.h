// heddle has no cuRAND.
#error "curand_kernel.h: heddle has no cuRAND"
