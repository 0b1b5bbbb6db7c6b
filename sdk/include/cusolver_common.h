// heddle has no cuSOLVER.
#error "cusolver_common.h: heddle has no cuSOLVER"
