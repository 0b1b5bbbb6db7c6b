// cuFFT's extended interface. heddle has the plain one; a use of callbacks or of several devices is
// an error that names the function.
#ifndef HEDDLE_CUFFTXT_H
#define HEDDLE_CUFFTXT_H

#include "cufft.h"
#include "heddle/unavailable.h"

#define HEDDLE_NO_CUFFT(name) HEDDLE_UNAVAILABLE(cufftResult, name, "heddle's cuFFT has no " #name)
HEDDLE_NO_CUFFT(cufftXtSetCallback)
HEDDLE_NO_CUFFT(cufftXtClearCallback)
HEDDLE_NO_CUFFT(cufftXtSetCallbackSharedSize)
HEDDLE_NO_CUFFT(cufftXtSetGPUs)
HEDDLE_NO_CUFFT(cufftXtMalloc)
HEDDLE_NO_CUFFT(cufftXtMemcpy)
HEDDLE_NO_CUFFT(cufftXtFree)
HEDDLE_NO_CUFFT(cufftXtMakePlanMany)
HEDDLE_NO_CUFFT(cufftXtExec)
HEDDLE_NO_CUFFT(cufftXtExecDescriptorC2C)
HEDDLE_NO_CUFFT(cufftXtExecDescriptorZ2Z)
#undef HEDDLE_NO_CUFFT

#endif
