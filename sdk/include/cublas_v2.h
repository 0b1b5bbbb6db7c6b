// heddle has no cuBLAS.
#error "cublas_v2.h: heddle has no cuBLAS"
