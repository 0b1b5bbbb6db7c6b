// Every function of half precision against exact arithmetic.
#include <cuda_fp16.h>

using T = __half;
using T2 = __half2;
using RAW = __half_raw;
using RAW2 = __half2_raw;
constexpr int kBits = 11, kLeast = -14;
#define IN_NAME(before, after) before##half##after
#define PAIR_OF_ONE __half2half2
#define OF_BITS(x) __ushort_as_half(x)
#define BITS_OF(x) __half_as_ushort(x)

#include "narrow_reals.h"

int main() { return check_everything(); }
