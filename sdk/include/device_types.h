// The rounding modes that CUDA names.
#ifndef HEDDLE_DEVICE_TYPES_ROOT_H
#define HEDDLE_DEVICE_TYPES_ROOT_H
#define __DEVICE_TYPES_H__
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
#endif
