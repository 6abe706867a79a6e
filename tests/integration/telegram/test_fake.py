"""The Bot API on loopback refuses what Telegram refuses."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from tests.fakes.clock import FakeClock
from tests.fakes.telegram_rates import Rates
from tests.fakes.telegram_rules import Refused, commands, markup, parse_html, photo, words


@pytest.mark.parametrize(
    ("markup", "plain"),
    [
        ("a &lt;b&gt; &amp; &quot;c&#34;", 'a <b> & "c"'),
        ("<b>x<i>y</i></b>", "xy"),
        ('<a href="tg://user?id=1"><b>n</b></a>', "n"),
        ("<code>&lt;</code>", "<"),
    ],
)
def test_good_markup(markup: str, plain: str) -> None:
    assert parse_html(markup)[0] == plain


@pytest.mark.parametrize(
    "markup",
    ["a < b", "a > b", "a & b", "&nbsp;", "<b>", "</b>", "<b><i></b></i>", "<script>x</script>", "<a>x</a>",
     '<b class="x">y</b>', "<code><b>x</b></code>", '<a href="x"><code>y</code></a>', "<B>x</B>", "<b >"],
)  # fmt: skip
def test_bad_markup(markup: str) -> None:
    with pytest.raises(Refused, match="can't parse entities"):
        parse_html(markup)


def test_lengths_are_those_of_the_words() -> None:
    given: dict[str, Any] = {"caption": "<b>" + "🎲" * 512 + "</b>", "parse_mode": "HTML"}
    plain, entities = words(given, "caption", 1024, needed=False)
    assert (len(plain), entities) == (512, [{"type": "bold", "offset": 0, "length": 1024}])
    with pytest.raises(Refused, match="caption is too long"):
        words(given | {"caption": given["caption"] + "x"}, "caption", 1024, needed=False)
    with pytest.raises(Refused, match="message is too long"):
        words({"text": "x" * 4097}, "text", 4096, needed=True)
    with pytest.raises(Refused, match="empty"):
        words({"text": " \n"}, "text", 4096, needed=True)


@pytest.mark.parametrize(
    "button",
    [
        {"text": "x", "callback_data": ""},
        {"text": "x", "callback_data": "ñ" * 33},
        {"text": " ", "callback_data": "x"},
        {"text": "x", "callback_data": "x", "style": "pink"},
    ],
)
def test_bad_buttons(button: dict[str, str]) -> None:
    with pytest.raises(Refused):
        markup({"inline_keyboard": [[button]]})
    assert markup({"inline_keyboard": [[{"text": "x", "callback_data": "ñ" * 32}]]})


@pytest.mark.parametrize(
    ("width", "height", "more", "good"),
    [(800, 800, 0, True), (9000, 1001, 0, False), (21, 1, 0, False), (800, 800, 10 << 20, False)],
)
def test_pictures(width: int, height: int, more: int, good: bool) -> None:
    data = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, height) + bytes(more)
    if good:
        assert photo(data) == data
    else:
        with pytest.raises(Refused):
            photo(data)
    for nonsense in (b"", b"GIF89a", data[:12]):
        with pytest.raises(Refused):
            photo(nonsense)


@pytest.mark.parametrize(
    ("name", "description"), [("Play", "x"), ("pl-ay", "x"), ("p" * 33, "x"), ("play", ""), ("play", "x" * 257)]
)
def test_bad_commands(name: str, description: str) -> None:
    commands([{"command": "play", "description": "x"}])
    with pytest.raises(Refused):
        commands([{"command": name, "description": description}])
    with pytest.raises(Refused):
        commands([{"command": f"c{n}", "description": "x"} for n in range(101)])


def test_the_rates() -> None:
    clock = FakeClock()
    rates = Rates(clock.now)
    assert [rates.take(chat) for chat in range(1, 32)] == [None] * 30 + [1]
    clock.time += 1
    assert [rates.take(5), rates.take(5)] == [None, 1]
    for _ in range(20):
        clock.time += 1
        assert rates.take(-5) is None
    clock.time += 1
    assert rates.take(-5) == 40
    clock.time += 39.5
    assert rates.take(-5) == 1
    clock.time += 0.5
    assert rates.take(-5) is None
