// Rounding to odd: an inexact result becomes that neighbour whose last bit is 1. A value rounded so to
// float or double can be rounded again to a type of fewer bits, in any mode, as if it were exact.
#ifndef HEDDLE_NARROW_ODD_H
#define HEDDLE_NARROW_ODD_H

#if !defined(__CUDACC_RTC__)  // NVRTC has no headers of the host
#include <string.h>
#endif

#include "../../host_defines.h"

#define HEDDLE_NARROW static __inline__ __host__ __device__

/// To float, to odd.
HEDDLE_NARROW float heddle_odd_float(double value) {
  float nearest = static_cast<float>(value);
  const double got = static_cast<double>(nearest);
  unsigned bits;
  __builtin_memcpy(&bits, &nearest, sizeof(bits));
  if (got == value || value != value || (bits & 1u) != 0) return nearest;
  const bool too_small = (got < 0 ? -got : got) < (value < 0 ? -value : value);
  bits += too_small ? 1u : 0xffffffffu;
  __builtin_memcpy(&nearest, &bits, sizeof(bits));
  return nearest;
}

/// An integer as a double, to odd.
HEDDLE_NARROW double heddle_odd_double(unsigned long long value) {
  if (value >> 53 == 0) return static_cast<double>(value);
  return static_cast<double>(value >> 11 | ((value & 0x7ffu) != 0 ? 1u : 0u)) * 2048.0;
}
HEDDLE_NARROW double heddle_odd_double(long long value) {
  const unsigned long long magnitude = static_cast<unsigned long long>(value);
  return value < 0 ? -heddle_odd_double(0 - magnitude) : heddle_odd_double(magnitude);
}

/// a + b, to odd.
HEDDLE_NARROW double heddle_odd_sum(double a, double b) {
  double sum = a + b;
  const double part = sum - a;
  const double error = (a - (sum - part)) + (b - part);
  unsigned long long bits;
  __builtin_memcpy(&bits, &sum, sizeof(bits));
  const bool exact = error == 0 || error != error || sum == 0;
  if (exact || (bits & 1u) != 0) return sum;
  bits += (error > 0) == (sum > 0) ? 1ull : ~0ull;
  __builtin_memcpy(&sum, &bits, sizeof(bits));
  return sum;
}

#undef HEDDLE_NARROW

#endif
