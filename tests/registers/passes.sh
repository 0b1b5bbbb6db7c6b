#!/bin/sh
# Runs every workload without timing with each pass of the compiler on and off, and with its scalars
# checked: what it prints must be the same every time.
#
#   passes.sh HEDDLE WORKLOADS
set -eu
heddle=$(realpath "$1")
workloads=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
keys=$("$heddle" explain compiler | sed -n 's/^ *\(compiler\.[a-z_]*\) *true or false.*/\1/p')
[ "$(echo "$keys" | wc -w)" -ge 14 ] || { echo "passes.sh: no list of passes: $keys" >&2; exit 1; }
for source in "$workloads"/*/*.cu; do
  name=$(basename "$source" .cu)
  "$heddle" cc -w "$source" -o "$name"
  "$heddle" run --quiet --timing none -- "./$name" > expected
  runs=0
  for key in $keys; do
    for value in true false; do
      "$heddle" run --quiet --timing none --set "$key=$value" -- "./$name" > found
      cmp expected found || { echo "$name differs with $key=$value" >&2; exit 1; }
      runs=$((runs + 1))
    done
  done
  # As few registers as a kernel can be asked to take: most values are in local memory.
  "$heddle" run --quiet --timing none --set device.max_registers_per_thread=16 -- "./$name" > found
  cmp expected found || { echo "$name differs with 16 registers" >&2; exit 1; }
  # Every instruction that the analyses call scalar does the same in all active threads.
  "$heddle" run --quiet --timing none --set run.check_scalars=true -- "./$name" > found
  cmp expected found || { echo "$name differs while its scalars are checked" >&2; exit 1; }
  echo "$name: the same in $runs runs and with 16 registers"
done
