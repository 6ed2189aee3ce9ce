#!/usr/bin/env bash
# Builds the command-line tool and leaves it at bin/viewfinder with its resources beside it. The
# Swift libraries are linked in, so that the program runs without a toolchain.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_swift
options=(--configuration release --static-swift-stdlib --product viewfinder)
# Foundation's own static library calls mktemp, about which the linker warns every time.
"$SWIFT" build "${options[@]}" 2>&1 | { grep -v "the use of .mktemp' is dangerous" || true; } >&2
built=$("$SWIFT" build "${options[@]}" --show-bin-path)

mkdir -p bin
for bundle in "$built"/viewfinder_*.resources; do
  target=bin/$(basename "$bundle")
  rm -rf "$target"
  cp -R "$bundle" "$target"
done
# A running program cannot be overwritten, but its name can be given to another file.
cp "$built/viewfinder" bin/viewfinder.new
mv bin/viewfinder.new bin/viewfinder
