#!/usr/bin/env bash
# Runs the tests; FILTER picks some by name. Fails when none ran.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_swift
arguments=(test --disable-xctest)
[ -z "${FILTER:-}" ] || arguments+=(--filter "$FILTER")

# The runner's closing line stays last: compile first, with its messages on the error stream.
"$SWIFT" build --build-tests >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$SWIFT" "${arguments[@]}" --skip-build </dev/null 2>&1 | tee "$log"
grep -Eq 'Test run with [1-9][0-9]* tests? .*passed' "$log" || fail "no test ran."
