// heddle has no cuBLAS.
#error "cublasXt.h: heddle has no cuBLAS"
