"""/replay: the film is made aside, one at a time in each chat, and posted when it is ready."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.core.domain.bots import bot_name
from bot.core.domain.table import begun
from bot.core.features.replay.commands import MOST
from bot.core.i18n.translator import translator
from bot.core.messages.content import Screen
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from data.records import ChatKey
from engine.notation import read
from render.content.film_order import FilmOrder
from tests.fakes.room import ANA, BEA, CAI, CHAT, PLATFORM, Room, person, room


class Maker:
    """Makes films while its gate is open."""

    def __init__(self, *kinds: str) -> None:
        self.kinds = kinds or ("image/gif",)
        self.orders: list[FilmOrder] = []
        self.trouble: Exception | None = None
        self.asked = asyncio.Event()
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, order: FilmOrder) -> bytes:
        self.orders.append(order)
        self.asked.set()
        await self.gate.wait()
        if self.trouble is not None:
            raise self.trouble
        return f"a film, {order.kind}".encode()


@asynccontextmanager
async def cinema(maker: Maker) -> AsyncIterator[tuple[Room, str]]:
    """A room with a game under way."""
    async with room(make_film=maker) as place:
        code = await place.started("/play palma first=D auto=no", BEA)
        await place.say(ANA, "/roll")
        yield place, code


def films(place: Room, chat: ChatKey = CHAT) -> list[Screen]:
    return [one.screen for one in place.messenger.of(chat) if one.screen.text.plain.startswith("🎬")]


async def test_a_note_comes_first_and_then_the_film() -> None:
    maker = Maker()
    maker.gate.clear()
    async with cinema(maker) as (place, code):
        told = await place.say(CAI, "/replay")
        assert told.notice is not None
        assert told.notice.plain == f"🎬 Making the replay of table {code}…"
        assert (told.screen, told.table, films(place)) == (None, None, [])
        await place.say(ANA, "/board")  # play goes on meanwhile
        maker.gate.set()
        await place.core.background.idle()
        (film,) = films(place)
        assert film.picture is not None
        assert (film.picture.data, film.picture.media_type) == (b"a film, image/gif", "image/gif")
        assert film.text.plain == f"🎬 Palma · classic rules · {code}\nSo far: 🐕 Ana and 🐺 Bea are still playing."
        plies = len((await place.table(code)).log)
        assert (
            film.picture.alt
            == f"Replay of a game of Palma: {plies} roll{'s and moves' if plies > 1 else ' or move'}."
        )
        assert not film.rows
        assert film.about is not None
        assert (film.about.game, film.about.table) == (code, "")


async def test_the_film_is_of_the_game_that_was_played_and_tells_who_won() -> None:
    maker = Maker("image/gif", "video/mp4")
    async with cinema(maker) as (place, code):
        await place.play_out(code, [ANA, BEA])
        await place.say(ANA, "/settings theme=dark")
        await place.say(ANA, "/language es chat")
        await place.say(CAI, f"/replay {code}")
        await place.core.background.idle()
        (order,) = maker.orders
        record, table = read(order.game), await place.table(code)
        assert record.players == ("Ana", "Bea")
        assert (record.game_id, order.theme, order.kind) == (code, "dark", "video/mp4")  # the best that both know
        assert (order.words.turn, order.words.passed(12)) == ("Turno {n} de {all}", "… 12 turnos después")
        assert order.card is not None
        assert {row.name for row in order.card.rows if row.place == 1} < {"Ana", "Bea"}
        assert list(record.moves) == [move.move for move in table.log]
        (film,) = films(place)
        assert film.picture is not None
        assert film.picture.alt.startswith("Vídeo de una partida de Palma: ")
        assert "🥇" in film.text.plain
        assert not any(part.mention for line in film.text.lines for part in line)  # a film calls nobody


async def test_only_the_maker_of_the_film_knows_the_seed_of_a_game_under_way() -> None:
    maker = Maker()
    async with cinema(maker) as (place, code):
        await place.say(CAI, "/replay")
        await place.core.background.idle()
        (order,) = maker.orders
        record = await place.table(code)
        assert read(order.game).seed == record.seed
        assert order.card is None  # nobody has won yet
        assert all(record.seed.hex() not in message.screen.text.plain for message in place.messenger.of(CHAT))
        await place.say(ANA, "/resign")
        await place.click(ANA, "Yes")
        await place.say(CAI, f"/replay {code}")
        await place.core.background.idle()
        assert read(maker.orders[-1].game).places == (2, 1)


async def test_win_chances_are_in_the_film_where_the_chat_shows_them() -> None:
    maker = Maker()
    async with cinema(maker) as (place, code):  # a rated game
        for setting in ("chances=yes", "chances=no"):
            await place.say(ANA, f"/settings {setting}")
            await place.say(CAI, f"/replay {code}")
            await place.core.background.idle()
        await place.play_out(code, [ANA, BEA])
        for setting in ("chances=yes", "chances=no"):
            await place.say(ANA, f"/settings {setting}")
            await place.say(CAI, f"/replay {code}")
            await place.core.background.idle()
        assert [order.chances for order in maker.orders] == [False, False, True, False]


async def test_bots_have_their_name_in_the_chats_language() -> None:
    maker = Maker()
    async with room(make_film=maker) as place:
        await place.say(ANA, "/language it chat")
        await place.say(ANA, "/play palma")
        await place.click(ANA, "Comincia")
        await place.say(ANA, "/replay")
        await place.core.background.idle()
        (order,) = maker.orders
        bot = translator("it")(bot_name(await place.table(), 1))
        assert set(read(order.game).players) == {"Ana", f"🤖 {bot}"}


async def test_what_has_not_begun_or_is_not_here_has_no_film() -> None:
    maker = Maker()
    async with room(make_film=maker) as place:
        assert "No games have been played here yet." in str((await place.say(ANA, "/replay")).notice)
        code = await place.opened("/play palma")
        assert "hasn't started" in str((await place.say(ANA, f"/replay {code}")).notice)
        assert "can't find that table" in str((await place.say(ANA, "/replay zzzzzz")).notice)
        await place.click(ANA, "Start with bots")
        elsewhere = ChatKey(PLATFORM, "elsewhere")
        assert "can't find that table" in str((await place.say(ANA, f"/replay {code}", elsewhere)).notice)
        await place.core.background.idle()
        assert maker.orders == []


async def test_one_film_at_a_time_in_a_chat_and_not_too_many_in_all() -> None:
    maker = Maker()
    maker.gate.clear()
    async with cinema(maker) as (place, _):
        assert "Making the replay" in str((await place.say(ANA, "/replay")).notice)
        assert "One at a time" in str((await place.say(BEA, "/replay")).notice)
        others = [ChatKey(PLATFORM, f"room {number}") for number in range(MOST)]
        answers = []
        for number, chat in enumerate(others):
            guest = person(f"Guest{number}")
            await place.say(guest, "/play palma", chat)
            await place.click(guest, "Start with bots", chat)
            answers.append(str((await place.say(guest, "/replay", chat)).notice))
        assert ["Making the replay" in answer for answer in answers] == [True] * (MOST - 1) + [False]
        assert "Try again in a minute" in answers[-1]
        maker.gate.set()
        await place.core.background.idle()
        assert [len(films(place, chat)) for chat in (CHAT, *others)] == [1] * MOST + [0]
        await place.say(BEA, "/replay")
        await place.core.background.idle()
        assert len(films(place)) == 2


async def test_a_film_that_cannot_be_made_is_told() -> None:
    maker = Maker()
    maker.trouble = RuntimeError("no ink")
    async with cinema(maker) as (place, code):
        await place.say(ANA, "/replay")
        await place.core.background.idle()
        (told,) = films(place)
        assert told.picture is None
        assert told.text.plain == f"🎬 I couldn't make the replay of table {code}."
        maker.trouble = None
        await place.say(ANA, "/replay")
        await place.core.background.idle()
        assert films(place)[-1].picture is not None


async def test_posting_is_tried_again_while_there_is_hope() -> None:
    maker = Maker()
    async with cinema(maker) as (place, _):
        faults: list[Exception] = [TryLater(7.0), ConnectionError()]

        def trouble(call: str) -> None:
            if faults:
                raise faults.pop(0)

        place.messenger.trouble = trouble
        await place.say(ANA, "/replay", settle=False)
        await place.core.background.idle()
        assert len(films(place)) == 1
        assert place.clock.slept[-2:] == [7.0, 4.0]


@pytest.mark.parametrize(
    ("fault", "calls"), [(MessageGone("chat"), 1), (NotAllowed("no"), 1), (ConnectionError(), 4)]
)
async def test_without_hope_the_film_is_given_up_and_play_goes_on(fault: Exception, calls: int) -> None:
    maker = Maker()
    async with cinema(maker) as (place, _):

        def trouble(call: str) -> None:
            raise fault

        place.messenger.calls.clear()
        place.messenger.trouble = trouble
        await place.say(ANA, "/replay")
        await place.core.background.idle()
        assert place.messenger.calls == ["post"] * calls
        place.messenger.trouble = lambda call: None
        await place.say(ANA, "/replay")
        await place.core.background.idle()
        assert len(films(place)) == 1


async def test_stopping_does_not_wait_for_films() -> None:
    maker = Maker()
    maker.gate.clear()
    async with cinema(maker) as (place, _):
        await place.say(ANA, "/replay")
        await maker.asked.wait()
    assert len(maker.orders) == 1
    assert films(place) == []


@pytest.mark.parametrize(
    ("line", "manner"),
    [
        ("/replay", ("usual", 1)),
        ("/replay fast", ("fast", 1)),
        ("/repetición lento 2", ("slow", 2)),
        ("/replay veloce turno=1", ("fast", 1)),
        ("/replay 2", ("usual", 2)),
    ],
)
async def test_a_film_may_be_fast_or_slow_and_begin_with_a_turn(line: str, manner: tuple[str, int]) -> None:
    maker = Maker()
    maker.gate.set()
    async with room(make_film=maker) as place:
        await place.started("/play palma")
        while sum(ply.ends_turn for ply in begun(await place.table()).match.plies) < 2:
            board = place.messenger.of(CHAT)[-1]
            await place.press(ANA, board.buttons[0].token, board.id)
        await place.say(ANA, line)
        await place.core.background.idle()
        assert [(order.tempo, order.begins) for order in maker.orders] == [manner]
        assert "hasn't been played yet" in str((await place.say(ANA, "/replay 9999")).notice)
