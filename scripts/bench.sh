#!/usr/bin/env bash
# Compares with MediaPipe and others on this machine; arguments go to Benchmarks/run.py, such as
# --quick, --only label-file or --write.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_swift
scripts/setup.sh build bench

environment=$CACHE/bench-venv
stamp=$environment/complete
pins=$(sha256sum Benchmarks/requirements.txt)
if [ "$(cat "$stamp" 2>/dev/null)" != "$pins" ]; then
  say "Making the Python environment of the peers"
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
    --only-binary=:all: --requirement Benchmarks/requirements.txt </dev/null >&2
  echo "$pins" >"$stamp"
fi

inputs=$CACHE/bench-inputs
stamp=$inputs/complete
recipe=$(cat Benchmarks/make_*.py "$CACHE"/samples/* | sha256sum)
if [ "$(cat "$stamp" 2>/dev/null)" != "$recipe" ]; then
  say "Making the photos to measure with"
  rm -rf "$inputs"
  mkdir -p "$inputs"
  "$environment/bin/python" Benchmarks/make_inputs.py "$CACHE/samples" "$inputs"
  "$environment/bin/python" Benchmarks/make_center_model.py "$inputs/center.tflite"
  python3 Benchmarks/make_boxes.py "$inputs"
  echo "$recipe" >"$stamp"
fi

built=$(build_nested Benchmarks --configuration release --static-swift-stdlib)
PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/run.py --worker "$built/BenchmarkWorker" \
  --tool bin/viewfinder --python "$environment/bin/python" \
  --model Sources/ViewfinderModels/Resources/efficientnet_lite0.tflite \
  --localizer Sources/ViewfinderModels/Resources/localizer.tflite --inputs "$inputs" \
  --results "$CACHE/bench-results.json" "$@"
