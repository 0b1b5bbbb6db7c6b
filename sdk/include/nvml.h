// heddle has no NVML.
#error "nvml.h: heddle has no NVML"
