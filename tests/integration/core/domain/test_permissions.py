"""What only administrators may do: the platform is asked, and where it does not answer nobody is one."""

from __future__ import annotations

import random

import pytest
from babel import Locale

from bot.core.domain.chat_settings import BoardMode, ChatSettings, Opening, Pause, settings_of
from bot.core.features.settings.view import SET
from bot.core.i18n.translator import languages
from bot.core.messages.button_tokens import encode
from data.records import Status
from tests.fakes.clocked_table import away, passes
from tests.fakes.messenger import Message
from tests.fakes.room import ANA, BEA, CAI, CHAT, Room, room, said, shown


async def test_others_see_the_settings_and_cannot_change_them() -> None:
    async with room() as place:
        assert "Anyone can open tables." in said(await place.say(BEA, "/settings"))
        for line in ("/settings board fixed", "/settings theme dark", "/settings admins", "/language es chat"):
            assert said(await place.say(BEA, line)) == "Only admins of this chat can do that."
        await place.say(ANA, "/settings")
        assert "Only admins" in said(await place.click(BEA, "Board: each turn"))
        place.authority.broken = True
        assert "Only admins" in said(await place.click(ANA, "Board: each turn"))
        assert await settings_of(place.store, CHAT) == ChatSettings()


async def test_each_setting_goes_round_by_its_button() -> None:
    async with room() as place:
        await place.say(ANA, "/settings")
        message = place.messenger.messages[-1]
        for label in ("Board", "Bots", "Theme", "⚙ Tables", "Who can open", "Max tables", "Messages/min"):
            await place.click(ANA, label)
        assert await settings_of(place.store, CHAT) == ChatSettings(
            BoardMode.CALM, "dark", Opening.ADMINS, pause=Pause.CALM, tables=1, messages=20
        )
        assert "1 table can be open at once." in message.screen.text.plain
        assert "I post at most 20 new messages a minute." in message.screen.text.plain
        for label in ("Who can open", *["Max tables"] * 3, *["Messages/min"] * 3, "⚙ Board"):
            await place.click(ANA, label)
        for label in (*["Board: "] * 2, *["Bots"] * 2, *["Theme"] * 2):
            await place.click(ANA, label)
        assert await settings_of(place.store, CHAT) == ChatSettings(pause=Pause.NONE)
        await place.click(ANA, "Language")
        first = Locale.parse(languages()[0]).get_display_name() or ""
        assert message.buttons[0].label.lower().endswith(f": {first}".lower())


@pytest.mark.parametrize(
    "arguments", [("board", "x"), ("tables", "99"), ("messages", "7"), ("moon", "1"), ("theme", "x")]
)
async def test_a_forged_setting_changes_nothing(arguments: tuple[str, str]) -> None:
    async with room() as place:
        assert said(await place.press(ANA, encode("settings", 0, SET, *arguments))) == "I don't know that button."
        assert said(await place.press(ANA, encode("settings", 0, SET, "language", "xx")))
        assert await settings_of(place.store, CHAT) == ChatSettings()


async def test_more_tables_than_the_bot_allows_are_refused_with_the_reason() -> None:
    async with room() as place:
        told = said(await place.say(ANA, "/settings tables=6 theme=dark"))
        assert told == "Up to 3 tables can be open here: whoever runs the bot has set that."
        assert await settings_of(place.store, CHAT) == ChatSettings()
        await place.say(ANA, "/settings tables=2")
        assert (await settings_of(place.store, CHAT)).tables == 2


async def test_where_only_administrators_open_tables_others_do_not() -> None:
    async with room() as place:
        await place.say(ANA, "/settings admins tables=1")
        assert said(await place.say(BEA, "/play")) == "Only admins can open tables in this chat."
        code = await place.opened("/play palma")
        assert "an open table here already" in said(await place.say(ANA, "/play"))
        assert code is not None
        await place.say(BEA, "/join")
        await place.say(ANA, "/start")
        await place.play_out(code, [ANA, BEA])
        assert "Only admins" in said(await place.click(BEA, "Rematch"))
        assert (await place.click(ANA, "Rematch")).notice is None


