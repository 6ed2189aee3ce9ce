#!/usr/bin/env bash
# Compares the public interface with that of the newest tag; a break is an error unless
# scripts/api-breaks.txt lists it. Arguments: another tag or commit to compare with.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_swift
base=${1:-}
if [ -z "$base" ]; then
  base=$(git -c safe.directory='*' describe --tags --abbrev=0 2>/dev/null) || {
    say "There is no tag yet: nothing to compare the public interface with."
    exit 0
  }
fi
say "Comparing the public interface with $base"
arguments=(package --scratch-path .build/api diagnose-api-breaking-changes "$base")
for product in Viewfinder MLKit Firebase; do arguments+=(--products "$product"); done
[ ! -s scripts/api-breaks.txt ] || arguments+=(--breakage-allowlist-path scripts/api-breaks.txt)
"$SWIFT" "${arguments[@]}" </dev/null
