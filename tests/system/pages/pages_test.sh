#!/bin/sh
# One page of each kind has no fault that scripts/accessibility.mjs knows.
#   pages_test.sh HEDDLE SOURCE BUILD/tests/system/pages
set -eu
heddle=$1
source=$2
packages=$3

skip() {
  echo "skipped: $1"
  exit 77
}
command -v chromium >/dev/null || skip "no chromium is installed (scripts/setup.sh --browser)"
command -v node >/dev/null || skip "no node is installed"
for package in axe-core puppeteer-core; do
  [ -d "$packages/node_modules/$package" ] || skip "no $package is there: npm install --prefix $packages"
done
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"

cat > scale.ptx <<'END'
.version 6.0
.target sm_70
.address_size 64
.visible .entry scale(.param .u64 array, .param .u32 factor)
{
  .reg .b32 %r<8>;
  .reg .b64 %d<4>;
  ld.param.u64 %d0, [array];
  ld.param.u32 %r0, [factor];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %d2, %r4, 4;
  add.s64 %d3, %d0, %d2;
  ld.global.u32 %r5, [%d3];
  mul.lo.s32 %r6, %r5, %r0;
  st.global.u32 [%d3], %r6;
  ret;
}
END
run() { "$heddle" run --quiet "$@" --grid 64 --block 256 --arg buffer:64KiB --arg u32:3 scale.ptx; }
cat > sweep.toml <<'END'
[[setting]]
name = "{}"
values = "lrr gto"
set = ["warp_scheduler={}"]
[[program]]
name = "scale"
program = "scale.ptx"
options = "--grid 64 --block 256 --arg buffer:64KiB --arg u32:3"
END
run --report run.html
run --out lrr --set warp_scheduler=lrr
run --out gto --set warp_scheduler=gto
"$heddle" report lrr gto -o several.html
"$heddle" sweep sweep.toml > sweep.txt 2>&1 || { cat sweep.txt; exit 1; }
"$heddle" report sweep.sqlite -o sweep.html
"$heddle" reproduce --page studies.html
NODE_PATH="$packages/node_modules" node "$source/scripts/accessibility.mjs" ./*.html
