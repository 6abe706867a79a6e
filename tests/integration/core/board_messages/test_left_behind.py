"""A board that was left behind says what was done, and not what it once asked."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from bot.core.board_messages.planner import BURIED
from bot.core.domain import play
from bot.core.domain.table import StartedTable
from bot.core.games.parchis.words import SIGNS
from bot.core.i18n.translator import translator
from bot.core.messages.content import Part
from bot.core.messages.ports import MessageGone, NotAllowed
from bot.core.messages.requests import Person
from bot.core.views.left_behind import left_text
from bot.core.views.message_turns import CALM, STRETCH, span_of
from bot.core.views.players import short_name
from data.records import TableSubscription
from engine.events import Captured, Event, Moved
from engine.plies import Ply
from tests.fakes.messenger import FakeMessenger, Message
from tests.fakes.palma_tables import palma, press_on
from tests.fakes.room import ANA, BEA, CHAT, Room, person, room
from tests.fakes.told_events import happened, happened_in

SPEAKERS = {"en": ANA, "es": person("Ana", "es"), "it": person("Ana", "it")}
PRESSES = 4
ASKS = {
    "en": (
        "your turn",
        ", roll again!",
        "once more!",
        "you roll again!",
        "another roll for you!",
        "same again!",
        "Which",
    ),
    "es": ("te toca", "¡tira otra vez!", "¡otra más!", "¡vuelves a tirar!", "¡a repetir!", "¿Con", "¿Qué", "¿Cuál"),
    "it": ("tocca a te", ", tira ancora!", "ancora una volta!", "un altro tiro per te!", "si replica!", "Con quale"),
}


def words(message: Message) -> str:
    return message.screen.text.plain


def left(place: Room) -> list[Message]:
    """The boards that have no buttons any more."""
    return [message for message in place.messenger.of(CHAT) if not message.buttons]


@pytest.mark.parametrize("language", SPEAKERS)
@pytest.mark.parametrize("game", ["palma", "spanish", "italian", "diceless"])
async def test_it_tells_the_turn_and_asks_nothing(game: str, language: str) -> None:
    host = SPEAKERS[language]
    async with room() as place:
        await place.say(host, f"/play {game}" + ("" if game == "palma" else " seats=Y,R"))
        code = (await place.table()).id
        await place.say(BEA, "/join")
        await place.say(host, "/start")
        rng = random.Random(game)
        seen: dict[str, int] = {}
        for _ in range(90):
            if await place.actor(code, [host, BEA]) is None:
                break
            before = place.live(code)[0].id
            await press_on(place, code, rng)
            for message in left(place):
                if message.id not in seen:
                    seen[message.id] = place.messenger.calls.count("retire")
                    told = words(message)
                    if message.screen.picture is None:
                        continue
                    assert message.id == before
                    assert "🕊" in told or any(name in told for name in ("Ana", "Bea")), told
                    assert not any(ask in told for ask in ASKS[language]), told
                    assert not any(part.mention for line in message.screen.text.lines for part in line)
        assert len(seen) > 3


async def test_the_lobby_says_that_the_game_has_begun_and_costs_no_call_more() -> None:
    async with room() as place:
        place.messenger.calls.clear()
        await palma(place)
        _heading, players, *rules, begun = words(left(place)[0]).splitlines()
        assert players == "🐕 Ana · 🐺 Bea"
        assert len(rules) == 8
        assert rules[0].endswith("the first with five pieces in holes 25–29 wins.")
        assert rules[-1] == "You make every roll by hand."
        assert max(map(len, rules)) <= 110
        assert begun == "The game has begun! See below."
        assert place.messenger.calls == ["post", "edit", "post", "retire"]


async def test_a_board_shown_again_below_points_there() -> None:
    async with room() as place:
        await palma(place)
        await place.say(BEA, "/board")
        assert words(left(place)[-1]).endswith("This goes on in a newer message below.")


async def test_it_tells_what_was_done_though_more_has_happened_since() -> None:
    async with room() as place:
        code, rng = await palma(place), random.Random(1)

        def trouble(call: str) -> None:
            if call == "retire":
                raise OSError("cut")

        turns: list[Person | None] = []
        while len(turns) < 3:
            who = await place.actor(code, [ANA, BEA])
            turns += [] if turns and turns[-1] == who else [who]
            board = max(place.live(code), key=lambda message: int(message.id))
            assert who is not None
            place.messenger.trouble = trouble
            await place.press(who, rng.choice(board.tokens), board.id, settle=False)
            for _ in range(300):
                if len(place.messenger.calls) and place.messenger.calls[-1] in ("edit", "retire"):
                    break
                await place.clock.sleep(0)
            place.messenger.trouble = lambda call: None
            await place.core.publisher.idle()
        boards = [message for message in left(place) if message.screen.picture is not None]
        for message, name in zip(boards, (turns[0], turns[1]), strict=False):
            assert name is not None
            first = words(message).splitlines()[0]
            assert name.name in first or first.startswith("🕊"), "a plain turn has no words"


@pytest.mark.parametrize("line", ["/play spanish", "/play diceless"])
async def test_the_history_of_a_chat_has_each_capture_and_arrival_once_before_its_comment(line: str) -> None:
    async with room() as place:
        code = await place.opened(f"{line} pace=none", BEA)
        await place.click(ANA, "tart")
        await place.play_out(code, [ANA, BEA], shown=True)
        table = await place.table(code)
        assert isinstance(table, StartedTable)
        happened, turn, seats = list[tuple[int, Event]](), 0, "YBRG"
        for ply in table.match.plies[:-1]:
            happened += [(turn, event) for event in ply.events if isinstance(event, Captured | Moved)]
            turn += ply.ends_turn
        _frame, *messages, result = map(words, place.messenger.of(CHAT))
        assert sum("🏆" in message for message in (*messages, result)) == 1, "the end is told once"
        *_, before_last = messages
        assert not set(before_last.splitlines()) & set(result.splitlines())
        told = "\n".join(messages)
        captures = [event for at, event in happened if isinstance(event, Captured) and at < turn]
        arrivals = [event for at, event in happened if isinstance(event, Moved) and event.to == "F" and at < turn]
        last = told.count("takes"), told.count("reaches the goal")  # in the last turn there may be more
        assert len(captures) > 5
        assert len(captures) <= last[0] <= len(captures) + 3
        assert len(arrivals) <= last[1] <= len(arrivals) + 3
        for event in captures:
            owner = short_name(table, event.owner, translator("en"))
            taken = f"{SIGNS[seats[event.owner]]} {owner}'s piece"
            assert f"takes {taken}" in told
        for message in messages:
            lines = message.splitlines()
            for before, after in pairwise(lines):
                if after.startswith(("💥", "🙈", "🏁")):
                    assert re.search(r"takes|goal", before), message
        comments = {at for at, event in happened if isinstance(event, Captured) and at < turn}
        retold = re.findall(r"💥 (?:The capture that hurt|What turned|\d+ squares gone)", told)
        assert 0 < sum(map(told.count, "💥🙈")) - len(retold) <= len(comments) + 1


@pytest.mark.parametrize(
    ("by_hand", "refusal"),
    [(True, None), (False, None), (True, MessageGone("too old")), (True, NotAllowed("no right to delete"))],
    ids=str,
)
async def test_quiet_turns_of_four_people_share_a_message_and_none_is_left_with_buttons(
    refusal: Exception | None, *, by_hand: bool
) -> None:
    people = [ANA, BEA, person("Cai"), person("Dea")]
    async with room() as place:
        place.by_hand = by_hand
        if refusal is not None:
            error = refusal

            def trouble(call: str) -> None:
                if call == "delete":
                    raise error

            place.messenger.trouble = trouble
        await place.say(ANA, "/play spanish pace=none")
        code = (await place.table()).id
        for guest in people[1:]:
            await place.say(guest, f"/join {code}")
        rng, pressed = random.Random(2), 0
        if not isinstance(await place.table(code), StartedTable):
            await place.click(ANA, "tart")
        for _ in range(150):
            who = await place.actor(code, people)
            if who is None:
                break
            (board,) = place.live(code)
            await place.press(who, rng.choice(board.tokens), board.id)
            pressed += 1
        table = await place.table(code)
        assert isinstance(table, StartedTable)
        texts = [words(message) for message in left(place)]
        told = "\n".join(texts)
        assert len(place.live(code)) == 1
        if refusal is None:
            assert len(texts) < pressed / 2
            assert happened(before_last(table.match.plies, 8)) <= happened_in(told) <= happened(table.match.plies)


@pytest.mark.parametrize("merges", [True, False])
async def test_a_board_that_is_edited_while_all_are_there_leaves_every_event_once(*, merges: bool) -> None:
    people = [ANA, BEA, person("Cai"), person("Dea")]
    async with room(messenger=FakeMessenger(rings=True, merges=merges)) as place:
        code = await place.opened("/play spanish pace=none", *people[1:])
        await place.click(ANA, "tart")
        place.messenger.calls.clear()
        rng, pressed = random.Random(3), 150
        for _ in range(pressed):
            who = await place.acting(code, people)
            (board,) = place.live(code)
            await place.press(who, rng.choice(board.tokens), board.id)
            place.clock.time += rng.choice((1, 5, 5, 5, 100))
            place.messenger.say(CHAT, rng.choice((0, 0, 0, BURIED)))
        table = await place.table(code)
        assert isinstance(table, StartedTable)
        told, plies = "\n".join(map(words, left(place))), table.match.plies
        assert happened(before_last(plies, STRETCH)) <= happened_in(told) <= happened(plies)
        assert "earlier turn" not in told
        assert place.messenger.calls.count("post") < pressed / 2


def before_last(plies: Sequence[Ply[Any]], turns: int) -> Sequence[Ply[Any]]:
    """Return the plies before the last turns, which the newest board may have."""
    return plies[: next(at for at in range(len(plies), 0, -1) if sum(ply.ends_turn for ply in plies[at:]) == turns)]


async def test_the_history_of_palma_has_every_event() -> None:
    """A choice with a roll that the other passed on, and the own turn that follows, stand in one message (H28)."""
    async with room() as place:
        code, rng = await palma(place), random.Random(3)
        for _ in range(150):
            if await place.actor(code, [ANA, BEA]) is None:
                break
            await press_on(place, code, rng)
        table = await place.table(code)
        assert isinstance(table, StartedTable)
        told = "\n".join(words(message) for message in place.messenger.of(CHAT))
        plies = table.match.plies
        assert happened(before_last(plies, CALM))["slide"] > 3
        assert happened(before_last(plies, CALM)) <= happened_in(told) <= happened(plies)


async def test_the_history_has_turns_of_bots_whose_versions_nobody_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several versions of a table follow one press, as where bots think for long, and only the last is shown."""
    monkeypatch.setattr(play, "BATCH", 2)
    async with room() as place:
        code, asked = await place.opened("/play parchis"), 0
        await place.click(ANA, "tart")
        for _ in range(PRESSES):
            board, asked = place.board(code), (await place.table(code)).version
            await place.press(ANA, board.tokens[0], board.id)
        table = await place.table(code)
        (shown,) = (board for board in await place.store.boards(code) if not board.call)
    assert isinstance(table, StartedTable)
    assert table.version > 2 * PRESSES
    told = left_text(table, asked, translator("en"), shown.since, merged=False).plain
    span = span_of(table, asked, shown.since, merged=False)
    assert span is not None
    assert sum(ply.ends_turn for ply in table.match.plies[span]) > PRESSES
    assert happened_in(told) == happened(table.match.plies[span])


async def test_where_the_table_is_not_shown_any_more_the_board_says_so() -> None:
    async with room() as place:
        code = await palma(place)
        elsewhere = CHAT.__class__(CHAT.platform, "elsewhere")
        await place.store.save_place(TableSubscription(code, elsewhere))
        await place.core.publisher.publish(code)
        await place.core.publisher.idle()
        await place.say(BEA, f"/watch {code} off", elsewhere)
        shown = place.messenger.of(elsewhere)[0].screen
        assert shown.text.plain.endswith(f"Table {code} is no longer shown here.")
        assert shown.picture is not None


async def test_if_it_cannot_be_told_the_buttons_go_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("bot.core.board_messages.executor.left_text", broken)
    async with room() as place:
        code = await palma(place)
        assert left(place)[0].screen.text.lines[0] == (Part(code, left(place)[0].screen.text.lines[0][0].style),)
