#!/bin/sh
# Runs a workload without timing while the compiler's passes and other settings that must not show are on and off: its verdict must
# be the same every time. Every assignment of registers is proven, those that are only counted too.
#
#   compiler_passes.sh HEDDLE PROGRAM MANIFEST pairs|alone
#
# pairs: in the first eight runs every pair of choices takes each of its four combinations. A choice is made in four of the runs 2 to 8, in another
# four than every other choice (a covering array of strength 2: Katona 1973, Kleitman and Spencer 1973). The workload's name decides
# which four they are, so that more than two choices meet differently in each workload.
# alone: every choice by itself.
set -eu
heddle=$1 program=$2 manifest=$3 how=$4
tiny=$(sed -n 's/^tiny = "\(.*\)"$/\1/p' "$manifest" | head -n 1)
# of_needs FORMAT KEY: the value that the manifest's needs have for a key.
of_needs() { sed -n "/^\[needs\]/,\$ s/^$2 = \"*\([^\"]*\)\"*\$/$1/p" "$manifest"; }
# With no more memory than addresses of 32 bits reach.
machine=$(of_needs '--machine \1 --set device.memory_bytes=2GiB' machine)
# As few registers as a kernel can be asked to take. The operands of a matrix instruction stay in registers.
few=$(of_needs '\1' registers)
few=device.max_registers_per_thread=${few:-16}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
runs=0
# same SETTING...: the program prints what it printed without the settings.
same() {
  options=
  for setting in "$@"; do options="$options --set $setting"; done
  # shellcheck disable=SC2086  # options and arguments are words
  timeout 60 "$heddle" run --quiet --timing none $machine $results $options -- "$program" $tiny > "$folder/all" ||
    { echo "fails with $*" >&2; exit 1; }
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
  /^check_allocation/d
  /^spill/d
  s/^\([a-z_]*\) = true .*/compiler.\1=false/p
  s/^\([a-z_]*\) = false .*/compiler.\1=true/p
}' "$folder/first/config.toml")
[ "$(echo "$passes" | wc -w)" -ge 14 ] || { echo "no list of passes: $passes" >&2; exit 1; }
# Addresses of one register, which the machine of the first run does not have. Every instruction that the analyses call scalar does the
# same in all active threads. The habits of another assembler.
choices="$passes device.address_bits=32 run.check_scalars=true compiler.assembler=volta"

# A line for each of the runs 2 to 8: what is chosen in it.
pairs() {
  awk -v choices="$choices" -v first="$(basename "$program" | cksum | cut -d ' ' -f 1)" '
    function in_run(four, run) { return int(four / 2 ^ (run - 1)) % 2 }
    function is_four(set,   run, members) {
      for (run = 1; run <= 7; ++run) members += in_run(set, run)
      return members == 4
    }
    BEGIN {
      for (set = 1; set < 128; ++set) if (is_four(set)) fours[count++] = set
      number = split(choices, all, " ")
      if (number > count) { print "more choices than sets of four runs" > "/dev/stderr"; exit 1 }
      for (run = 1; run <= 7; ++run) {
        line = ""
        for (i = 1; i <= number; ++i) if (in_run(fours[(first + i) % count], run)) line = line " " all[i]
        print line
      }
    }'
}

if [ "$how" = pairs ]; then
  pairs > "$folder/pairs"
  while read -r settings; do
    # shellcheck disable=SC2086  # settings are words
    same $settings
  done < "$folder/pairs"
else
  for choice in $choices; do same "$choice"; done
  same device.address_bits=32 compiler.narrow_addresses=false
fi
# Whether there is room for all values without spilling depends on the other passes.
same compiler.spill=false
# What the count of registers does for Volta.
same compiler.unroll=true compiler.convert_branches=true compiler.schedule=true compiler.spread_banks=true compiler.limit_operands=true
# Most values are in local memory.
same $few
same $few compiler.split_pairs=true compiler.convert_branches=true compiler.schedule=true compiler.align_vectors=true
# Registers a warp: their assignment is proven, and one copy of each would do.
scalars="compiler.registers=classes run.check_scalars=true"
# shellcheck disable=SC2086  # settings are words
{
  same $scalars compiler.scalars=all
  same $scalars compiler.scalars=all $few
  same $scalars compiler.scalars=convergent compiler.split_pairs=true compiler.convert_branches=true compiler.schedule=true compiler.align_vectors=true
}
echo "the same in $runs runs"
