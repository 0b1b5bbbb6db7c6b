// clang's wrapper names this file of CUDA's; what it declares comes with heddle/device.
