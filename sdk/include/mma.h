// Products of matrices that the threads of a warp hold together (nvcuda::wmma). The functions are
// the PTX instructions wmma.load, wmma.mma and wmma.store. A form that the code's compute
// capability lacks is an error of heddle cc.
#ifndef HEDDLE_MMA_H
#define HEDDLE_MMA_H

#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDA__)
#include "heddle/matrix/fragment.h"
#include "heddle/matrix/memory.h"
#include "heddle/matrix/multiply.h"

#undef HEDDLE_MATRIX_NAME
#undef HEDDLE_MATRIX_TEXT_1
#undef HEDDLE_MATRIX_TEXT_2
#undef HEDDLE_MATRIX_TEXT_4
#undef HEDDLE_MATRIX_TEXT_8
#undef HEDDLE_MATRIX_ONE
#undef HEDDLE_MATRIX_ALL_1
#undef HEDDLE_MATRIX_ALL_2
#undef HEDDLE_MATRIX_ALL_4
#undef HEDDLE_MATRIX_ALL_8
#endif
#endif
