// heddle has no cuSOLVER.
#error "cusolverSp.h: heddle has no cuSOLVER"
