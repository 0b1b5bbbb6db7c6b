// heddle has no NVRTC.
#error "nvrtc.h: heddle has no NVRTC"
