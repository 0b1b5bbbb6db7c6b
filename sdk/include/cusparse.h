// cuSPARSE: the generic interface, by kernels of heddle's own. Absent functions are not declared.
#ifndef HEDDLE_CUSPARSE_H
#define HEDDLE_CUSPARSE_H

#include "heddle/sparse/descriptors.h"
#include "heddle/sparse/operations.h"

#endif
