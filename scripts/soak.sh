#!/usr/bin/env bash
# Runs mixed work on many threads for a long time; arguments go to the program Soak, such as
# --seconds 60. With --thread-sanitizer first, under the thread sanitizer.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_swift
notice_new_files Fuzz
kind=plain
build=("$SWIFT" build --package-path Fuzz --product Soak)
if [ "${1:-}" = --thread-sanitizer ]; then
  shift
  kind=thread
  # Where locks are inlined, the suppressions do not know them.
  build+=(--sanitize thread --configuration debug)
  # The sanitizer keeps a history of its own of everything that is touched.
  set -- --megabytes 512 "$@"
  export SWIFT_BACKTRACE=enable=no
  export TSAN_OPTIONS=suppressions=$ROOT/scripts/races.supp:halt_on_error=0:exitcode=66
else
  build+=(--configuration release -Xswiftc -enable-testing)
fi
build+=(--scratch-path ".build/fuzz-$kind")
"${build[@]}" >&2
built=$("${build[@]}" --show-bin-path)
exec "$built/Soak" --samples "$CACHE/samples" "$@"
