#!/usr/bin/env bash
# Installs what `make setup` built below DESTDIR/PREFIX, so that this folder may go; --remove takes
# it away again.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

prefix=${PREFIX:-/usr/local}
[[ $prefix == /* ]] || fail "PREFIX must be an absolute path, not '$prefix'."
target=${DESTDIR:-}$prefix

program=$target/bin/viewfinder
libraries=$target/lib/viewfinder
resources=$target/share/viewfinder
bash_completion=$target/share/bash-completion/completions/viewfinder
zsh_completion=$target/share/zsh/site-functions/_viewfinder

if [ "${1:-}" = --remove ]; then
  rm -f "$program" "$bash_completion" "$zsh_completion"
  rm -rf "$libraries" "$resources"
  say "Removed Viewfinder from $target."
  exit
fi

mkdir -p "$libraries" "$resources" "$(dirname "$program")" "$(dirname "$bash_completion")" \
  "$(dirname "$zsh_completion")" || fail \
  "cannot write to $target: run this as root, or choose another place with PREFIX=…"
install -m 755 -s bin/viewfinder "$program"
install -m 644 "$CACHE/lib/libLiteRt.so" "$CACHE/lib/LICENSE.LiteRt" "$libraries"
for bundle in bin/*.resources; do
  cp -R "$bundle"/Resources/. "$resources"
done
chmod -R u=rwX,go=rX "$resources"
install -m 644 LICENSE "$resources"
"$program" completions bash >"$bash_completion"
"$program" completions zsh >"$zsh_completion"
say "Installed $program."
