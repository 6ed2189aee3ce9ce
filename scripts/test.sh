#!/usr/bin/env bash
# Compiles the examples of the documents, compares the outputs that README prints, and runs the tests.
# FILTER picks some tests by name and leaves the rest out, CONFIGURATION=release runs them optimized.
# Fails when none ran, and when some were skipped although the shared cases are there.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_swift
options=(--disable-xctest)
if [ "${CONFIGURATION:-debug}" = release ]; then
  options+=(--configuration release --scratch-path .build/release-tests -Xswiftc -enable-testing)
fi
events=$(mktemp)
trap 'rm -f "$events"' EXIT
arguments=(--skip-build --event-stream-output-path "$events" --event-stream-version 0)
[ -z "${FILTER:-}" ] || arguments+=(--filter "$FILTER")

# The closing lines stay last: compile first, with its messages on the error stream.
"$SWIFT" build --build-tests "${options[@]:1}" >&2
if [ -z "${FILTER:-}" ]; then
  built=$("$SWIFT" build --show-bin-path "${options[@]:1}")
  python3 scripts/check_snippets.py "$built/Modules"
  python3 scripts/check_outputs.py "$built/viewfinder"
fi
status=0
"$SWIFT" test "${options[@]}" "${arguments[@]}" </dev/null 2>&1 || status=$?
python3 scripts/test_summary.py "$events" || exit 1
exit "$status"
