#!/bin/sh
# heddle's main job: compiles a CUDA program, simulates it under two warp schedulers on the default
# machine, and prints the results side by side.
#   scripts/demo.sh BUILD
set -eu
cd "$(dirname "$0")/.."
heddle=$1/heddle
out=$1/demo
rm -rf "$out"
mkdir -p "$out"

show() {
  echo "\$ heddle $*"
  "$heddle" "$@"
}
show cc workloads/matmul/matmul.cu -o "$out/matmul"
for scheduler in lrr gto; do
  show run --quiet --set warp_scheduler=$scheduler --out "$out/$scheduler" -- "$out/matmul"
done
show compare "$out/lrr" "$out/gto"
echo
echo "Next: heddle run -- $out/matmul, heddle list, heddle explain warp_scheduler, heddle run --help"
