#!/bin/sh
# Compares the registers of heddle's own workloads with those of NVIDIA's assembler (ptxas.csv).
#
#   check.sh HEDDLE WORKLOADS CODE COLUMN PERCENT OPTION...
#
# CODE has the PTX of each workload, COLUMN is one of the list, the options are those of
# `heddle disasm`. Fails if a kernel of the list is missing, or if the mean absolute error over
# kernels of 12 registers and more is greater than PERCENT.
#
set -eu
heddle=$(realpath "$1")
workloads=$(realpath "$2")
code=$(realpath "$3")
column=$4
limit=$5
shift 5
list=$(dirname "$(realpath "$0")")/ptxas.csv
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for source in "$workloads"/*/*.cu; do
  name=$(basename "$source" .cu)
  folder_of=$(basename "$(dirname "$source")")
  "$heddle" disasm "$@" "$code/$name.ptx" |
    sed -n "s|^kernel \([^:]*\): registers \([0-9]*\),.*|workloads/$folder_of/$name,\1,\2|p"
done > found.csv
awk -F, -v limit="$limit" -v column="$column" -v reserved=3 '
  FNR == NR { found[$1 "," $2] = $3 + reserved; next }
  FNR == 1 { for (i = 1; i <= NF; ++i) if ($i == column) from = i }
  $1 !~ /^workloads\// { next }
  !(($1 "," $2) in found) { print "missing: " $1 " " $2; missing = 1; next }
  {
    mine = found[$1 "," $2]
    printf "%-60s ptxas %3d  heddle %3d\n", $1 " " $2, $from, mine
    if ($from < 12) next
    sum += (mine > $from ? mine - $from : $from - mine) / $from
    ++kernels
  }
  END {
    error = kernels ? 100 * sum / kernels : 100
    printf "mean absolute error %.1f%% over %d kernels, %s%% allowed\n", error, kernels, limit
    exit missing || kernels == 0 || error > limit
  }' found.csv "$list"
