// __half and __half2: see cuda_fp16.h.
#include "cuda_fp16.h"
