#!/usr/bin/env bash
# Runs damaged models through the checks and LiteRT; arguments go to Fuzz/corrupt_models.py, such as
# --mutants 20000.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_swift
built=$(build_nested Fuzz --scratch-path .build/fuzz-plain --configuration release \
  --product CorruptModels -Xswiftc -enable-testing)
exec python3 Fuzz/corrupt_models.py --program "$built/CorruptModels" \
  --folder "$CACHE/fuzz/findings/corrupt-models" "$@"
