#!/usr/bin/env bash
# Runs mixed work on many threads for a long time; arguments go to the program Soak, such as
# --seconds 60. With --thread-sanitizer first, under the thread sanitizer.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_swift
kind=plain
options=(--product Soak)
if [ "${1:-}" = --thread-sanitizer ]; then
  shift
  kind=thread
  # Where locks are inlined, the suppressions do not know them.
  options+=(--sanitize thread --configuration debug)
  # The sanitizer keeps a history of its own of everything that is touched.
  set -- --megabytes 512 "$@"
  export SWIFT_BACKTRACE=enable=no
  export TSAN_OPTIONS=suppressions=$ROOT/scripts/races.supp:halt_on_error=0:exitcode=66
else
  options+=(--configuration release -Xswiftc -enable-testing)
fi
built=$(build_nested Fuzz --scratch-path ".build/fuzz-$kind" "${options[@]}")
exec "$built/Soak" --samples "$CACHE/samples" "$@"
