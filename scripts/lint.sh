#!/usr/bin/env bash
# Checks format, prototypes of C libraries, shell scripts, Python syntax, Markdown links and the order
# of modules.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need_swift
failures=()
check() { # NAME COMMAND…
  local name=$1
  shift
  if "$@" >&2; then say "ok      $name"; else
    say "FAILED  $name"
    failures+=("$name")
  fi
}

mapfile -t swift_files < <(project_files '*.swift')
mapfile -t shell_files < <(project_files '*.sh' '.ci/run')
mapfile -t python_files < <(project_files '*.py')
mapfile -t markdown_files < <(project_files '*.md')
[ "${#swift_files[@]}" -gt 0 ] || fail "found no Swift files to check."

check "Swift format" "$SWIFT" format lint --strict --parallel "${swift_files[@]}"
check "order of modules" python3 scripts/check_architecture.py "${swift_files[@]}"
dump_package() { "$SWIFT" package dump-package | python3 scripts/check_products.py; }
check "products" dump_package
check "prototypes of C libraries" python3 scripts/check_prototypes.py
check "shell scripts" shellcheck "${shell_files[@]}"
check "Python syntax" python3 scripts/check_python.py "${python_files[@]}"
check "base labels" python3 Models/base_labels.py --check
check "README programs" python3 scripts/check_examples.py
check "speed chart" python3 scripts/draw_readme.py --check
check "Markdown links" python3 scripts/check_links.py "${markdown_files[@]}"
[ "${#failures[@]}" -eq 0 ] || fail "lint: ${failures[*]}"
