#!/usr/bin/env bash
# Builds the reference of both products into .build/documentation. Warnings are errors.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_swift
export SWIFT_BACKTRACE=enable=no
output=.build/documentation
graphs=.build/documentation-symbols
toolchain=$(dirname "$(readlink -f "$(command -v "$SWIFT")")")
docc=$toolchain/docc
[ -x "$docc" ] || fail "the Swift toolchain has no docc beside $SWIFT."

"$SWIFT" build >&2
built=$("$SWIFT" build --show-bin-path)
target=$("$SWIFT" -print-target-info | awk -F '"' '/"unversionedTriple"/ { print $4; exit }')
# The package manager writes the module maps of C targets itself, and keeps those of targets that are gone.
maps=()
for folder in Sources/*/include; do
  name=$(basename "$(dirname "$folder")")
  maps+=(-Xcc "-fmodule-map-file=$built/$name.build/module.modulemap")
done

# The umbrella's modules are documented as one, since that is how they are imported.
document() { # UMBRELLA MODULE…
  local umbrella=$1 catalog=Sources/$1/$1.docc
  shift
  rm -rf "$graphs"
  mkdir -p "$graphs" "$output"
  "$toolchain/swift-symbolgraph-extract" -module-name "$umbrella" -target "$target" \
    -I "$built/Modules" "${maps[@]}" \
    -minimum-access-level public -skip-synthesized-members -output-dir "$graphs" \
    "-experimental-allowed-reexported-modules=$(IFS=,; echo "$*")" >&2
  "$docc" convert "$catalog" --additional-symbol-graph-dir "$graphs" \
    --fallback-display-name "$umbrella" --fallback-bundle-identifier "org.viewfinder.$umbrella" \
    --output-path "$output/$umbrella" --warnings-as-errors --analyze >&2
  say "ok      $output/$umbrella"
}

modules=()
for folder in Sources/Viewfinder?*; do
  case ${folder#Sources/} in
    ViewfinderTool | ViewfinderCommandLine | ViewfinderSystem) ;;
    ViewfinderApps | ViewfinderAppleTypes) ;;
    *) modules+=("${folder#Sources/}") ;;
  esac
done
facade=(MLImage ViewfinderAppleTypes)
for folder in Sources/MLKit?*; do facade+=("${folder#Sources/}"); done

document Viewfinder "${modules[@]}"
document MLKit "${facade[@]}"
