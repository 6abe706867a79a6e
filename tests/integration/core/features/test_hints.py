"""/hint: shown to the player to choose, noted in the game's text, and nothing of the game changed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from bot.core.domain.table import StartedTable, Table
from bot.core.domain.table_values import Hint
from bot.core.features.export.game_export import export
from bot.core.features.export.game_import import table_of
from bot.core.features.hints.commands import OFTEN
from bot.core.features.hints.view import BESIDE_A_BUTTON, hint_text
from bot.core.i18n.text_format import width
from bot.core.i18n.translator import translator
from bot.core.messages.requests import Outcome, Request
from bot.core.services.table_codec import options_text, record_of, with_options
from bot.core.services.thinking import Thinking
from data.open_store import open_store
from data.records import SeatRecord
from engine import catalog
from engine.errors import BadNotation
from engine.game import TurnKind
from engine.match import Match
from engine.notation import Record, read, write
from engine.players.reasons import advise
from engine.verify import verify
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, Room, room
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import ANA as GROUP_ANA
from tests.fakes.telegram_world import BEA as GROUP_BEA
from tests.fakes.thinking import NeverThere, at_once


async def choosing(place: Room, line: str = "/play palma first=D auto=no rated=no", seat: int = 0) -> str:
    """Return the code of a game of two where a seat has several moves to choose from."""
    code = await place.started(line, BEA)
    for _ in range(300):
        table = await place.table(code)
        assert isinstance(table, StartedTable)
        turn = table.match.turn
        if turn.kind is TurnKind.CHOOSE and turn.seat == seat and len(table.match.legal) > 1:
            return code
        who = await place.acting(code, [ANA, BEA])
        board = place.board(code)
        await place.press(who, board.tokens[0], board.id)
    raise AssertionError("that never came")


def told(outcome: Outcome) -> str:
    assert outcome.notice is not None
    assert outcome.screen is None
    return outcome.notice.plain


async def started(place: Room, code: str) -> StartedTable:
    table = await place.table(code)
    assert isinstance(table, StartedTable)
    return table


@pytest.mark.parametrize("game", ["palma first=D", "parchis", "parchis diceless", "parchis seats=YR,BG"])
async def test_whoever_is_to_choose_is_told_the_best_move_the_second_and_why(game: str) -> None:
    async with room(thinking=at_once()) as place:
        code = await choosing(
            place,
            f"/play {game} auto=no rated=no" + (" seats=Y,R" if game in ("parchis", "parchis diceless") else ""),
        )
        before = await started(place, code)
        best, second = advise(before.match.game, before.match.state).ranking[:2]
        posted = len(place.messenger.of(CHAT))
        hint = told(await place.say(ANA, "/hint"))
        words = [button.label for message in place.messenger.of(CHAT) for button in message.buttons]
        first_line = hint.splitlines()[0]
        assert re.fullmatch(r"💡 .+\. Win chance: \d+%\.", first_line)
        letter = re.match(r"💡 ([A-Z]): [a-z]", first_line)
        assert letter is None or any(label.startswith(f"{letter[1]} · ") for label in words), "as its button"
        assert letter is not None or first_line.startswith("💡 The number ")
        assert f"({100 * second.chance:.0f}%)" in next(x for x in hint.splitlines() if x.startswith("Second best"))
        assert f": {100 * best.chance:.0f}%." in first_line
        assert "{" not in hint
        after = await started(place, code)
        assert (after.log, after.match.state) == (before.log, before.match.state)
        assert after.hints == (Hint(before.plies + 1, 0),)
        assert len(place.messenger.of(CHAT)) == posted, "nobody else is told anything"
        move = place.board(code).tokens[0]
        assert (await place.press(ANA, move, place.board(code).id)).notice is None, "the board's buttons still work"


async def test_asking_again_notes_nothing_and_only_the_one_to_choose_may_ask() -> None:
    async with room(thinking=at_once()) as place:
        code = await choosing(place)
        first = told(await place.say(ANA, "/hint"))
        version = (await place.table(code)).version
        assert told(await place.say(ANA, f"/hint {code}")) == first
        assert (await place.table(code)).version == version
        assert "Ana's turn" in told(await place.say(BEA, "/hint"))
        assert "Ana's turn" in told(await place.say(CAI, "/hint"))
        board = place.board(code)
        await place.press(ANA, board.tokens[0], board.id)
        while (await started(place, code)).match.turn.kind is not TurnKind.THROW:
            board = place.board(code)
            who = await place.acting(code, [ANA, BEA])
            await place.press(who, board.tokens[0], board.id)
        who = await place.acting(code, [ANA, BEA])
        assert "Roll first" in told(await place.say(who, "/hint"))


async def test_rated_games_have_hints_only_where_the_table_allows_them() -> None:
    async with room(thinking=at_once()) as place:
        code = await choosing(place, "/play palma first=D auto=no")
        assert "rated game" in told(await place.say(ANA, "/hint"))
        assert (await started(place, code)).hints == ()
    async with room(thinking=at_once()) as place:
        await choosing(place, "/play palma first=D auto=no hints=yes")
        assert "💡" in told(await place.say(ANA, "/hint"))
    async with room(thinking=at_once()) as place:
        await choosing(place, "/play palma first=D auto=no rated=no hints=no")
        assert "without hints" in told(await place.say(ANA, "/hint"))


async def test_the_lobby_has_a_switch() -> None:
    async with room() as place:
        await place.say(ANA, "/play palma")
        await place.say(BEA, f"/join {(await place.table()).id}")
        await place.click(ANA, "Options")
        for label, chosen, words in (
            ("Hints: off", True, "Hints are allowed"),
            ("✓ Hints", False, "No hints at this table"),
        ):
            await place.click(ANA, label)
            assert (await place.table()).options.hints is chosen
            assert words in place.messenger.of(CHAT)[-1].screen.text.plain
        refused = await place.press(BEA, f"{(await place.table()).id}.1.hints:on")
        assert "host" in told(refused)
        refused = await place.press(ANA, f"{(await place.table()).id}.1.hints:maybe")
        assert told(refused) == "I don't know that button."


async def test_the_text_of_a_game_tells_each_hint_and_is_signed_checked_and_brought_back_with_it() -> None:
    async with room(thinking=at_once()) as place:
        code = await choosing(place)
        await place.say(ANA, "/hint")
        entry = (await started(place, code)).plies + 1
        await place.play_out(code, [ANA, BEA])
        table = await started(place, code)
        text = export(table, signer=(await place.core.service.keys()).signer)
        assert f'[Hints {{"D": [{entry}]}}]' in text
        assert text.count("{hint}") == 1
        record = read(text)
        moves = re.sub(r"\[.*?\]\n|\d+\.[DJ]:", "", text).split()
        assert moves[moves.index("{hint}") + 1] == table.log[entry - 1].move
        assert write(record) == text
        assert all(check.passed for check in verify(text)), verify(text)
        back = table_of(record)
        assert back.hints == table.hints
        assert export(back) == text, "its signature still fits"
        for wrong in (f'{{"J": [{entry}]}}', '{"D": [1]}', '{"X": [3]}', '{"D": [99999]}'):
            forged = text.replace(f'{{"D": [{entry}]}}', wrong)
            assert not all(check.passed for check in verify(forged)), wrong


async def test_games_without_hints_read_as_ever_and_stored_tables_of_before_open() -> None:
    async with room(thinking=at_once()) as place:
        code = await choosing(place)
        table = await started(place, code)
        assert "int" not in export(table).replace("Contrib", "")
        old = options_text(table).replace('"hinted":[],', "").replace('"hints":null,', "")
        assert "hint" not in old
        assert with_options(replace(table, hints=(), options=table.options), old).options.hints is None


async def test_a_hint_survives_a_restart() -> None:
    store = await open_store("sqlite:///:memory:")
    async with room(store, thinking=at_once()) as place:
        code = await choosing(place)
        await place.say(ANA, "/hint")
        entry = (await started(place, code)).plies + 1
    async with room(store, thinking=at_once()) as place:
        assert (await started(place, code)).hints == (Hint(entry, 0),)
        assert "💡" in told(await place.say(ANA, "/hint"))
        table = await started(place, code)
        assert table.hints == (Hint(entry, 0),)
        assert with_options(table, record_of(table).options).hints == table.hints
    await store.close()


def test_a_hint_stands_though_another_entry_has_come_in_the_place_of_its_choice() -> None:
    match = Match.start(catalog.game("palma"), {"preset": "classic", "first": "D"})
    for move in ("5", "D1+in", "3"):
        match = match.play(move)
    record = Record.of(match.take_back(1), hints={"D": (4,)})
    about = [check for check in verify(write(record)) if check.name == "about"]
    assert [check.passed for check in about] == [True]
    assert "Hints" in about[0].found
    assert read(write(record)).hints == {"D": (4,)}
    for wrong in ("[]", "[0]", "[4, 4]", '["4"]', "4", "[true]"):
        with pytest.raises(BadNotation):
            read(write(record).replace("[4]", wrong))


async def test_too_many_hints_and_failing_thoughts_are_told() -> None:
    async with room(thinking=Thinking(NeverThere)) as place:
        code = await choosing(place)
        assert "can't think of anything" in told(await place.say(ANA, "/hint"))
        assert (await started(place, code)).hints == ()
    async with room(thinking=at_once()) as place:
        await choosing(place)
        answers = []
        for _ in range(OFTEN.calls + 1):
            answers.append(told(await place.say(ANA, "/hint")))
            place.clock.time += 1
        assert "💡" in answers[-2]
        assert "lot of hints" in answers[-1]
        place.clock.time += OFTEN.seconds
        assert "💡" in told(await place.say(ANA, "/hint"))


async def test_where_all_would_read_it_a_button_tells_the_one_who_asked() -> None:
    async with room(thinking=at_once()) as place:
        code = await choosing(place)
        outcome = await place.core.dispatcher.command(Request(CHAT, ANA, "hint", {}, alone=False), delivered)
        assert outcome.notice is None
        assert outcome.screen is not None
        assert "Ana" in outcome.screen.text.plain
        assert (await started(place, code)).hints == ()
        ((button,),) = outcome.screen.rows
        assert "Ana's turn" in told(await place.press(BEA, button.token))
        assert "💡" in told(await place.press(ANA, button.token))
        assert len((await started(place, code)).hints) == 1


async def delivered(outcome: Outcome) -> Outcome:
    return outcome


def test_beside_a_button_a_hint_has_as_many_reasons_as_there_is_room_for() -> None:
    narrow, cut = BESIDE_A_BUTTON - 60, set()
    advised = [(table, advise(table.match.game, table.match.state)) for table in choices_of_a_game()]
    for (table, advice), language in product(advised, ("en", "es", "it")):
        t = translator(language)
        whole, short = hint_text(table, advice, t), hint_text(table, advice, t, narrow)
        assert "{" not in whole.plain
        assert set(short.lines) <= set(whole.lines)
        assert short.lines[0] == whole.lines[0]
        assert short.lines[-1] == whole.lines[-1] or len(short.lines) == 1
        assert width(hint_text(table, advice, t, BESIDE_A_BUTTON).plain) <= BESIDE_A_BUTTON
        if width(whole.plain) > narrow:
            cut.add(language)
            assert len(short.lines) < len(whole.lines)
            assert width(short.plain) <= narrow or "•" not in short.plain
    assert cut == {"en", "es", "it"}


def choices_of_a_game() -> Iterator[StartedTable]:
    """Yield a table at sixty choices of a game of four."""
    rng, match = random.Random(6), Match.start(catalog.game("parchis"))
    names = ("Y", ANA), ("B", BEA), ("R", CAI), ("G", DAN)
    seats = tuple(SeatRecord(letter, one.key, one.name) for letter, one in names)
    lobby = Table(id="abc234", chat=CHAT, game="parchis", host=ANA.key, seed=bytes(32), seats=seats)
    found = 0
    while found < 60:
        if match.turn.kind is TurnKind.CHOOSE and len(match.legal) > 1:
            found += 1
            yield lobby.with_match(match)
        match = match.play(rng.choice(match.legal))


async def test_in_a_telegram_group_the_hint_is_read_by_the_one_to_choose_alone() -> None:
    async with telegram_room() as place:
        await place.say(GROUP_ANA, "/play parchis seats=Y,R rated=no")
        await place.say(GROUP_BEA, "/join")
        await place.say(GROUP_ANA, "/start")
        code, rng = (await place.table()).id, random.Random(3)
        for _ in range(300):
            table = await place.table(code)
            assert isinstance(table, StartedTable)
            turn = table.match.turn
            if turn.kind is TurnKind.CHOOSE and turn.seat == 0 and len(table.match.legal) > 1:
                break
            assert await place.step(code, [GROUP_ANA, GROUP_BEA], None, rng)
            place.server.clock.time += 5.0
        await place.say(GROUP_ANA, "/hint")
        offer = place.server.of(place.group)[-1]
        assert offer.labels == ["Show the hint"]
        assert "Ana" in offer.text
        assert "(" not in offer.text
        told = await place.press(GROUP_BEA, offer, offer.tokens[0])
        assert told is not None
        assert "Ana's turn" in told
        told = await place.press(GROUP_ANA, offer, offer.tokens[0])
        assert told is not None
        assert re.match(r"💡 .+\. Win chance: \d+%\.", told)
        assert (await place.table(code)).hints == (Hint(table.plies + 1, 0),)
