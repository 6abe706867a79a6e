"""The bot's own key, by which it signs the games that it exports: Ed25519 (RFC 8032), as `cryptography` has it.

A replay proves throws and moves; who played, when, which of several moves was chosen and that somebody resigned, only
a signature can. It proves that the text is as whoever has the key wrote it, so the key must be known from elsewhere:
the bot tells it with every proof.
"""

from __future__ import annotations

import secrets
from dataclasses import replace

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from data.store import Store
from engine.errors import EngineError
from engine.notation import Record, signed_text
from engine.verify import Check, Proof

KEY_BYTES = 32


SECRET = "signing"  # noqa: S105 - its name


class Signer:
    """The bot's private key, with which it signs games; no text of it shows the key."""

    def __init__(self, secret: bytes) -> None:
        """Take a private key of 32 bytes; raises ValueError for any other size."""
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.key = self._key.public_key().public_bytes_raw()
        """The public key, 32 bytes."""

    def signed(self, record: Record) -> Record:
        """Return the record with our key and a signature of all of it; raises what `write` raises."""
        keyed = replace(record, key=self.key, signature=None)
        return replace(keyed, signature=self._key.sign(signed_text(keyed)))


async def signer_of(store: Store) -> Signer:
    """Return the signer of a database, its key made now if there was none."""
    return Signer(await store.secret(SECRET, secrets.token_bytes(KEY_BYTES)))


def fits(record: Record) -> bool:
    """Return whether a record has a signature that fits it, by whatever key."""
    if record.key is None or record.signature is None:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(record.key).verify(record.signature, signed_text(record))
    except (InvalidSignature, EngineError, ValueError):
        return False
    return True


def check_signature(record: Record, wanted: bytes | None = None) -> Check:
    """Check the signature of a record, and that it is by the `wanted` key if one is named."""
    line = record.lines.get("Signature")
    if record.signature is None:
        finding = "there is none" if wanted is None else f"there is none, and it should be by the key {wanted.hex()}"
        return Check("signature", wanted is None, finding, proof=Proof.NOTHING)
    if record.key is None:
        return Check("signature", passed=False, found="there is no key to check it with", line=line)
    by = f"by the key {record.key.hex()}"
    if not fits(record):
        return Check("signature", passed=False, found=f"{by}: it does not fit this text", line=line)
    if wanted is None:
        finding = f"{by}; whose it is the text cannot say: compare it with the key that the bot tells"
        return Check("signature", passed=True, found=finding, proof=Proof.SIGNATURE)
    if wanted != record.key:
        finding = f"{by}, not by {wanted.hex()}"
        return Check("signature", passed=False, found=finding, line=record.lines.get("Key"))
    return Check("signature", passed=True, found=by, proof=Proof.SIGNATURE)
