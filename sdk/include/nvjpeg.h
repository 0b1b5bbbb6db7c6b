// heddle has no nvJPEG.
#error "nvjpeg.h: heddle has no nvJPEG"
