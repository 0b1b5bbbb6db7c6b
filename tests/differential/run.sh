#!/bin/sh
# run.sh GENERATOR HEDDLE SEED COUNT: generates COUNT kernels from SEED on, compiles them for device and host, and compares. Products are
# not fused into sums, so that both sides round alike. Only the device's side is optimized (-O is the host's).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" "$3" "$4" > "$folder/kernels.cu"
"$2" cc -w -O0 -fmad=false -Xcompiler -ffp-contract=off "$folder/kernels.cu" -o "$folder/kernels"
"$2" run --timing none -- "$folder/kernels" 2> "$folder/summary" || { tail -5 "$folder/summary" >&2; exit 1; }
