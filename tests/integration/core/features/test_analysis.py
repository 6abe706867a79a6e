"""/analysis: a finished game is looked at aside, in one message, once and for all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.bootstrap import CARDS
from bot.core.domain.standing import places
from bot.core.domain.table import StartedTable
from bot.core.features.analysis.orders import MOST
from bot.core.features.analysis.sweep import CALM, AnalysisSweep
from bot.core.messages.content import Screen
from bot.core.rankings.ladders import named
from bot.core.services.analysis_codec import load
from bot.core.services.recompute import recompute
from bot.core.services.thinking import NoThought
from data.open_store import open_store
from data.records import ChatKey, PersonKey
from data.result_records import AnalysisOrder
from tests.fakes.messenger import FakeMessenger
from tests.fakes.room import ANA, BEA, CAI, CHAT, PLATFORM, Room, person, room, said, shown, taken_up


class Thinker:
    """Thinks at once and here, while its gate is open."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.gate.set()
        self.works = 0
        self.is_busy = False
        self.trouble: Exception | None = None
        self.on_work: Callable[[], None] = lambda: None

    async def do(self, work: Callable[..., Any], *arguments: Any, **_: Any) -> Any:
        self.works += 1
        self.on_work()
        await self.gate.wait()
        if self.trouble is not None:
            raise self.trouble
        return work(*arguments)

    async def close(self) -> None:
        """Nothing is open."""


async def finished(place: Room, game: str = "palma first=D", *, whole: bool = False) -> str:
    """Play a game to its end, or until it counts and one of two resigns; return its code."""
    code = await place.started(f"/play {game}", BEA)
    if whole:
        await place.play_out(code, [ANA, BEA])
    else:
        await place.play_until_counted(code, [ANA, BEA])
        await place.end(code, "resign", [BEA])
    return code


def reports(place: Room, chat: ChatKey = CHAT) -> list[Screen]:
    return [one.screen for one in place.messenger.of(chat) if one.nonce.startswith("look:")]


async def test_the_report_comes_in_the_message_that_told_how_far_it_was() -> None:
    thinker = Thinker()
    thinker.gate.clear()
    async with room(thinking=thinker, cards=CARDS) as place:
        code = await finished(place)
        assert said(await place.say(CAI, "/analysis")) == f"📊 I'll post the analysis of game {code} here."
        await asyncio.sleep(0.05)
        (begun,) = reports(place)
        assert begun.text.plain == f"📊 I'm going through game {code} again, move by move…"
        thinker.gate.set()
        await place.core.background.idle()
        (report,) = reports(place)
        assert report.text.plain.startswith(f"📊 What decided the game · {code}\n")
        assert "With equal luck for everyone, the win chances: Ana " in report.text.plain
        assert report.picture is not None
        assert report.picture.data.startswith(b"\x89PNG")
        assert report.picture.alt.startswith("Win chances over a game of Palma.")
        assert {ANA.key, BEA.key} <= report.people


async def test_a_game_is_looked_at_once_and_served_at_once_afterwards() -> None:
    thinker = Thinker()
    async with room(thinking=thinker) as place:
        code = await finished(place)
        await place.say(CAI, "/analysis")
        await place.core.background.idle()
        works = thinker.works
        again = await place.say(BEA, f"/analyze {code}")
        assert again.notice is None
        assert again.screen is not None
        assert again.screen.text == reports(place)[0].text
        pressed = await place.click(ANA, "Analysis")
        assert pressed.below
        assert pressed.screen is not None
        assert pressed.screen.text == again.screen.text
        assert thinker.works == works
        assert await place.store.orders() == []
        (game,) = await place.store.season_games(CHAT, 0.0, 1e12)
        assert game.lowest == 0, "a win by somebody's leaving is no comeback"


async def test_the_message_is_changed_a_few_times_at_most() -> None:
    thinker = Thinker()
    async with room(thinking=thinker) as place:
        await finished(place, whole=True)

        def later() -> None:
            place.clock.time += 30.0

        thinker.on_work = later
        await place.say(CAI, "/analysis")
        await place.core.background.idle()
        (message,) = [one for one in place.messenger.of(CHAT) if one.nonce.startswith("look:")]
        begun, *told, report = [face.text.plain for face in message.faces]
        assert "move by move" in begun
        assert 1 <= len(told) <= 2
        assert all(text.endswith("% done.") for text in told)
        assert "What decided" in report


