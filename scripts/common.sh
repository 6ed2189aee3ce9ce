# Shared by the scripts in this folder; to be sourced.
# shellcheck shell=bash

set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$ROOT"
SWIFT=${SWIFT:-swift}
# shellcheck disable=SC2034  # Used by the scripts that source this one.
CACHE=$ROOT/.viewfinder

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "error: $*"
  exit 1
}

need_swift() {
  command -v "$SWIFT" >/dev/null 2>&1 || fail \
    "no Swift compiler: '$SWIFT' is not on the path. Install Swift 6.3 or newer (swift.org/install)," \
    "or name it with SWIFT=/path/to/swift."
}

# The files of this project with the given name patterns, one a line: tracked or new, not ignored.
project_files() {
  if git -c safe.directory='*' rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git -c safe.directory='*' ls-files --cached --others --exclude-standard -- "$@" |
      while IFS= read -r file; do [ ! -f "$file" ] || printf '%s\n' "$file"; done
  else
    local pattern arguments=()
    for pattern in "$@"; do arguments+=(-o -path "./$pattern"); done
    find . \( -name .build -o -name .viewfinder \) -prune -o -type f \
      \( "${arguments[@]:1}" \) -print | sed 's|^\./||' | sort
  fi
}

# Has a nested package planned anew when files have come or gone: the package manager looks for new
# ones in the package itself only, not in the one around it.
notice_new_files() { # PACKAGE-FOLDER
  local stamp=$ROOT/.build/$1-files list
  list=$(project_files '*.swift' '*.c' '*.h' | sha256sum)
  if [ "$(cat "$stamp" 2>/dev/null)" != "$list" ]; then
    touch "$1/Package.swift"
    mkdir -p "$ROOT/.build"
    echo "$list" >"$stamp"
  fi
}

# Builds a nested package and prints the folder of its programs.
build_nested() { # PACKAGE-FOLDER OPTION…
  local build=("$SWIFT" build --package-path "$@")
  notice_new_files "$1"
  # gold warns of every symbol of the address sanitizer.
  "${build[@]}" 2>&1 | sed '/ld.gold: warning: Cannot export local symbol/d' >&2 &&
    "${build[@]}" --show-bin-path
}
