#!/usr/bin/env bash
# Fuzzes what reads files, replies and command lines; arguments go to Fuzz/run.py, such as
# --seconds 600 and names of targets.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_swift
# Swift code is measured only if the compiler itself is told so, C code only if the package manager
# is; and the last of several sanitizers would be the only one. Tests see what modules keep inside.
built=$(build_nested Fuzz --scratch-path .build/fuzz --configuration release \
  --product Fuzzer --sanitize address --sanitize fuzzer -Xswiftc "-sanitize=fuzzer,address" \
  -Xswiftc -enable-testing)
exec python3 Fuzz/run.py --program "$built/Fuzzer" --folder "$CACHE/fuzz" \
  --suppressions "$ROOT/scripts/leaks.supp" "$@"
