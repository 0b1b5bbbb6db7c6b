// cuBLAS before version 2.
#ifndef CUBLAS_H_
#define CUBLAS_H_

#include "heddle/blas/legacy.h"

#endif
