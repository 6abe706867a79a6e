"""Redact long texts of strangers in time that grows with their length, not with its square."""

from __future__ import annotations

from time import process_time

import pytest

from bot.observability.redaction import HIDDEN, Redaction

SHORT, LONG = 2_000, 16_000
UNITS = (
    *("0", "a", "-", "_", ".", " ", "'", '"', "\\", "=", ":", "/", "@", "\n", "é"),
    *(
        "a.",
        "0-",
        "aaaaaaaaaaaaaaaaaaa.",
        "aaaaaaaaaaaaaaaaaaa.aaaaaa.",
        "0:",
        "00000000:",
        "a:a@",
        "://a",
        "://a:",
        "://a:b",
    ),
    *("secret", "secret-", "secret ", "secret'", "secret=", "secret:", "secret: '", "secret='\\'", "a-secret-a"),
    *(
        "token",
        "token ",
        "token:",
        "token: ",
        "token:a",
        "token='",
        'token="',
        "token=\\'",
        "secret_token",
        "bot_token ",
    ),
    *(
        "cookie=",
        "seed",
        "palmares:",
        "password = ",
        "Bot ",
        "Bot aaaa",
        "Bearer =",
        "/webhooks/0",
        "/interactions/00/",
    ),
    *("abcdef01", "0123456789abcdef0123456789abcdeg", "b'", 'b"\\', "key='", "key=token="),
)


def spent(redaction: Redaction, text: str) -> float:
    """Return the processor's seconds for a text."""
    began = process_time()
    redaction(text)
    return process_time() - began


@pytest.mark.parametrize("before", ["", "token='"])
def test_the_time_grows_with_the_length(before: str) -> None:
    redaction = Redaction(("a secret that is known", "123456789:AAE-the-other-half-of-a-token"))
    for unit in UNITS:
        short, long = (before + unit * (length // len(unit)) + "\0" for length in (SHORT, LONG))
        # eight times the length takes 64 times as long where the time is a square; the best of some counts
        small = max(0.002, min(spent(redaction, short) for _ in range(2)))
        assert any(spent(redaction, long) < 24 * small for _ in range(5)), repr(unit)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("my_client_secret_value='ab cd' rest", f"my_client_secret_value={HIDDEN} rest"),
        ("SECRET: abcdef0123", f"SECRET: {HIDDEN}"),
        ("secretsecret = x", f"secretsecret = {HIDDEN}"),
        ("no secret here", "no secret here"),
        ("secret, and secret=x", f"secret, and secret={HIDDEN}"),
        ("x-secret-token: 'it\\'s'", f"x-secret-token: {HIDDEN}"),
        ("url='token=abc'", f"url='token={HIDDEN}"),
        ("0" * 40 + "secret=1", "0" * 40 + f"secret={HIDDEN}"),
    ],
)
def test_names_that_say_what_they_hold(text: str, kept: str) -> None:
    assert Redaction()(text) == kept
