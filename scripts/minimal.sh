#!/usr/bin/env bash
# Builds every library with the optional parts off: nothing may need libvips or FFmpeg then.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_swift
"$SWIFT" build --disable-default-traits --scratch-path .build/minimal >&2
