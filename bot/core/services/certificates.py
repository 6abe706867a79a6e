"""Certificates of honours: a short text, signed with the bot's key, that anybody can check as a game.

It proves that the key's owner wrote it. A chat is named by a fingerprint only, the same on all its certificates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from bot.core.services.seasons import detail_of
from bot.core.services.signing import Signer
from data.records import ChatKey
from data.season_records import HonourRecord
from engine.verify import Check, Proof

FIRST = "Palmares honour 1"
"""The first line of a certificate; the number is that of the form."""
MOST = 20_000
"""The most characters of a text that is read as a certificate."""
_KEY, _SIGNATURE = "Key", "Signature"
_LINE = re.compile(r"([A-Z][A-Za-z -]{0,40}): (.*)")


@dataclass(frozen=True, slots=True)
class CertificateText:
    """The lines of a certificate, by name, in their order."""

    fields: Mapping[str, str]

    @property
    def signed(self) -> bytes:
        """The bytes that the signature is of: all but the signature."""
        return _written({name: text for name, text in self.fields.items() if name != _SIGNATURE}).encode()

    @property
    def signature(self) -> str:
        return self.fields.get(_SIGNATURE, "")

    def write(self) -> str:
        return _written(self.fields)


def certificate_of(honour: HonourRecord, event: str, name: str, people: int, signer: Signer) -> CertificateText:
    """Return the signed certificate of an honour: of an event as people call it, with this number of places."""
    fields = {
        "Kind": honour.kind.value,
        "Event": honour.event,
        "Title": event,
        "Place": str(honour.place),
        "Of": str(people),
        "Name": name,
        "Ended": _moment(honour.at),
        "Chat": fingerprint(honour.chat),
        **{f"Figure {figure}": str(value) for figure, value in sorted(detail_of(honour).items())},
        _KEY: signer.key.hex(),
    }
    plain = {key: " ".join(value.split()) for key, value in fields.items() if _LINE.fullmatch(f"{key}: x")}
    unsigned = CertificateText(plain)
    return CertificateText({**plain, _SIGNATURE: signer.sign(unsigned.signed).hex()})


def read_certificate(text: str) -> CertificateText | None:
    """Return the certificate that a text is; None for any other text."""
    lines = [line.strip() for line in text[:MOST].splitlines() if line.strip()]
    if not lines or lines[0] != FIRST:
        return None
    found = [_LINE.fullmatch(line) for line in lines[1:]]
    fields = {line[1]: line[2] for line in found if line is not None}
    return CertificateText(fields) if len(fields) == len(lines) - 1 else None


def check_certificate(certificate: CertificateText, wanted: Sequence[bytes] = ()) -> tuple[Check, ...]:
    """Check the signature, and that it is by one of the `wanted` keys if there are any."""
    fields = certificate.fields
    told = ", ".join(f"{name} {fields.get(name, '?')}" for name in ("Kind", "Title", "Place", "Name"))
    content = Check("honour", passed=True, found=told, proof=Proof.NOTHING)
    try:
        key, signature = bytes.fromhex(fields.get(_KEY, "")), bytes.fromhex(certificate.signature)
        Ed25519PublicKey.from_public_bytes(key).verify(signature, certificate.signed)
    except (InvalidSignature, ValueError):
        return content, Check("signature", passed=False, found="it does not fit this text")
    by = f"by the key {key.hex()}"
    if wanted and key not in wanted:
        named = " or ".join(one.hex() for one in wanted)
        return content, Check("signature", passed=False, found=f"{by}, not by {named}")
    if not wanted:
        by = f"{by}; whose it is the text cannot say: compare it with the key that the bot tells"
    return content, Check("signature", passed=True, found=by, proof=Proof.SIGNATURE)


def fingerprint(chat: ChatKey) -> str:
    """Return 16 digits that stand for a chat, and from which nobody can tell its id."""
    return sha256(f"chat of honours {chat.platform}:{chat.chat}".encode(errors="replace")).hexdigest()[:16]


def _written(fields: Mapping[str, str]) -> str:
    return "".join(f"{line}\n" for line in (FIRST, *(f"{name}: {text}" for name, text in fields.items())))


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