@pytest.mark.parametrize("language", ["en", "es", "it"])
async def test_every_language_has_its_report(language: str) -> None:
    async with room(thinking=Thinker()) as place:
        await finished(place)
        await place.say(ANA, f"/language {language} chat")
        await place.say(CAI, "/analysis")
        await place.core.background.idle()
        report = reports(place)[-1]
        title = {"en": "What decided", "es": "Qué decidió", "it": "Che cosa ha deciso"}[language]
        assert title in report.text.plain
        assert "{" not in report.text.plain


async def test_a_game_under_way_is_not_analysed() -> None:
    async with room(thinking=Thinker()) as place:
        await place.say(ANA, "/play palma")
        assert "hasn't started" in str((await place.say(ANA, f"/analysis {(await place.table()).id}")).notice)
        await place.click(ANA, "Start with bots")
        assert "once it's over" in str((await place.say(ANA, "/analysis")).notice)


async def test_one_at_a_time_for_a_chat_and_a_person_and_not_too_many_in_all() -> None:
    thinker = Thinker()
    thinker.gate.clear()
    async with room(thinking=thinker) as place:
        code = await finished(place)
        await place.say(ANA, "/analysis")
        assert "going through a game here" in str((await place.say(BEA, "/analysis")).notice)
        elsewhere = [ChatKey(PLATFORM, f"room {number}") for number in range(MOST)]
        for chat in elsewhere:
            await place.say(CAI, f"/watch {code}", chat)
        assert "for you" in str((await place.say(ANA, f"/analysis {code}", elsewhere[0])).notice)
        notices = [
            str((await place.say(person(f"P{number}"), f"/analysis {code}", chat)).notice)
            for number, chat in enumerate(elsewhere)
        ]
        assert ["I'll post" in notice for notice in notices] == [True] * (MOST - 1) + [False]
        assert "busy" in notices[-1]
        thinker.gate.set()
        await place.core.background.idle()
        assert all(reports(place, chat) for chat in elsewhere[:-1])


async def test_what_goes_wrong_is_told_in_the_same_message() -> None:
    thinker = Thinker()
    thinker.trouble = NoThought("the process died")
    async with room(thinking=thinker) as place:
        code = await finished(place)
        await place.say(ANA, "/analysis")
        await place.core.background.idle()
        assert [one.text.plain for one in reports(place)] == [f"📊 I couldn't analyse game {code}. Try again later."]
        thinker.trouble = None
        assert "I'll post" in str((await place.say(ANA, "/analysis")).notice)


async def test_a_restart_takes_the_order_up_in_the_same_message() -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    thinker = Thinker()
    try:
        async with room(store, messenger, thinking=thinker) as place:
            code = await finished(place)
            thinker.gate.clear()
            await place.say(ANA, "/analysis")
            await asyncio.sleep(0.05)
            (begun,) = reports(place)
            assert "move by move" in begun.text.plain
        (order,) = await store.orders()
        assert (order.table, order.chat, order.person) == (code, CHAT, ANA.key)
        async with room(store, messenger, thinking=Thinker()) as place:
            await taken_up(place.core)
            await place.core.background.idle()
            (report,) = reports(place)
            assert "What decided the game" in report.text.plain
        assert await store.orders() == []
    finally:
        await store.close()


async def test_an_imported_game_is_analysed_and_nobody_is_known_of_it() -> None:
    async with room(thinking=Thinker()) as place:
        code = await finished(place)
        export = await place.say(ANA, f"/export {code}")
        text = export.document.text if export.document is not None else str(export.notice and export.notice.plain)
        other = ChatKey(PLATFORM, "other")
        async with room(thinking=Thinker(), seed="2") as far:
            await far.say(CAI, "/import", other, file=text.encode())
            await far.say(CAI, "/analysis", other)
            await far.core.background.idle()
            assert "What decided the game" in reports(far, other)[-1].text.plain
            assert await far.store.insight(other, "palma", "classic") == []


async def test_the_sums_of_a_chat_grow_with_each_game_once() -> None:
    async with room(thinking=Thinker()) as place:
        for _ in range(2):
            code = await finished(place, whole=True)
            await place.say(ANA, f"/analysis {code}")
            await place.core.background.idle()
            await place.say(ANA, f"/analysis {code}")
        sums = {one.player: one for one in await place.store.insight(CHAT, "palma", "classic")}
        assert set(sums) == {ANA.key, BEA.key}
        assert {one.games for one in sums.values()} == {2}
        assert all(one.throws > 10 and one.choices > 0 and one.error >= 0 for one in sums.values())
        assert {one.adjusted_games for one in sums.values()} == {2}
        ana, bea = sums[ANA.key], sums[BEA.key]
        assert ana.adjusted == pytest.approx(-bea.adjusted) != 0, "what one side has above its start, the other lacks"
        await place.say(ANA, "/deletemydata")
        await place.click(ANA, "Yes")
        assert {one.player for one in await place.store.insight(CHAT, "palma", "classic")} == {BEA.key}


