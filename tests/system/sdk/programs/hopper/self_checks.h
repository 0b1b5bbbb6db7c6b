// What programs use that check themselves.
#pragma once

#include <cstdio>

static int failures = 0;

inline void check(bool holds, const char* what) {
  if (holds) return;
  if (++failures < 20) printf("wrong: %s\n", what);
}

inline void check_success(cudaError_t error, const char* what) {
  check(error == cudaSuccess, what);
  if (error != cudaSuccess) printf("  %s\n", cudaGetErrorString(error));
}

inline int report() {
  printf(failures == 0 ? "passed\n" : "failed\n");
  return failures != 0;
}
