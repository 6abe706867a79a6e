"""What the messenger sends, and how it takes Telegram's refusals."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import product

import pytest

from bot.core.features.help.view import help_text
from bot.core.features.registry import registry
from bot.core.i18n.text_format import width
from bot.core.i18n.translator import languages, translator
from bot.core.messages.content import Button, Part, Picture, Screen, Style, Text, Tone
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.platforms.telegram import http
from bot.platforms.telegram.buttons import ROW_SIGNS, keyboard
from bot.platforms.telegram.client import new_client, say_hello
from bot.platforms.telegram.config import TelegramConfig
from bot.platforms.telegram.errors import Failed
from bot.platforms.telegram.html import answer, caption, html, message
from bot.platforms.telegram.messenger import TelegramMessenger
from data.records import ChatKey, PersonKey
from tests.fakes.clock import FakeClock
from tests.fakes.telegram_faults import BROKEN, CUT, HANG, Fault, flood
from tests.fakes.telegram_rules import parse_html
from tests.fakes.telegram_server import TOKEN, FakeTelegram

NASTY = [
    "<b>bold</b>",
    "a & b &amp; &lt;",
    "\"quoted\" 'too'",
    '"><a href="http://evil">',
    "</b></a>",
    "\u202egnp.exe",
    "مرحبا بالعالم",
    "👨‍👩‍👧‍👦 🇪🇸",
    "[x](http://evil) *y* _z_ `w`",
    "&#60;script&#62;",
    "",
]
BOARD = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01"
GROUP = ChatKey("telegram", "-100")
ROWS = ((Button("Roll", "abcdef.1.throw", Tone.PRIMARY), Button("No", "abcdef.1.leave")),)


def test_a_button_stands_alone_where_telegram_would_cut_its_label_beside_another() -> None:
    for long in (("a pair of two players lets nobody past it " * 2)[:n] for n in (33, 60)):
        rows = tuple(
            (Button(one, "abcdef.1.a"), Button(other, "abcdef.1.b")) for one, other in ((long, "x"), ("x", "y"))
        )
        made = keyboard(Screen(text("?"), None, rows))
        assert made is not None
        assert [[button.text for button in row] for row in made.inline_keyboard] == [[long], ["x"], ["x", "y"]]
        assert [button.callback_data for row in made.inline_keyboard for button in row] == [
            *("abcdef.1.a", "abcdef.1.b"),
            *("abcdef.1.a", "abcdef.1.b"),
        ]
    wide = Button("♟" * (ROW_SIGNS // 2), "abcdef.1.a")
    fits = keyboard(Screen(text("?"), None, ((wide, wide),)))
    assert fits is not None
    assert len(fits.inline_keyboard) == 1


def text(*lines: str) -> Text:
    return Text(tuple((Part(line),) for line in lines))


def board(*lines: str, rows: tuple[tuple[Button, ...], ...] = ROWS, data: bytes = BOARD) -> Screen:
    return Screen(text(*lines), Picture(data, "A board."), rows)


@dataclass
class Wire:
    server: FakeTelegram
    messenger: TelegramMessenger


@asynccontextmanager
async def wired(*, rates: bool = False, patience: float = 15.0) -> AsyncIterator[Wire]:
    server = FakeTelegram(FakeClock(), rates=rates)
    await server.start()
    server.chat(-100)
    client = new_client(TelegramConfig(TOKEN, server.api), patience)
    try:
        await say_hello(client)
        server.calls.clear()
        yield Wire(server, TelegramMessenger(client))
    finally:
        await client.shutdown()
        await server.stop()


class TestWords:
    @pytest.mark.parametrize("mention", [None, PersonKey("telegram", "77"), PersonKey("telegram", '1"><b>')])
    def test_any_words_come_out_as_they_went_in(self, mention: PersonKey | None) -> None:
        for words, style in product(NASTY, Style):
            shown, entities = parse_html(html(Text(((Part("→"), Part(words, style, mention), Part("←")),))))
            assert shown == f"→{words}←"
            mentioned = [entity["user"] for entity in entities if entity["type"] == "text_mention"]
            assert mentioned == ([77] if mention == PersonKey("telegram", "77") and words else [])
            assert not any(entity["type"] == "text_link" for entity in entities), (words, style)

    def test_people_of_other_platforms_are_only_named(self) -> None:
        assert html(Text(((Part("Ana", Style.STRONG, PersonKey("web", "77")),),))) == "<b>Ana</b>"

    def test_the_code_in_the_heading_leads_to_the_table(self) -> None:
        lines = ((Part("Palma"), Part("abc234", Style.CODE)), (Part("abc234", Style.CODE),))
        shown = html(Text(lines), lambda code: f"https://t.me/b?start=join_{code}")
        assert shown == 'Palma<a href="https://t.me/b?start=join_abc234">abc234</a>\n<code>abc234</code>'

    def test_the_oldest_news_goes_first(self) -> None:
        news = [f"{number} " + "🎲" * 60 for number in range(20)]
        kept = caption(text("title", *news, "to act"))
        assert width(kept.plain) <= 1024
        assert kept.plain.split("\n") == ["title", *news[-8:], "to act"]

    @pytest.mark.parametrize("lines", [("x" * 3000,), ("a", "🎲" * 3000), ("x" * 1023, "🎲"), ("x" * 1024, "y")])
    def test_even_a_single_long_line_is_bounded(self, lines: tuple[str, ...]) -> None:
        kept = caption(text(*lines)).plain
        assert 1000 <= width(kept) <= 1024
        assert kept.endswith("…")
        kept.encode()  # no half of a pair

    def test_long_messages_lose_their_end_and_notices_too(self) -> None:
        long = text("title", *("word " * 30 for _ in range(100)))
        assert message(long).plain.startswith("title\n")
        assert width(message(long).plain) <= 4096
        assert len(answer(long)) == 200
        assert answer(text("short")) == "short"

    @pytest.mark.parametrize("language", languages())
    def test_the_help_fits(self, language: str) -> None:
        words = help_text(registry(), translator(language))
        assert message(words) == words


class TestCalls:
    async def test_a_board_is_posted_edited_and_retired(self) -> None:
        async with wired() as wire:
            name = await wire.messenger.post(GROUP, board("one"), nonce="n")
            (shown,) = wire.server.messages
            assert (str(shown.id), shown.text, shown.photo) == (name, "one", BOARD)
            assert shown.tokens == ["abcdef.1.throw", "abcdef.1.leave"]
            assert [button.get("style") for button in shown.rows[0]] == ["primary", None]
            await wire.messenger.edit(GROUP, name, board("two", rows=ROWS[:1]))
            await wire.messenger.retire(GROUP, name, text("left"), pictured=True)
            assert (shown.text, shown.photo, shown.rows) == ("left", BOARD, [])
            assert dict(wire.server.count) == {"sendPhoto": 1, "editMessageMedia": 1, "editMessageCaption": 1}

    @pytest.mark.parametrize("pictured", [False, True])
    async def test_what_is_retired_may_be_without_the_picture_that_was_expected_or_have_one(
        self, *, pictured: bool
    ) -> None:
        async with wired() as wire:
            screen = Screen(text("one"), rows=ROWS) if pictured else board("one")
            name = await wire.messenger.post(GROUP, screen, nonce="n")
            await wire.messenger.retire(GROUP, name, text("left"), pictured=pictured)
            (shown,) = wire.server.messages
            assert (shown.text, shown.rows) == ("left", [])

    async def test_where_no_pictures_are_allowed_a_board_is_retired_in_one_call_too(self) -> None:
        async with wired() as wire:
            wire.server.chats[-100].pictures = False
            name = await wire.messenger.post(GROUP, board("one"), nonce="n")
            wire.server.calls.clear()
            await wire.messenger.retire(GROUP, name, text("left"), pictured=True)
            assert dict(wire.server.count) == {"editMessageText": 1}

    async def test_where_pictures_are_not_allowed_any_more_the_buttons_of_a_board_still_go(self) -> None:
        async with wired() as wire:
            name = await wire.messenger.post(GROUP, board("one"), nonce="n")
            wire.server.chats[-100].pictures = False
            await wire.messenger.retire(GROUP, name, text("left"), pictured=True)
            (shown,) = wire.server.messages
            assert (shown.text, shown.rows) == ("one", [])

    async def test_words_become_a_board_and_a_board_gets_other_words(self) -> None:
        async with wired() as wire:
            name = await wire.messenger.post(GROUP, Screen(text("lobby"), rows=ROWS), nonce="n")
            await wire.messenger.edit(GROUP, name, board("game"))
            await wire.messenger.edit(GROUP, name, Screen(text("closed")))
            (shown,) = wire.server.messages
            assert (shown.text, shown.photo, shown.rows) == ("closed", BOARD, [])

    async def test_the_same_nonce_is_the_same_message(self) -> None:
        async with wired() as wire:
            first = await wire.messenger.post(GROUP, board("one"), nonce="n")
            assert await wire.messenger.post(GROUP, board("one"), nonce="n") == first
            assert await wire.messenger.post(GROUP, board("two"), nonce="m") != first
            wire.server.messages[0].gone = True
            with pytest.raises(MessageGone):
                await wire.messenger.edit(GROUP, first, board("three"))
            assert await wire.messenger.post(GROUP, board("one"), nonce="n") != first

    async def test_a_message_is_taken_away(self) -> None:
        async with wired() as wire:
            name = await wire.messenger.post(GROUP, board("one"), nonce="n")
            await wire.messenger.delete(GROUP, name)
            assert wire.server.of(wire.server.chats[-100]) == []
            assert await wire.messenger.post(GROUP, board("one"), nonce="n") != name

    async def test_several_messages_are_taken_away_in_one_call_also_if_some_are_gone(self) -> None:
        async with wired() as wire:
            names = [await wire.messenger.post(GROUP, board(str(n)), nonce=str(n)) for n in range(4)]
            wire.server.messages[1].gone = True
            wire.server.calls.clear()
            await wire.messenger.delete(GROUP, *names[:3])
            assert [str(one.id) for one in wire.server.of(wire.server.chats[-100])] == names[3:]
            assert dict(wire.server.count) == {"deleteMessages": 1}

    async def test_not_modified_is_a_success(self) -> None:
        async with wired() as wire:
            name = await wire.messenger.post(GROUP, board("one"), nonce="n")
            await wire.messenger.edit(GROUP, name, board("one"))
            await wire.messenger.retire(GROUP, name, text("left"), pictured=True)
            await wire.messenger.retire(GROUP, name, text("left"), pictured=True)
            assert len(wire.server.refused) == 2

    async def test_what_is_gone(self) -> None:
        async with wired() as wire:
            name = await wire.messenger.post(GROUP, board("one"), nonce="n")
            wire.server.messages[0].gone = True
            for call in (
                wire.messenger.edit(GROUP, name, board("two")),
                wire.messenger.retire(GROUP, name, text("left"), pictured=True),
                wire.messenger.delete(GROUP, name),
                wire.messenger.delete(GROUP, "x"),
                wire.messenger.edit(GROUP, "0", board("two")),
                wire.messenger.retire(GROUP, "x", text("left"), pictured=True),
                wire.messenger.post(ChatKey("telegram", "-999"), board("two"), nonce="o"),
                wire.messenger.post(ChatKey("telegram", "nowhere"), board("two"), nonce="o"),
                wire.messenger.post(ChatKey("telegram", "-100", "44"), board("two"), nonce="o"),
            ):
                with pytest.raises(MessageGone):
                    await call

    @pytest.mark.parametrize(
        "why", ["bot was kicked from the supergroup chat", "bot was blocked by the user", "something new"]
    )
    async def test_sent_away(self, why: str) -> None:
        async with wired() as wire:
            wire.server.chats[-100].kicked = why
            with pytest.raises(NotAllowed, match=why):
                await wire.messenger.post(GROUP, board("one"), nonce="n")
            wire.server.chats[-100].kicked = "the group chat was deleted"
            with pytest.raises(MessageGone):
                await wire.messenger.post(GROUP, board("one"), nonce="n")

    async def test_without_the_right_to_write(self) -> None:
        async with wired() as wire:
            wire.server.chats[-100].words = False
            with pytest.raises(NotAllowed, match="rights"):
                await wire.messenger.post(GROUP, board("one"), nonce="n")

    async def test_without_the_right_to_send_pictures_the_board_is_told(self) -> None:
        async with wired() as wire:
            wire.server.chats[-100].pictures = False
            name = await wire.messenger.post(GROUP, board("one"), nonce="n")
            await wire.messenger.edit(GROUP, name, board("two"))
            (shown,) = wire.server.messages
            assert (shown.text, shown.photo, len(shown.tokens)) == ("two\nA board.", None, 2)

    async def test_waits_are_exact(self) -> None:
        async with wired() as wire:
            for seconds in (1, 7, 35, 3600):
                wire.server.trouble = lambda method, params, n=seconds: flood(n)
                with pytest.raises(TryLater) as caught:
                    await wire.messenger.post(GROUP, board("one"), nonce="n")
                assert caught.value.seconds == seconds
            wire.server.trouble = lambda method, params: Fault(429, "Too Many Requests")
            with pytest.raises(TryLater):
                await wire.messenger.edit(GROUP, "1", board("one"))

    async def test_the_rates_of_a_group(self) -> None:
        async with wired(rates=True) as wire:
            await wire.messenger.post(GROUP, board("0"), nonce="0")
            with pytest.raises(TryLater) as caught:
                await wire.messenger.post(GROUP, board("1"), nonce="1")
            assert caught.value.seconds == 1
            for n in range(1, 20):
                wire.server.clock.time += 1
                await wire.messenger.post(GROUP, board(str(n)), nonce=str(n))
            wire.server.clock.time += 1
            with pytest.raises(TryLater) as caught:
                await wire.messenger.post(GROUP, board("20"), nonce="20")
            assert caught.value.seconds == 40

    @pytest.mark.parametrize("fault", [BROKEN, CUT, HANG, Fault(502, "Bad Gateway"), Fault(400, "Bad Request: new")])
    async def test_anything_else_has_failed_for_now(self, fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(http, "UPLOAD", 0.2)
        async with wired(patience=0.2) as wire:
            wire.server.trouble = lambda method, params: fault
            with pytest.raises(Failed) as caught:
                await wire.messenger.post(GROUP, board("one"), nonce="n")
            assert TOKEN.partition(":")[2] not in str(caught.value)
            wire.server.trouble = lambda method, params: None
            await wire.messenger.post(GROUP, board("one"), nonce="n")
            assert len(wire.server.messages) == 1

    async def test_topics_and_mentions(self) -> None:
        async with wired() as wire:
            wire.server.chats[-100].topics.add(44)
            person = PersonKey("telegram", "77")
            screen = Screen(Text(((Part("<Ana>", Style.STRONG, person), Part(" & you")),)))
            name = await wire.messenger.post(ChatKey("telegram", "-100", "44"), screen, nonce="n")
            (shown,) = wire.server.messages
            assert (shown.text, shown.mentioned, shown.thread, shown.quiet) == ("<Ana> & you", [77], 44, False)
            await wire.messenger.edit(ChatKey("telegram", "-100", "44"), name, Screen(text("nobody")))
            assert shown.text == "nobody"

    async def test_a_moved_group_is_gone_and_says_where_to(self) -> None:
        async with wired() as wire:
            moves: list[tuple[str, str]] = []

            async def moved(old: ChatKey, new: ChatKey) -> None:
                moves.append((old.chat, new.chat))

            wire.messenger.on_move = moved
            wire.server.chats[-100].moved = -1009
            for _ in range(2):
                with pytest.raises(MessageGone):
                    await wire.messenger.edit(GROUP, "1", board("one"))
            assert moves == [("-100", "-1009")]
            assert wire.server.count["editMessageMedia"] == 1
