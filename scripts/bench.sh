#!/usr/bin/env bash
# Compares with MediaPipe and others on this machine; arguments go to Benchmarks/run.py, such as
# --quick, --only label-file or --write. With --against COMMIT first, compares with an earlier version
# of Viewfinder instead; the rest goes to Benchmarks/against.py.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_swift
earlier=
if [ "${1:-}" = --against ]; then
  earlier=$(git -c safe.directory='*' rev-parse --verify --quiet "${2:-}^{commit}") ||
    fail "--against needs a commit of this repository, not '${2:-}'."
  shift 2
fi
scripts/setup.sh build bench ${earlier:+profile}

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
model=Sources/ViewfinderModels/Resources/efficientnet_lite0.tflite
localizer=Sources/ViewfinderModels/Resources/localizer.tflite
if [ -n "$earlier" ]; then
  # One tree for all commits, so that the next one builds only what differs.
  tree=$CACHE/bench-earlier
  [ -e "$tree/.git" ] || {
    rm -rf "$tree"
    git -c safe.directory='*' clone --quiet --no-checkout . "$tree" >&2
  }
  git -C "$tree" fetch --quiet "$ROOT" "$earlier" >&2
  git -C "$tree" checkout --quiet --force "$earlier" >&2
  mkdir -p "$tree/.viewfinder"
  ln -sfn "$CACHE/lib" "$tree/.viewfinder/lib"
  say "Building the earlier version"
  "$SWIFT" build --package-path "$tree/Benchmarks" --configuration release \
    --static-swift-stdlib >&2
  before=$("$SWIFT" build --package-path "$tree/Benchmarks" --configuration release \
    --static-swift-stdlib --show-bin-path)
  # The same models for both, and the library that this version has checked.
  export VIEWFINDER_LITERT=$CACHE/lib/libLiteRt.so
  PYTHONDONTWRITEBYTECODE=1 exec python3 Benchmarks/against.py --worker "$built/BenchmarkWorker" \
    --earlier "$before/BenchmarkWorker" --model "$model" --localizer "$localizer" \
    --inputs "$inputs" "$@"
fi
PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/run.py --worker "$built/BenchmarkWorker" \
  --tool bin/viewfinder --python "$environment/bin/python" \
  --model "$model" --localizer "$localizer" --inputs "$inputs" \
  --results "$CACHE/bench-results.json" "$@"
