#!/usr/bin/env bash
# Labels the sample photos with the bundled model.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

arguments=(label --max-results 3 --threshold 0.05 .viewfinder/samples)
say "bin/viewfinder ${arguments[*]}"
bin/viewfinder "${arguments[@]}"
