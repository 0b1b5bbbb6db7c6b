#!/bin/sh
# run_program.sh STDOUT_FILE|- STDERR_TEXT|- PROGRAM ARGUMENT...
# Passes if the program ends with 0, prints STDOUT_FILE, and says STDERR_TEXT on standard error ("-": nothing).
stdout=$1 stderr=$2
shift 2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
"$@" >"$folder/out" 2>"$folder/err"
code=$?
cat "$folder/err"
[ $code -eq 0 ] || { echo "exit code $code"; exit 1; }
[ "$stdout" = - ] || diff -u "$stdout" "$folder/out" || exit 1
if [ "$stderr" = - ]; then
  [ ! -s "$folder/err" ] || { echo "standard error is not empty"; exit 1; }
else
  grep -qF -- "$stderr" "$folder/err" || { echo "standard error lacks: $stderr"; exit 1; }
fi