async def test_an_administrator_ends_any_table_of_the_chat() -> None:
    async with room() as place:
        code = (await place.say(BEA, "/play palma")).table
        assert code is not None
        assert "Only the host" in said(await place.say(CAI, "/close"))
        await place.say(CAI, "/join")
        await place.say(BEA, "/start")
        assert "Only the host" in said(await place.say(CAI, "/close"))
        await place.say(ANA, "/close")
        await place.click(ANA, "Yes, close it")
        assert (await place.table(code)).status is Status.CANCELLED
        lobby = (await place.say(BEA, "/play")).table
        assert "Only the table's host" in said(await place.click(CAI, "⚙"))
        await place.click(BEA, "⚙")
        assert "Only the host" in said(await place.click(CAI, "Close table"))
        await place.click(ANA, "Close table")
        assert lobby is not None
        assert (await place.table(lobby)).status is Status.CANCELLED


async def seated(place: Room, line: str = "/play") -> str:
    """A lobby of Bea's where Cai sits as well."""
    code = (await place.say(BEA, line)).table
    assert code is not None
    await place.say(CAI, "/join")
    return code


async def test_host_and_administrator_send_away_from_a_lobby() -> None:
    async with room() as place:
        code = await seated(place)
        assert "Only the table's host" in said(await place.say(CAI, "/remove Bea"))
        assert "isn't at this table" in said(await place.say(BEA, "/remove nobody"))
        assert "your own seat" in said(await place.say(BEA, "/remove Bea"))
        assert shown(await place.say(BEA, "/remove @Cai")) == "Bea has removed Cai from the table."
        assert [seat.name for seat in (await place.table(code)).seats] == ["Bea", "", "", ""]
        assert "been removed" in said(await place.say(CAI, f"/join table={code}"))
        await place.say(BEA, "/invite Cai")
        await place.click(CAI, "Join")
        await place.say(ANA, "/remove blue")
        await place.say(ANA, "/remove Bea")
        record = await place.table(code)
        assert all(seat.person is None for seat in record.seats)


async def test_only_an_administrator_sends_away_from_a_game() -> None:
    async with room() as place:
        code = await seated(place, "/play palma")
        await place.say(BEA, "/start")
        assert "Only admins" in said(await place.say(BEA, "/remove Cai"))
        await place.say(ANA, "/remove Cai")
        record = await place.table(code)
        assert record.status is Status.PLAYING
        assert record.seats[1].person == CAI.key
        assert record.seats[1].is_left


async def test_a_removal_is_nobodys_rated_win_and_the_removed_are_not_asked_for_again() -> None:
    async with room() as place:
        code = await seated(place, "/play palma")
        await place.say(BEA, "/start")
        await place.play_until_counted(code, [BEA, CAI])
        await place.say(ANA, "/remove Cai")
        assert "isn't rated any more" in place.board(code).screen.text.plain
        await place.play_out(code, [BEA])
        record = await place.table(code)
        assert record.status is Status.OVER
        assert await place.store.rating_changes(code) == []
        (board,) = [one for one in place.messenger.of(CHAT) if ", opened with" in one.screen.text.plain]
        assert "an admin removed 🐺 Cai" in board.screen.text.plain
        assert "been removed" in said(await place.click(CAI, "Rematch"))
        await place.click(BEA, "Rematch")
        following = await place.table()
        assert [seat.person for seat in following.seats] == [BEA.key, None]
        assert following.is_rated is False
        assert following.options.rated
        assert following.lobby.offers == ()


