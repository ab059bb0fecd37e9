#!/usr/bin/env bash
# What action.yml does first: gets the program, compares its digest, and says which command it is.
set -euo pipefail
# A job may have the key in its whole environment. Nothing that is fetched or unpacked gets to see it.
unset PETSTORE_API_KEY

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/petstore-conformance-XXXXXX")
file=$folder/petstore-conformance
. "$here/output.sh"
# macOS has it under another name.
command -v sha256sum >/dev/null || sha256sum() { shasum --algorithm 256 "$@"; }

[[ $SHA256 =~ ^[0-9a-f]{64}$ ]] || refuse "The input sha256 has to be 64 hexadecimal digits."
case $PROGRAM in
https://*) curl --proto '=https' --fail --silent --show-error --location --globoff --output "$file" -- "$PROGRAM" ;;
*) cp -- "$PROGRAM" "$file" ;;
esac
[[ $(sha256sum <"$file") == "$SHA256 "* ]] || refuse "The program has another SHA-256 than the input sha256: nothing was run."

case $PROGRAM in
*.zst)
  mv "$file" "$file.zst"
  zstd --decompress --quiet "$file.zst" -o "$file"
  ;;
*.tgz)
  # With the packages that the lock file of this action names, as the image has them.
  mkdir "$folder/package"
  tar -xzf "$file" -C "$folder/package" --strip-components=1
  cp "$here/../package-lock.json" "$here/../.npmrc" "$folder/package"
  (cd "$folder/package" && npm ci --omit=dev --ignore-scripts)
  file=$folder/package/dist/src/cli/bin.js
  ;;
esac
chmod +x "$file"
output command "$file"
