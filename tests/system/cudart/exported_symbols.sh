#!/bin/sh
# exported_symbols.sh LIBRARY VERSION_SCRIPT: user programs load the library, so that it exports CUDA's names, the
# calls that heddle cc adds to programs (__heddle...), and the versions of the script; it takes no regular expressions from the
# C++ library.
library=$1
script=$2

exported=$(nm -D --defined-only "$library" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort -u)
if [ "$(echo "$exported" | grep -c '^cudaMalloc$')" != 1 ]; then
  echo "nm shows no cudaMalloc in $library"
  exit 1
fi
others=$(echo "$exported" | grep -vE '^(cu|cuda|__cuda|__heddle)[A-Z][A-Za-z0-9_]*$')
if [ -n "$others" ]; then
  echo "exported, but neither CUDA's names nor calls of heddle cc:"
  echo "$others"
  exit 1
fi
versions=$(nm -D --defined-only "$library" | awk '$2 == "A" { sub(/@.*/, "", $3); print $3 }' | sort -u)
wanted=$(sed -n 's/^\(libcudart[^ ]*\) {.*/\1/p' "$script" | sort -u)
if [ "$versions" != "$wanted" ]; then
  echo "versions that are exported: $versions"
  exit 1
fi
if nm -D "$library" | grep -i regex; then
  echo "taken from the C++ library"
  exit 1
fi
