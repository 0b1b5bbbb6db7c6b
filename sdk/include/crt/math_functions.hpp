// clang's wrapper names this file of CUDA's and includes it where the functions of float are known;
// the rest of what it declares comes with cuda_runtime.h.
#include "../math_functions.h"
#if defined(__CUDA__) && defined(__clang__)
#include "../heddle/device/float_overloads.h"
#endif
