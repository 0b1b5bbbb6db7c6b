#!/bin/sh
# Fails if a page states other registers than heddle counts, in the tables that scripts write; and if
# the scripts do not see a number that differs.
#
#   tables.sh PYTHON HEDDLE REPOSITORY CODE    CODE has the PTX of each workload
#
set -eu
python=$1 heddle=$2 repository=$3 code=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$repository"
# check SCRIPT PAGE ROW: ROW is the beginning of a row whose first number is made another one, to see that found.
check() {
  "$python" "scripts/$1" --heddle "$heddle" --code "$code" --check "$2"
  sed "/^$3/ s/\([^0-9]\)[0-9][0-9]*\([,. ]\)/\1999\2/" "$2" > "$folder/stale.md"
  if cmp -s "$2" "$folder/stale.md"; then echo "$2 has no row $3" >&2; exit 1; fi
  if "$python" "scripts/$1" --heddle "$heddle" --code "$code" --check "$folder/stale.md" 2> "$folder/said"; then
    echo "scripts/$1 takes a wrong number for right" >&2
    exit 1
  fi
  grep -q "scripts/$1 --into" "$folder/said"
}
check address_widths.py docs/registers.md '| vecadd |'
check paper_registers.py docs/registers.md '| warpman | MM '
check analysis_means.py docs/compiler-analyses.md '| `workloads.`, [0-9]'
