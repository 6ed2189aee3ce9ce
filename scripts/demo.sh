#!/usr/bin/env bash
# Labels the sample photos with the bundled model.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

say "bin/viewfinder label .viewfinder/samples/*"
bin/viewfinder label .viewfinder/samples/*
