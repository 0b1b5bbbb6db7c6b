// heddle has no FFTW interface of cuFFT.
#error "cufftw.h: heddle has no FFTW interface of cuFFT; cufft.h has cuFFT"
