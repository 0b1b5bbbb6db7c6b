#!/bin/sh
# A workload's check of its own results notices when one of its kernels does not run: leaves them out one by one.
#
#   missing_kernels.sh HEDDLE SHIM PROGRAM MANIFEST
set -eu
heddle=$1 shim=$2 program=$3 manifest=$4
tiny=$(sed -n 's/^tiny = "\(.*\)"$/\1/p' "$manifest" | head -n 1)
machine=$(sed -n '/^\[needs\]/,$ s/^machine = "\(.*\)"$/--machine \1/p' "$manifest")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export LD_PRELOAD="$shim"
run() {
  # shellcheck disable=SC2086  # the options and arguments are words
  timeout 60 "$heddle" run --quiet --timing none $machine -- "$program" $tiny
}
KERNEL_LIST="$folder/kernels" run || { echo "fails with all its kernels" >&2; exit 1; }
[ -s "$folder/kernels" ] || { echo "no launch was seen" >&2; exit 1; }
for kernel in $(sort -u "$folder/kernels"); do
  if MISSING_KERNEL=$kernel run > "$folder/out" 2>&1; then
    echo "passes without $kernel" >&2
    exit 1
  fi
  echo "$kernel: noticed when it is missing"
done
