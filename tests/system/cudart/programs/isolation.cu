// The program's floating-point environment, locale, folder and descriptors do not reach the device,
// and come back to the program as they were.
#include <cfenv>
#include <clocale>
#include <cstring>

#include <immintrin.h>
#include <unistd.h>

#include "check.h"

__global__ void compute(float* out) {
  const float tiny = 1e-38f;
  out[0] = tiny * 0.01f;  // subnormal
  out[1] = 1.0f / 3.0f * out[3];
  out[2] = out[3] + 1e-8f;  // rounds to nearest: unchanged
  printf("%.3f\n", 0.125);
}

int main() {
  float *device, start[4] = {0, 0, 0, 1}, plain[4], strange[4];
  OK(cudaMalloc(&device, sizeof start));
  OK(cudaMemcpy(device, start, sizeof start, cudaMemcpyHostToDevice));
  compute<<<1, 1>>>(device);
  OK(cudaMemcpy(plain, device, sizeof plain, cudaMemcpyDeviceToHost));

  std::setlocale(LC_ALL, "de_DE.UTF-8");
  CHECK(chdir("/") == 0);
  close(0);
  for (int fd = 3; fd < 64; ++fd) close(fd);
  _mm_setcsr(_mm_getcsr() | 0x8040);  // flush to zero, denormals are zero
  std::fesetround(FE_UPWARD);
  compute<<<1, 1>>>(device);
  OK(cudaMemcpy(strange, device, sizeof strange, cudaMemcpyDeviceToHost));
  CHECK(std::fegetround() == FE_UPWARD && (_mm_getcsr() & 0x8040) == 0x8040);
  CHECK(std::memcmp(plain, strange, sizeof plain) == 0);
  unsigned bits;
  std::memcpy(&bits, &plain[0], 4);
  CHECK(bits > 0 && bits < 0x00800000);
}
