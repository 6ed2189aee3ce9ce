#!/usr/bin/env bash
# Measures what models that ask for as much work as they can take to check; arguments go to
# Fuzz/worst_models.py, such as --size 1000000.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_swift
built=$(build_nested Fuzz --scratch-path .build/fuzz-plain --configuration release \
  --product WorstModels -Xswiftc -enable-testing)
exec python3 Fuzz/worst_models.py --program "$built/WorstModels" --folder "$CACHE/fuzz/worst" "$@"
