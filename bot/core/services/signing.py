"""Sign exported games with the bot's own key: Ed25519 (RFC 8032), from `cryptography`.

A replay proves rolls and moves; only a signature proves the players, times and choices. It proves that the key's
owner wrote the text, so the bot shows its key with every proof.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from data.store import Store
from engine.errors import EngineError
from engine.notation import Record, signed_text
from engine.verify import Check, Proof

KEY_BYTES = 32


SECRET = "signing"  # noqa: S105 - its name
RETIRED = "signing until "
"""Prefix of the purpose of a former public key; the time of its replacement follows."""


class Signer:
    """Signs games with the bot's private key; its repr never shows the key."""

    def __init__(self, secret: bytes) -> None:
        """Use a private key of 32 bytes; raises ValueError for any other size."""
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.key = self._key.public_key().public_bytes_raw()
        """The public key, 32 bytes."""

    def sign(self, text: bytes) -> bytes:
        """Return the signature of a text."""
        return self._key.sign(text)

    def signed(self, record: Record) -> Record:
        """Return the record with our key and a signature of all of it; raises the errors of `write`."""
        keyed = replace(record, key=self.key, signature=None)
        return replace(keyed, signature=self.sign(signed_text(keyed)))


@dataclass(frozen=True, slots=True)
class RetiredKey:
    """A public key that the bot used until `until` (seconds since 1970)."""

    key: bytes
    until: float


@dataclass(frozen=True, slots=True)
class SigningKeys:
    """The bot's signing key, and its former ones, newest first."""

    signer: Signer
    retired: tuple[RetiredKey, ...] = ()

    def owns(self, key: bytes | None, played: float) -> bool:
        """Return whether the bot's key could sign a game of that time.

        A retired key may have leaked: its signatures of later games don't count.
        """
        return key == self.signer.key or any(key == old.key and played <= old.until for old in self.retired)


async def keys_of(store: Store) -> SigningKeys:
    """Return the keys of a database; the current one is created if missing."""
    signer = Signer(await store.secret(SECRET, secrets.token_bytes(KEY_BYTES)))
    kept = await store.secrets_of(RETIRED)
    found = (RetiredKey(key, _moment(purpose.removeprefix(RETIRED))) for purpose, key in kept.items())
    retired = sorted((old for old in found if old.key != signer.key), key=lambda old: -old.until)
    return SigningKeys(signer, tuple(retired))


def _moment(text: str) -> float:
    """Return the moment in a purpose; 0 if it is corrupt, so that the key owns no game."""
    try:
        return max(0.0, min(float(text), 1e11))
    except ValueError:
        return 0.0


async def renew(store: Store, now: float) -> SigningKeys:
    """Switch to a new key (`now` in seconds since 1970), and keep the old public key."""
    old = (await keys_of(store)).signer.key
    await store.renew_secret(f"{RETIRED}{now!r}", old)  # first: keys_of skips it until the current key is replaced
    await store.renew_secret(SECRET, secrets.token_bytes(KEY_BYTES))
    return await keys_of(store)


def fits(record: Record) -> bool:
    """Return whether a record has a signature that fits it, by any key."""
    if record.key is None or record.signature is None:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(record.key).verify(record.signature, signed_text(record))
    except (InvalidSignature, EngineError, ValueError):
        return False
    return True


def check_signature(record: Record, *wanted: bytes) -> Check:
    """Check a record's signature, and that it is by one of the `wanted` keys if there are any."""
    named = " or ".join(key.hex() for key in wanted)
    line = record.lines.get("Signature")
    if record.signature is None:
        finding = f"there is none, and it should be by the key {named}" if wanted else "there is none"
        return Check("signature", not wanted, finding, proof=Proof.NOTHING)
    if record.key is None:
        return Check("signature", passed=False, found="there is no key to check it with", line=line)
    by = f"by the key {record.key.hex()}"
    if not fits(record):
        return Check("signature", passed=False, found=f"{by}: it does not fit this text", line=line)
    if not wanted:
        finding = f"{by}; whose it is the text cannot say: compare it with the key that the bot tells"
        return Check("signature", passed=True, found=finding, proof=Proof.SIGNATURE)
    if record.key not in wanted:
        finding = f"{by}, not by {named}"
        return Check("signature", passed=False, found=finding, line=record.lines.get("Key"))
    return Check("signature", passed=True, found=by, proof=Proof.SIGNATURE)
