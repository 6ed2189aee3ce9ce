#!/usr/bin/env bash
# Labels the sample photos, finds the objects in them and follows those in a video, with the bundled
# models; then compares what README prints with what comes out.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

run() {
  say "bin/viewfinder $*"
  bin/viewfinder "$@"
}

scripts/setup.sh demo
run label --max-results 3 --threshold 0.05 .viewfinder/samples
say ""
run detect --multiple --classify --annotate out .viewfinder/samples
say ""
run track --multiple --annotate out/bunny.mp4 .viewfinder/videos/bunny.mp4
say ""
python3 scripts/check_outputs.py bin/viewfinder
say "Look at the pictures in $ROOT/out."
