"""Requests that no client of ours sends: the same set for a seed."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Iterator

UPGRADE = (
    "GET /socket HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
"""The head by which a page opens its WebSocket, but for the cookie and its end."""
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "G\0T", "M" * 300)
VERSIONS = ("HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9.9", "http/1.1", "HTTP/1.1 x", "")
ENCODINGS = ("gzip", "deflate", "br", "zstd", "gzip, gzip", "x" * 100, "identity, gzip", "\xff")
LENGTHS = ("-1", "0x10", "+5", "1e3", "9" * 40, "4294967296", "5, 6", "", " ", "\x00")
HEADERS = (
    "no colon",
    ": no name",
    "X-Long: " + "x" * 20_000,
    "X-Null: a\0b",
    " folded: x",
    "Host: other",
    "Content-Length: 3\r\nContent-Length: 4",
    "Transfer-Encoding: chunked\r\nContent-Length: 4",
    "Transfer-Encoding: xchunked",
    "Expect: 100-continue",
    "Expect: a miracle",
    "Cookie: " + ";" * 500,
    "Cookie: palmares=\xff\xfe; a b=c; =;",
    "Accept-Encoding: " + "gzip," * 900,
    "Accept-Language: " + "\xf1" * 50,
    'If-None-Match: "unclosed, W/, *',
    "Range: bytes=9-1",
    "Upgrade: h2c\r\nConnection: Upgrade\r\nHTTP2-Settings: x",
    "X-Forwarded-For: " + "1.2.3.4," * 400,
    "\r\n".join(f"X-{n}: 1" for n in range(300)),
    "Sec-WebSocket-Key: short\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 99",
)
PATHS = (
    "/%ff%00",
    "//evil/..;/",
    "/" + "a" * 9000,
    "*",
    "http://[::1",
    "/?%zz=%",
    "/\xff",
    "/../../etc/passwd",
    "?",
    "\t",
)
BODIES = (
    b"",
    b"{",
    b"[" * 100_000,
    b'{"update_id":' * 50_000,
    b'{"update_id": ' + b"9" * 5_000 + b"}",
    b'{"update_id": 1e999}',
    b'{"update_id": true}',
    b'{"update_id": -1}',
    b"\xff\xfe\x00",
    b'"\\ud800"',
    b"\x1f\x8b\x08\x00broken",
    bytes(3_000_000),
    b"null",
)
CHUNKS = (
    b"zz\r\n",
    b"-1\r\n",
    b"5\r\nab\r\n0\r\n\r\n",
    b"ffffffffffffffffff\r\n",
    b"5;" + b"x" * 9_000 + b"\r\n",
    b"\r\n\r\n",
)


def malformed(seed: int, many: int, path: str, headers: str, method: str = "POST") -> Iterator[bytes]:
    """Yield whole or broken requests for a path that is served, most with these headers, each of one kind."""
    rng = random.Random(seed)
    good = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}"

    def body() -> bytes:
        return rng.choice(BODIES)

    def sized(head: str, data: bytes) -> bytes:
        return f"{head}Content-Length: {len(data)}\r\n\r\n".encode("latin-1") + data

    kinds = (
        lambda: sized(good.replace(method, rng.choice(METHODS), 1), b""),
        lambda: sized(good.replace(path, rng.choice(PATHS), 1), b""),
        lambda: sized(good.replace("HTTP/1.1", rng.choice(VERSIONS), 1), b""),
        lambda: f"{good}{rng.choice(HEADERS)}\r\n\r\n".encode("latin-1") + b"body",
        lambda: sized(f"{good}Content-Encoding: {rng.choice(ENCODINGS)}\r\n", body()),
        lambda: f"{good}Content-Length: {rng.choice(LENGTHS)}\r\n\r\n".encode("latin-1") + body(),
        lambda: f"{good}Transfer-Encoding: chunked\r\n\r\n".encode() + rng.choice(CHUNKS),
        lambda: sized(good, body()),
        lambda: f"{good}Content-Length: 500\r\n\r\n".encode() + b"cut off",
        lambda: _mutated(rng, sized(good, b"{}")),
        lambda: good.encode()[: rng.randrange(len(good))],
        lambda: rng.randbytes(rng.randrange(1, 400)),
        lambda: sized(good, b"") * 40,
    )
    for number in range(many):
        yield kinds[number % len(kinds)]()


def _mutated(rng: random.Random, request: bytes) -> bytes:
    data = bytearray(request)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(data))
        data[at : at + rng.randrange(2)] = rng.randbytes(rng.randrange(2))
    return bytes(data)


def frame(
    opcode: int, payload: bytes, *, fin: bool = True, rsv: int = 0, masked: bool = True, length: int = -1
) -> bytes:
    """Return a WebSocket frame under a mask of zeros; `length` is what it says of itself."""
    size, mask = len(payload) if length < 0 else length, 0x80 if masked else 0
    first = bytes([fin << 7 | rsv << 4 | opcode])
    if size < 126:
        head = first + bytes([mask | size])
    elif size < 1 << 16:
        head = first + bytes([mask | 126]) + struct.pack("!H", size)
    else:
        head = first + bytes([mask | 127]) + struct.pack("!Q", size)
    return head + (bytes(4) if masked else b"") + payload


FRAMES = (
    frame(1, b"\xff\xfe"),
    frame(1, b"{}", masked=False),
    frame(1, b"{}", rsv=2),
    frame(1, b"garbage", rsv=4),
    frame(1, zlib.compress(bytes(5_000_000))[2:-4], rsv=4),
    frame(3, b""),
    frame(0, b"x"),
    frame(1, b"x", fin=False) + frame(1, b"x"),
    frame(9, b"x" * 200),
    frame(9, b"a") * 30 + frame(3, b""),
    frame(8, b"x"),
    frame(8, b"\x00\x01no such code"),
    frame(8, b"\x03\xe8\xff\xff"),
    frame(8, b"") * 3,
    frame(8, b"") + frame(3, b""),
    frame(1, b"", length=1 << 40),
    frame(1, b"", length=(1 << 63) + 5),
    frame(2, b"\0\1"),
    frame(1, b"[" * 60_000),
    frame(1, b'{"do":"hello","chat":"' + b"x" * 9_000 + b'"}'),
    frame(1, b'{"do":"say","id":1,"as":true,"text":"\\ud800"}'),
    frame(1, b'{"do":"press"}'),
)
