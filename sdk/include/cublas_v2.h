// cuBLAS: dense linear algebra, by kernels of heddle's own. Absent functions are not declared.
#ifndef HEDDLE_CUBLAS_V2_H
#define HEDDLE_CUBLAS_V2_H
#define CUBLAS_V2_H_

#include "cublas_api.h"
#include "heddle/blas/names.h"

#endif
