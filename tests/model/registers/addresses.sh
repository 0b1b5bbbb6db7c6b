#!/bin/sh
# Runs addresses.cu with 64-bit and with 32-bit addresses, with and without time passing, and checks
# that host memory which 32 bits cannot name is refused.
#
#   addresses.sh HEDDLE
set -eu
heddle=$(realpath "$1")
source=$(dirname "$(realpath "$0")")/addresses.cu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$heddle" cc "$source" -o addresses
for bits in 64 32; do
  for timing in none full; do
    "$heddle" run --quiet --timing "$timing" --set "device.address_bits=$bits" -- ./addresses "$bits"
  done
done
# Device memory up to 4 GiB leaves no address for any other.
cat > refused.cu <<'END'
#include <cstdio>
int main() {
  void* pinned = nullptr;
  static int own[4];
  if (cudaHostAlloc(&pinned, 4, cudaHostAllocMapped) != cudaErrorMemoryAllocation) return 1;
  if (cudaHostRegister(own, sizeof own, cudaHostRegisterMapped) != cudaErrorMemoryAllocation) return 2;
  return 0;
}
END
"$heddle" cc refused.cu -o refused
"$heddle" run --quiet --timing none --set device.address_bits=32 --set device.memory_bytes=3840MiB -- \
  ./refused
