// Included before a program: prints a digest of all bytes that it copies from the device, so that
// runs can be compared bit by bit.
#pragma once

#include <cstdint>
#include <cstdio>

#include <cuda_runtime.h>

namespace digest {

struct Digest {
  std::uint64_t value = 0xCBF29CE484222325;  // FNV-1a
  void add(const void* data, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
      value = (value ^ static_cast<const unsigned char*>(data)[i]) * 0x100000001B3;
  }
  ~Digest() { std::printf("digest %016llx\n", static_cast<unsigned long long>(value)); }
};
inline Digest all;

inline cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  const cudaError_t error = cudaMemcpy(to, from, bytes, kind);
  if (error == cudaSuccess && kind == cudaMemcpyDeviceToHost) all.add(to, bytes);
  return error;
}

}  // namespace digest

#define cudaMemcpy digest::copy
