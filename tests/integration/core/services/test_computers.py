"""Computers that think for long: outside the event loop, in time for the press where they can, never in its way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from bot.core.domain import absence, play
from bot.core.domain.table import StartedTable, begun
from bot.core.services import computers
from bot.core.services.thinking import Lane, NoThought, Thinking, Worker
from data.records import Status
from data.store import Store
from engine import players
from engine.game import TurnKind
from engine.players.effort import load
from tests.fakes.clocked_table import begun as begun_game
from tests.fakes.messenger import FakeMessenger
from tests.fakes.room import ANA, BEA, Room, room, taken_up


class HeldWorker:
    """Thinks in the test's own process, as soon as it may."""

    def __init__(self, gate: asyncio.Event) -> None:
        self._gate = gate
        self.levels: list[object] = []
        self.broken: Exception | None = None

    async def do(self, work: Callable[..., object], *arguments: object) -> object:
        self.levels.append(arguments[0])
        await self._gate.wait()
        if self.broken is not None:
            raise self.broken
        return work(*arguments)

    async def close(self) -> None:
        pass


class Held:
    """A thinking service whose thoughts wait for `gate`."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.worker = HeldWorker(self.gate)
        self.thinking = Thinking(self._made)

    def _made(self, _: Lane) -> Worker:
        return self.worker  # type: ignore[return-value]


@asynccontextmanager
async def duel(
    held: Held, store: Store | None = None, messenger: FakeMessenger | None = None, *, presses: int = 200
) -> AsyncIterator[tuple[Room, str]]:
    """A duel against a master, in which a choice of the master's comes next."""
    async with room(store, messenger, thinking=held.thinking) as place:
        await place.say(ANA, "/play seats=Y,R bots=master lot=no rolls=self rated=no")
        await place.click(ANA, "Start with bots", settle=False)
        await place.core.publisher.idle()
        code = (await place.table()).id
        for _ in range(presses):
            table = await place.table(code)
            if play.problem(table) is not None:
                break
            await place.press(ANA, place.board(code).tokens[0], settle=False)
            await place.core.publisher.idle()
        yield place, code


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for thoughts longer than a moment."""
    monkeypatch.setattr("bot.core.services.table_service.PATIENCE", 0.01)


async def started(place: Room, code: str) -> StartedTable:
    return begun(await place.table(code))


async def test_a_quick_thought_is_seen_with_the_press_before_it() -> None:
    held = Held()
    held.gate.set()
    async with duel(held, presses=12) as (place, code):
        table = await started(place, code)
        assert play.problem(table) is None
        assert table.turn_seat.is_human
        assert {*held.worker.levels} == {"master"}


async def test_a_slow_thought_keeps_nobody_waiting_and_its_move_comes_later(impatient: None) -> None:
    held = Held()
    async with duel(held) as (place, code):
        before = await started(place, code)
        problem = play.problem(before)
        assert problem is not None
        assert place.live(code) == [], "while the bot thinks nobody has anything to press"
        assert not place.core.service.tables.queue(code).locked()
        held.gate.set()
        await place.core.service.computers.idle()
        after = await started(place, code)
        assert after.turn_seat.is_human or after.status is Status.OVER
        first = after.log[len(before.log)]
        made = players.chosen("master", before.match.game, problem.position, problem.luck)
        assert (first.move, first.automation) == (made, play.COMPUTER)
        await place.core.publisher.idle()
        assert place.board(code).tokens, "whoever is to act has been shown it"


async def test_a_thought_for_another_version_is_thrown_away(impatient: None) -> None:
    held = Held()
    async with duel(held) as (place, code):
        before = await started(place, code)
        changed = await place.core.service.change(
            code, lambda now: replace(now, version=now.next_version, options=replace(now.options, auto=False))
        )
        given = play.problem(before)
        assert given is not None
        assert play.solve(changed, given, before.match.legal[0], 0.0) is changed
        held.gate.set()
        await place.core.service.computers.idle()
        after = await started(place, code)
        assert after.turn_seat.is_human or after.status is Status.OVER


async def test_where_thinking_fails_a_swifter_player_chooses(impatient: None) -> None:
    held = Held()
    held.worker.broken = NoThought("the process has ended")
    async with duel(held) as (place, code):
        before = await started(place, code)
        problem = play.problem(before)
        assert problem is not None
        held.gate.set()
        await place.core.service.computers.idle()
        after = await started(place, code)
        assert after.turn_seat.is_human or after.status is Status.OVER
        made = players.chosen("strong", before.match.game, problem.position, problem.luck)
        assert after.log[len(before.log)].move == made


async def test_a_process_killed_while_a_bot_thinks_loses_and_repeats_nothing(impatient: None) -> None:
    held = Held()
    async with duel(held) as (place, code):
        before = await started(place, code)
        problem = play.problem(before)
        assert problem is not None
        next_one = Held()
        next_one.gate.set()
        async with room(place.store, place.messenger, thinking=next_one.thinking) as again:
            await taken_up(again.core)
            await again.core.service.computers.idle()
            after = await started(again, code)
        assert after.log[: len(before.log)] == before.log
        made = players.chosen("master", before.match.game, problem.position, problem.luck)
        assert after.log[len(before.log)].move == made
        assert len({move.ply for move in after.log}) == len(after.log)
        held.gate.set()  # the first process wakes up: the move that it thought of is nobody's any more
        await place.core.service.computers.idle()
        assert (await place.core.service.tables.fresh(code)) == await again.core.service.tables.fresh(code)


async def test_what_goes_wrong_in_the_background_is_tried_again(
    impatient: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(computers, "AGAIN", 0.0)
    held = Held()
    async with duel(held) as (place, code):
        write, failed = place.core.service.tables.write, []

        async def refused(*arguments: object) -> object:
            if not failed:
                failed.append(arguments)
                raise OSError("the disk is full")
            return await write(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(place.core.service.tables, "write", refused)
        held.gate.set()
        await place.core.service.computers.idle()
        after = await started(place, code)
        assert failed
        assert after.turn_seat.is_human or after.status is Status.OVER
        assert "cannot go on now" in caplog.text


async def test_a_whole_game_with_masters_holds_the_loop_up_for_moments_only() -> None:
    gaps: list[float] = []

    async def watched() -> None:
        while True:
            begin = time.perf_counter()
            await asyncio.sleep(0.001)
            gaps.append(time.perf_counter() - begin)

    async with room() as place:
        await place.started("/play palma bots=master rolls=self")
        watch = asyncio.create_task(watched())
        code = (await place.table()).id
        await place.play_out(code, [ANA])
        watch.cancel()
        assert (await place.table(code)).status is Status.OVER
    assert sorted(gaps)[len(gaps) // 2] < 0.05


async def test_a_late_turn_without_dice_is_chosen_beside_the_loop_and_the_table_stays_free_meanwhile() -> None:
    held = Held()
    async with room(thinking=held.thinking) as place:
        code = await begun_game(place, "/play diceless seats=YR,BG pace=live:30 rated=no", BEA)
        before = await started(place, code)
        assert players.player(play.STAND_IN).takes_long(before.match.game, before.match.state, before.match.legal)
        place.clock.time += 31
        look = asyncio.create_task(place.core.scheduler.look())
        await asyncio.sleep(0.05)
        assert held.worker.levels == [play.STAND_IN]
        assert not place.core.service.tables.queue(code).locked()
        assert (await started(place, code)).plies == before.plies
        held.gate.set()
        await look
        after = await started(place, code)
        made = after.log[before.plies :]
        assert {move.automation for move in made} <= {play.LATE, "forced_move"}
        assert [move.move for move in made] == [
            move.move for move in solved_here(before, after.updated).log[before.plies :]
        ]
        assert made


def solved_here(table: StartedTable, now: float) -> StartedTable:
    """What becomes of a late turn whose choices are made at once."""
    solved: dict[play.Problem, str] = {}
    while True:
        try:
            return begun(absence.fall(table, now, solved))
        except play.Unsolved as choice:
            problem = choice.problem
            solved[problem] = players.chosen(problem.level, table.match.game, problem.position, problem.luck)


@pytest.mark.parametrize(
    "line", ["/play diceless", "/play diceless colours=6", "/play spanish bots=strong", "/play italian seats=YR,BG"]
)
async def test_computers_weigh_little_between_two_moments_of_the_loop(line: str) -> None:
    async with room() as place:
        await place.say(ANA, f"{line} rolls=self")
        await place.click(ANA, "Start with bots")
        code = (await place.table()).id
        for _ in range(25):
            if await place.actor(code, [ANA]) is not None:
                await place.press(ANA, place.board(code).tokens[0])
        table = await started(place, code)
    weighed: dict[int, list[float]] = {}
    state = table.match.opening
    for move, ply in zip(table.log, table.match.plies, strict=True):
        if move.automation == play.COMPUTER and ply.kind is TurnKind.CHOOSE:
            legal = table.match.game.moves(state)
            if not players.player(table.options.bots).takes_long(table.match.game, state, legal):
                weighed.setdefault(move.version, []).append(load(state, legal))
        state = ply.state
    assert any(sum(loads) for loads in weighed.values())
    for loads in weighed.values():
        costs = [cost for cost in loads if cost]
        assert len(costs) < 2 or sum(costs) <= 1, "more follows in the next transaction"
