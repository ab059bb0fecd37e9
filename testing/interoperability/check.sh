#!/usr/bin/env bash
# Certificates and other implementations, both ways: openssl and securesystemslib (Debian: openssl, python3-securesystemslib,
# python3-nacl) verify ours, and ours verifies what each of them signed. Fails where one of them is missing.
set -euo pipefail
cd "$(dirname "$0")/../.."
node=$PWD/node_modules/.bin/node
bin=$PWD/src/cli/bin.js
# The system's own, which has the system's packages.
dsse() { /usr/bin/python3 "$here/dsse.py" "$@"; }
here=$PWD/testing/interoperability
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
ours() { "$node" "$bin" "$@" >said 2>&1 || { cat said; return 1; }; }

ours certify --new-key signing.pem
ours certify --self --quiet --profile standard --signing-key signing.pem --out certificate.json

dsse verify certificate.json signing.pub.pem
echo "securesystemslib verifies a certificate of ours"

dsse encoding certificate.json signed.bin signature.bin
openssl pkeyutl -verify -pubin -inkey signing.pub.pem -rawin -in signed.bin -sigfile signature.bin >/dev/null
printf x >>signed.bin
if openssl pkeyutl -verify -pubin -inkey signing.pub.pem -rawin -in signed.bin -sigfile signature.bin >/dev/null; then
  echo "openssl verifies a changed certificate"
  exit 1
fi
echo "openssl verifies a certificate of ours"

keyid() { openssl pkey -pubin -in "$1" -outform DER | sha256sum | cut -d ' ' -f 1; }
grep -q "\"keyid\": \"$(keyid signing.pub.pem)\"" certificate.json
echo "openssl gives a key the same id"

dsse payload certificate.json payload.json signed.bin
verify() { ours verify "$1" --trust "$2" --evidence certificate.ndjson.gz --allow-self; }
openssl genpkey -algorithm ed25519 -out theirs.pem
openssl pkey -in theirs.pem -pubout -out theirs.pub.pem
openssl pkeyutl -sign -inkey theirs.pem -rawin -in signed.bin -out signature.bin
dsse seal payload.json signature.bin "$(keyid theirs.pub.pem)" >theirs.json
verify theirs.json theirs.pub.pem
chmod 600 theirs.pem
ours certify --evidence certificate.ndjson.gz --signing-key theirs.pem --out again.json
verify again.json theirs.pub.pem
echo "ours verifies what openssl signed, and signs with a key that openssl made"

ours certify --evidence certificate.ndjson.gz --out external.json --public-key theirs.pub.pem \
  --signer 'cat >external.bin && openssl pkeyutl -sign -inkey theirs.pem -rawin -in external.bin'
verify external.json theirs.pub.pem
echo "openssl signs as an external signer"

dsse sign payload.json python.pub.pem >python.json
verify python.json python.pub.pem
echo "ours verifies what securesystemslib signed"
