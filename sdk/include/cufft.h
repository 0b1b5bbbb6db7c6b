// heddle has no cuFFT.
#error "cufft.h: heddle has no cuFFT"
