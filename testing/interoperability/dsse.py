"""DSSE without a line of ours: the encoding by the text of its specification, Ed25519 by securesystemslib.

verify CERTIFICATE PUBLIC.pem          securesystemslib verifies the certificate
encoding CERTIFICATE BYTES SIGNATURE   writes what was signed, and the signature, for openssl
payload CERTIFICATE PAYLOAD BYTES     writes the payload, and what is signed of it
seal PAYLOAD SIGNATURE KEYID           an envelope of a signature that openssl made
sign PAYLOAD PUBLIC.pem                an envelope that securesystemslib signs with a new key
"""

import base64
import hashlib
import json
import sys

from securesystemslib.exceptions import UnverifiedSignatureError
from securesystemslib.keys import generate_ed25519_key
from securesystemslib.signer import Signature, SSlibKey, SSlibSigner

TYPE = "application/vnd.in-toto+json"
# RFC 8410: what stands before the 32 bytes of an Ed25519 key in a SubjectPublicKeyInfo.
HEAD = bytes.fromhex("302a300506032b6570032100")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def encoding(payload_type, payload):
    kind = payload_type.encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)


def parts(path):
    envelope = json.loads(read(path))
    [signature] = envelope["signatures"]
    payload = base64.b64decode(envelope["payload"], validate=True)
    return encoding(envelope["payloadType"], payload), base64.b64decode(signature["sig"], validate=True), signature["keyid"]


def envelope(payload, signature, keyid):
    texts = [base64.b64encode(part).decode() for part in (payload, signature)]
    return json.dumps(
        {"payloadType": TYPE, "payload": texts[0], "signatures": [{"keyid": keyid, "sig": texts[1]}]}, indent=2
    )


def verify(certificate, public):
    lines = read(public).decode().split("\n")
    der = base64.b64decode("".join(line for line in lines if not line.startswith("-----")))
    assert der[: len(HEAD)] == HEAD, "the public key is no Ed25519 key"
    signed, signature, keyid = parts(certificate)
    assert keyid == hashlib.sha256(der).hexdigest(), "the keyid is not the SHA-256 of the key"
    key = SSlibKey(keyid, "ed25519", "ed25519", {"public": der[len(HEAD) :].hex()})
    key.verify_signature(Signature(keyid, signature.hex()), signed)
    try:
        key.verify_signature(Signature(keyid, signature.hex()), signed[:-1] + b" ")
    except UnverifiedSignatureError:
        return
    raise AssertionError("a changed payload was verified")


def sign(payload_path, public):
    payload = read(payload_path)
    key = generate_ed25519_key()
    der = HEAD + bytes.fromhex(key["keyval"]["public"])
    pem = "-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----\n" % base64.b64encode(der).decode()
    write(public, pem.encode())
    signature = SSlibSigner(key).sign(encoding(TYPE, payload))
    print(envelope(payload, bytes.fromhex(signature.signature), hashlib.sha256(der).hexdigest()))


command, *given = sys.argv[1:]
if command == "verify":
    verify(*given)
elif command == "encoding":
    certificate, signed_path, signature_path = given
    signed, signature, _ = parts(certificate)
    write(signed_path, signed)
    write(signature_path, signature)
elif command == "payload":
    certificate, payload_path, signed_path = given
    payload = base64.b64decode(json.loads(read(certificate))["payload"])
    write(payload_path, payload)
    write(signed_path, encoding(TYPE, payload))
elif command == "seal":
    payload, signature, keyid = given
    print(envelope(read(payload), read(signature), keyid))
elif command == "sign":
    sign(*given)
else:
    sys.exit(__doc__)
