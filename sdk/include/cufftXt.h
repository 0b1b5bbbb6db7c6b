// heddle has no cuFFT.
#error "cufftXt.h: heddle has no cuFFT"
