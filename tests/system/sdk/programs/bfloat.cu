// Every function of bfloat16 against exact arithmetic.
#include <cuda_bf16.h>

using T = __nv_bfloat16;
using T2 = __nv_bfloat162;
using RAW = __nv_bfloat16_raw;
using RAW2 = __nv_bfloat162_raw;
constexpr int kBits = 8, kLeast = -126;
#define IN_NAME(before, after) before##bfloat16##after
#define PAIR_OF_ONE __bfloat162bfloat162
#define OF_BITS(x) __ushort_as_bfloat16(x)
#define BITS_OF(x) __bfloat16_as_ushort(x)

#include "narrow_reals.h"

int main() { return check_everything(); }
