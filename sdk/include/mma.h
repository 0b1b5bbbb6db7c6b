// heddle has no tensor cores (wmma).
#error "mma.h: heddle has no tensor cores (wmma)"