async def test_forgetting_ends_an_order() -> None:
    async with room(thinking=Thinker()) as place:
        code = await finished(place)
        await place.store.save_order(AnalysisOrder(code, CHAT, ANA.key, None, 1.0))
        await place.store.forget(ANA.key, PersonKey("former", "x"), {})
        assert await place.store.orders() == []


def sweep_of(place: Room, thinker: Thinker) -> AnalysisSweep:
    return AnalysisSweep(place.core.service, thinker)  # type: ignore[arg-type]


async def test_a_game_that_counts_is_looked_at_unasked_once_and_is_then_served_at_once() -> None:
    thinker = Thinker()
    async with room(thinking=thinker) as place:
        sweep = sweep_of(place, thinker)
        assert not await sweep.look()
        code = await finished(place, whole=True)
        assert await sweep.look()
        assert thinker.works > 0
        assert reports(place) == [], "nobody has asked"
        ladder = named("palma")
        assert ladder is not None
        sums = await place.store.insight(CHAT, ladder.game, ladder.family)
        assert {one.player for one in sums} == {ANA.key, BEA.key}
        works = thinker.works
        assert not await sweep.look()
        served = await place.say(CAI, f"/analysis {code}")
        assert served.screen is not None
        assert thinker.works == works
        await told_as_a_comeback(place, code)


async def told_as_a_comeback(place: Room, code: str) -> None:
    """Check that the record of the chat goes by the chances of an analysed game, and can be computed again."""
    table, body = await place.table(code), await place.store.analysis(code)
    assert isinstance(table, StartedTable)
    assert body is not None
    winner = places(table).index(1)
    lowest = min(report.chances[winner] for report in load(body, table.match).reports)
    told = f"Biggest comeback: {table.seats[winner].name}, from a win chance of {100 * lowest:.0f}% · Palma · {code}"
    place.clock.time += 1.0
    assert told in shown(await place.say(CAI, "/palmares"))
    await place.store.set_lowest(code, 0)  # as analyses of earlier versions have it
    assert "comeback" not in shown(await place.say(CAI, "/palmares"))
    await recompute(place.store)
    assert told in shown(await place.say(CAI, "/palmares"))


async def test_a_game_that_does_not_count_or_ended_long_ago_is_left_alone() -> None:
    thinker = Thinker()
    async with room(thinking=thinker) as place:
        await finished(place, "palma first=D rated=no")
        assert not await sweep_of(place, thinker).look()
        await finished(place)
        place.clock.time += 3 * 86400.0
        assert not await sweep_of(place, thinker).look()
    assert thinker.works == 0


async def test_it_waits_while_anybody_waits_for_a_thought() -> None:
    thinker = Thinker()
    async with room(thinking=thinker) as place:
        await finished(place)
        thinker.is_busy = True
        look = asyncio.create_task(sweep_of(place, thinker).look())
        await asyncio.sleep(0.05)
        assert thinker.works == 0
        thinker.is_busy = False
        place.clock.time += 2 * CALM
        assert await asyncio.wait_for(look, 10)
        assert thinker.works > 0


async def test_what_cannot_be_looked_at_is_not_tried_again_and_keeps_no_other_game_waiting() -> None:
    thinker = Thinker()
    async with room(thinking=thinker) as place:
        sweep = sweep_of(place, thinker)
        await finished(place)
        thinker.trouble = RuntimeError("a fault")
        with pytest.raises(RuntimeError, match="a fault"):
            await sweep.look()
        thinker.trouble = None
        assert not await sweep.look()
        await finished(place)
        assert await sweep.look()


async def test_a_machine_that_is_too_busy_for_it_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    thinker = Thinker()
    async with room(thinking=thinker) as place:
        sweep = sweep_of(place, thinker)
        await finished(place)
        thinker.trouble = NoThought("it has taken too long")
        assert await sweep.look()
        thinker.trouble = None
        assert not await sweep.look(), "until the next start"
    assert [entry for entry in caplog.records if entry.name.endswith("sweep") and entry.levelname != "INFO"] == []
