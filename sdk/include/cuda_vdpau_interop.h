// heddle has no VDPAU interoperation.
#error "cuda_vdpau_interop.h: heddle has no VDPAU interoperation"
