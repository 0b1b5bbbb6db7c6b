#!/bin/sh
# Compares the golden timelines with what heddle makes now, or makes them anew.
#
#   golden.sh HEDDLE check [NAME...]    differences, and exit code 1 if there are any
#   golden.sh HEDDLE write [NAME...]    writes golden/NAME.txt; then argue every line that changed
#                                       in golden/NAME.md before it is committed
#
# The first line of golden/NAME.ptx has the options of its run; golden/NAME.set, where there is one,
# what its machine differs in from machine.toml, a key=value a line.
set -eu
heddle=$(realpath "$1")
mode=$2
shift 2
cd "$(dirname "$0")"
if [ $# = 0 ]; then
  for file in golden/*.ptx; do set -- "$@" "$(basename "$file" .ptx)"; done
fi
made=$(mktemp)
trap 'rm -f "$made"' EXIT
status=0
for name; do
  options=$(sed -n '1s|^// options: ||p' "golden/$name.ptx")
  if [ -f "golden/$name.set" ]; then
    while read -r setting; do options="$options --set $setting"; done < "golden/$name.set"
  fi
  # shellcheck disable=SC2086  # options are words
  "$heddle" timeline --quiet --machine machine.toml --text -o "$made" $options "golden/$name.ptx"
  sed -i '/^#/d; 1,/./{/^$/d}' "$made"  # the legend is the same for all
  case $mode in
    write) cp "$made" "golden/$name.txt" ;;
    check) diff -u "golden/$name.txt" "$made" || status=1 ;;
    *) echo "golden.sh: '$mode' is neither check nor write" >&2; exit 2 ;;
  esac
done
exit $status
