// heddle has no cuRAND.
#error "curand.h: heddle has no cuRAND"
