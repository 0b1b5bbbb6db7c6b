// heddle has no cuBLAS.
#error "cublas.h: heddle has no cuBLAS"
