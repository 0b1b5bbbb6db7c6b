#!/bin/sh
# What runs with --set run.check_scalars=true counted, a line a kernel of each run, as a Markdown table with the mean of
# the kernels: scripts/checked_kernels.sh RUN_FOLDER...
set -eu
[ $# -gt 0 ] || { echo "usage: $0 RUN_FOLDER... (of heddle run --set run.check_scalars=true --out RUN_FOLDER)" >&2; exit 2; }
for folder in "$@"; do
  [ -f "$folder/stats.json" ] || { echo "$0: '$folder' has no stats.json" >&2; exit 1; }
  # The lines of the section `kernels`: one kernel each.
  sed -n '/"kernels": *\[/,/^ *\]/p' "$folder/stats.json" | sed "s|^|$(basename "$folder") |"
done | awk '
  function value(name,   text) {
    if (!match($0, "\"checked." name "\":[^,}]*")) return 0
    text = substr($0, RSTART, RLENGTH)
    sub(/.*:/, "", text)
    return text + 0
  }
  BEGIN {
    print "| run | kernel | warp instructions | scalar % | convergent % | points | live % |"
    print "| --- | --- | --- | --- | --- | --- | --- |"
  }
  /"kernel":/ && value("instructions") > 0 {
    run = $1
    match($0, /"kernel":"[^"(]*/)
    kernel = substr($0, RSTART + 10, RLENGTH - 10)
    scalar = 100 * value("scalar_share"); convergent = 100 * value("scalar_convergent_share")
    live = 100 * value("live_share"); points = value("points")
    shown = points ? sprintf("%.1f", live) : "-"
    printf "| %s | %s | %d | %.1f | %.1f | %d | %s |\n", run, kernel, value("instructions"), scalar, convergent, points, shown
    ++kernels; all += scalar; some += convergent
    if (points > 0) { ++with_points; alive += live }
  }
  END {
    if (kernels == 0) { print "no kernel was checked" > "/dev/stderr"; exit 1 }
    shown = with_points ? sprintf("%.1f", alive / with_points) : "-"
    printf "| mean of %d | | | %.1f | %.1f | | %s |\n", kernels, all / kernels, some / kernels, shown
  }'
