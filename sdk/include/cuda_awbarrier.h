// heddle has no asynchronous barriers.
#error "cuda_awbarrier.h: heddle has no asynchronous barriers"
