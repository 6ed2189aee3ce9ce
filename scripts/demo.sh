#!/usr/bin/env bash
# Labels the sample photos and finds the objects in them, with the bundled models.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

run() {
  say "bin/viewfinder $*"
  bin/viewfinder "$@"
}

run label --max-results 3 --threshold 0.05 .viewfinder/samples
say ""
run detect --multiple --classify --annotate out .viewfinder/samples
say ""
say "Look at the pictures in $ROOT/out."
