// heddle has no cuBLASXt.
#error "cublasXt.h: heddle has no cuBLASXt (cuBLAS over several devices); cublas_v2.h has cuBLAS"