async def test_who_was_away_is_removed_and_loses() -> None:
    async with room() as place:
        code = await seated(place, "/play palma pace=live:30")
        await place.say(BEA, "/start")
        await place.play_until_counted(code, [BEA, CAI])
        await away(place, code, CAI, BEA, CAI)
        assert (await place.table(code)).seats[1].is_away
        await place.say(ANA, "/remove Cai")
        record = await place.table(code)
        assert record.status is Status.OVER
        won = {one.player: one.won for one in await place.store.rating_changes(code)}
        assert won == {BEA.key: True, CAI.key: False}


async def test_a_chat_bounds_the_new_messages_of_a_minute_and_sees_the_newest_board() -> None:
    async with room() as place:
        await place.say(ANA, "/settings messages=5")
        for who in (BEA, CAI):
            await place.say(who, "/profile rolls=each")  # to whom nothing is offered
        code = await seated(place, "/play palma")
        await place.say(BEA, "/start")
        posted: list[float] = []
        rng = random.Random(1)
        for _ in range(60):
            count = len(place.messenger.messages)
            who = await place.actor(code, [BEA, CAI])
            if who is None:
                break
            (board,) = place.live(code)
            await place.press(who, rng.choice(board.tokens), board.id)
            posted += [place.clock.time] * (len(place.messenger.messages) - count)
        assert len(posted) > 10
        assert all(later - first > 60.0 for first, later in zip(posted, posted[5:], strict=False))
        (board_record,) = await place.store.boards(code)
        assert board_record.version == (await place.table(code)).version


async def asked_to_close(place: Room) -> tuple[str, Message]:
    """A game in which Bea has asked to close it before it began to count, and then has thrown; with the question."""
    code = await seated(place, "/play palma first=D auto=no pace=none")
    await place.say(BEA, f"/start {code}")
    await place.say(BEA, f"/close {code}")
    question = place.messenger.of(CHAT)[-1]
    await place.say(BEA, f"/roll {code}")
    return code, question


async def test_nor_can_an_administrator_who_plays_until_nobody_has_touched_it_for_days() -> None:
    async with room() as place:
        code, question = await asked_to_close(place)
        place.authority.admins = {BEA.key, CAI.key}
        for who in (BEA, CAI):
            assert "rated game" in said(await place.say(who, f"/close {code}"))
            assert "rated game" in said(await place.press(who, question.tokens[0], question.id))
        assert (await place.table(code)).status is Status.PLAYING
        for days in (2, 1, 3):  # who is to act is warned, may be claimed against, and then the end is announced
            await passes(place, days * 86400)
        acting = await place.acting(code, [BEA, CAI])
        other = CAI if acting == BEA else BEA
        assert "rated game" in said(await place.press(acting, question.tokens[0], question.id))
        await place.press(other, question.tokens[0], question.id)
        assert (await place.table(code)).status is Status.CANCELLED


async def test_a_host_who_is_losing_cannot_make_a_game_uncounted() -> None:
    async with room() as place:
        code, question = await asked_to_close(place)
        assert "rated game" in said(await place.press(BEA, question.tokens[0], question.id))
        assert "rated game" in said(await place.say(BEA, f"/close {code}"))
        assert (await place.table(code)).status is Status.PLAYING
        await place.say(ANA, f"/close {code}")
        await place.click(ANA, "Yes, close it")
        assert (await place.table(code)).status is Status.CANCELLED
        friendly = await seated(place, "/play palma first=D auto=no rated=no")
        await place.say(BEA, f"/start {friendly}")
        await place.say(BEA, f"/roll {friendly}")
        await place.say(BEA, f"/close {friendly}")
        await place.click(BEA, "Yes, close it")
        assert (await place.table(friendly)).status is Status.CANCELLED


async def test_an_administrator_who_plays_cannot_win_a_rated_game_by_sending_others_away() -> None:
    async with room() as place:
        for line, sent in (("/play palma", False), ("/play palma rated=no", True)):
            code = await place.started(line, BEA)
            outcome = await place.say(ANA, f"/remove @Bea table={code}")
            assert (outcome.notice is None) == sent
            assert (await place.table(code)).status is Status.PLAYING
            assert (await place.table(code)).seats[1].is_left == sent
