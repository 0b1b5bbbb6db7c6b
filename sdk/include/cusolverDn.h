// heddle has no cuSOLVER.
#error "cusolverDn.h: heddle has no cuSOLVER"
