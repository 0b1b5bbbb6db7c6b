#!/bin/sh
# Runs a workload without timing with the passes of the compiler as they are and each of them the other way round, with few registers, and with its scalars
# checked: its verdict must be the same every time. Every assignment of registers is proven, those that are only counted too.
#
#   compiler_passes.sh HEDDLE PROGRAM MANIFEST
set -eu
heddle=$1 program=$2 manifest=$3
tiny=$(sed -n 's/^tiny = "\(.*\)"$/\1/p' "$manifest" | head -n 1)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
runs=0
# same SETTING...: the program prints what it printed without the settings.
same() {
  options=
  for setting in "$@"; do options="$options --set $setting"; done
  # shellcheck disable=SC2086  # options and arguments are words
  timeout 60 "$heddle" run --quiet --timing none $results $options -- "$program" $tiny > "$folder/all"
  tail -n 1 "$folder/all" > "$folder/found"
  [ -e "$folder/expected" ] || mv "$folder/found" "$folder/expected"
  [ $runs -eq 0 ] || cmp "$folder/expected" "$folder/found" || { echo "differs with $*" >&2; exit 1; }
  runs=$((runs + 1))
}
results="--out $folder/first"
same
results="--set compiler.check_allocation=true"
# Each pass the other way round than in the first run.
passes=$(sed -n '/^\[compiler\]/,/^$/ {
  s/^\([a-z_]*\) = true .*/\1=false/p
  s/^\([a-z_]*\) = false .*/\1=true/p
}' "$folder/first/config.toml")
[ "$(echo "$passes" | wc -w)" -ge 14 ] || { echo "no list of passes: $passes" >&2; exit 1; }
for pass in $passes; do
  same "compiler.$pass"
done
# What the count of registers does for Volta.
same compiler.assembler=volta compiler.unroll=true compiler.convert_branches=true compiler.schedule=true compiler.spread_banks=true compiler.limit_operands=true
# Addresses of one register, which the machine of the other runs does not have.
same device.address_bits=32
same device.address_bits=32 compiler.narrow_addresses=false
# As few registers as a kernel can be asked to take: most values are in local memory.
same device.max_registers_per_thread=16
same device.max_registers_per_thread=16 compiler.split_pairs=true compiler.convert_branches=true compiler.schedule=true compiler.align_vectors=true
# Every instruction that the analyses call scalar does the same in all active threads.
same run.check_scalars=true
echo "the same in $runs runs"
