// heddle has no cuDNN.
#error "cudnn.h: heddle has no cuDNN"
