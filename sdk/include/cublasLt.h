// heddle has no cuBLAS.
#error "cublasLt.h: heddle has no cuBLAS"
