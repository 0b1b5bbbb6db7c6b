#!/bin/bash
# check_bitcode.sh CLANG LIBDEVICE: every function that clang's headers declare is in the library;
# programs link it with and without -ffast-math; no operation is left that the compiler may fuse, so
# that host measurements hold for the device.
set -euo pipefail
clang=$1
library=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
headers=$("$clang" -print-resource-dir)/include
nvptx=(--target=nvptx64-nvidia-cuda -Wno-override-module -Xclang -target-cpu -Xclang sm_75 -O2)

# The packed integer functions are declared for CUDA 9.0 and 9.1 only.
sed '/CUDA_VERSION >= 9000/,/#endif/d' "$headers/__clang_cuda_libdevice_declares.h" |
  grep -o '__nv_[a-z0-9A-Z_]*' | sort -u >"$work/declared"
"$clang" "${nvptx[@]}" -x ir "$library" -S -emit-llvm -o "$work/library.ll"
grep -o '^define [^@]*@__nv_[a-zA-Z0-9_]*' "$work/library.ll" | sed 's/.*@//' | sort -u >"$work/defined"
missing=$(comm -23 "$work/declared" "$work/defined")
if [[ -n $missing ]]; then
  echo "declared by clang, missing in $library:" $missing
  exit 1
fi
if grep -E '^declare [^@]*@' "$work/library.ll" | grep -v '@llvm\.'; then
  echo "the library calls functions that it does not hold"
  exit 1
fi

for contract in fast off; do
  "$clang" "${nvptx[@]}" -ffp-contract=$contract -x ir "$library" -S -o "$work/$contract.ptx"
done
if ! cmp -s "$work/fast.ptx" "$work/off.ptx"; then
  echo "-ffp-contract changes the library's code:"
  diff "$work/off.ptx" "$work/fast.ptx" | grep 'fma' | head -5
  exit 1
fi

cat >"$work/program.cu" <<'PROGRAM'
extern "C" __attribute__((device)) float __nv_powf(float, float);
extern "C" __attribute__((device)) double __nv_sin(double);
extern "C" __attribute__((global)) void kernel(float* a, double* b) {
  *a = __nv_powf(*a, 1.5f);
  *b = __nv_sin(*b);
}
PROGRAM
for option in -O2 -ffast-math -O0 -g; do
  "$clang" -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -nocudainc -nocudalib $option -S \
    -Wno-unknown-cuda-version -Xclang -mlink-builtin-bitcode -Xclang "$library" \
    "$work/program.cu" -o "$work/program.ptx"
  if grep -q '\.extern .func.*__nv_' "$work/program.ptx"; then
    echo "$option: the program's calls are not resolved"
    exit 1
  fi
done
echo "$(wc -l <"$work/declared") functions"
