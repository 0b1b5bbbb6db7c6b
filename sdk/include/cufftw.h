// heddle has no cuFFT.
#error "cufftw.h: heddle has no cuFFT"
