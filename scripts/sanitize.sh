#!/usr/bin/env bash
# Runs the tests under the address sanitizer (with leaks) and the thread sanitizer. FILTER picks
# tests, KINDS="address" or "thread" one of the two.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_swift
# The crash reporter may hang under a sanitizer, whose own report says more.
export SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS=detect_leaks=1:abort_on_error=0:halt_on_error=1
export LSAN_OPTIONS=suppressions=$ROOT/scripts/leaks.supp:print_suppressions=0
export TSAN_OPTIONS=suppressions=$ROOT/scripts/races.supp:halt_on_error=0:exitcode=66
# GLib's own allocator hides from the sanitizer who owns what.
export G_SLICE=always-malloc G_DEBUG=gc-friendly

for kind in ${KINDS:-address thread}; do
  say "== tests under the $kind sanitizer"
  arguments=(--sanitize "$kind" --scratch-path ".build/$kind")
  "$SWIFT" build --build-tests "${arguments[@]}" >&2
  "$SWIFT" test --skip-build --disable-xctest "${arguments[@]}" \
    ${FILTER:+--filter "$FILTER"} </dev/null
done
