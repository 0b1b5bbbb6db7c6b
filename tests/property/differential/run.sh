#!/bin/sh
# run.sh GENERATOR HEDDLE SEED COUNT [SETTING...]: generates COUNT kernels from SEED on, compiles them for device and host, and compares.
# Products are not fused into sums, so that both sides round alike. Only the device's side is optimized (-O is the host's).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
heddle=$2
"$1" "$3" "$4" > "$folder/kernels.cu"
"$heddle" cc -w -O0 -fmad=false -Xcompiler -ffp-contract=off "$folder/kernels.cu" -o "$folder/kernels"
shift 4
settings=
for setting in "$@"; do settings="$settings --set $setting"; done
# shellcheck disable=SC2086  # settings are words
"$heddle" run --timing none $settings -- "$folder/kernels" 2> "$folder/summary" || { tail -5 "$folder/summary" >&2; exit 1; }
