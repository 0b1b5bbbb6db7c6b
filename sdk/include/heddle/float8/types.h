// The classes of both formats: heddle/float8/classes.h, once for each.
#ifndef HEDDLE_FLOAT8_TYPES_H
#define HEDDLE_FLOAT8_TYPES_H

#include "convert.h"

#define HEDDLE_FP8_FORMAT __NV_E4M3
#define HEDDLE_FP8_NAME(prefix) prefix##_e4m3
#include "classes.h"
#undef HEDDLE_FP8_FORMAT
#undef HEDDLE_FP8_NAME

#define HEDDLE_FP8_FORMAT __NV_E5M2
#define HEDDLE_FP8_NAME(prefix) prefix##_e5m2
#include "classes.h"
#undef HEDDLE_FP8_FORMAT
#undef HEDDLE_FP8_NAME

#endif
