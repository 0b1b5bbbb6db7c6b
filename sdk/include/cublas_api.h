// cuBLAS: the functions under their names of version 2.
#ifndef HEDDLE_CUBLAS_API_H
#define HEDDLE_CUBLAS_API_H

#include "heddle/blas/extensions.h"
#include "heddle/blas/helper.h"
#include "heddle/blas/level1.h"
#include "heddle/blas/level2.h"
#include "heddle/blas/level3.h"

#endif
