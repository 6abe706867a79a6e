"""What is at stake in the next roll, held against the engine: every outcome and every move after it is tried."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from bot.core.games.commentary import Stake
from bot.core.games.palma import commentary as palma
from bot.core.games.parchis import commentary as parchis
from bot.core.games.wordings import ROLLS_IN, ROLLS_OUT
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import languages, translator
from bot.core.views.status import at_stake
from engine import catalog
from engine.events import Captured, Entered, Event, Moved, Won
from engine.game import TurnKind
from engine.palma.events import Rethrow, Slid, StakeWon
from engine.parchis.events import ThirdSix
from tests.fakes.word_tables import lobby, started

GAMES: list[dict[str, Any]] = [
    {"rules": {"preset": "spanish"}},
    {"rules": {"preset": "italian"}, "seats": ("YR", "BG")},
    {"rules": {"preset": "spanish", "own_pair": "capture"}, "seats": ("YR", "BG")},
    {"rules": {"preset": "italian", "play_on": True, "colours": 6}, "seats": tuple("YBRGPO")},
    {"rules": {"preset": "diceless"}, "teams": [[0, 2], [1, 3]]},
    {"rules": {"preset": "spanish", "stuck_helps": True}, "teams": [[0, 2], [1, 3]]},
]


def outcomes(game: Any, state: Any) -> dict[int, list[tuple[Event, ...]]]:
    """What each number may bring: for each move with it all that happens, the throw included."""
    found: dict[int, list[tuple[Event, ...]]] = {}
    for roll in game.moves(state):
        number = int(roll.removeprefix("n"))
        step = game.apply(state, roll)
        phase = game.position(step.state)["phase"]
        pending = phase == "move" and game.position(step.state)["throw"] == number
        after = [game.apply(step.state, move) for move in game.moves(step.state)] if pending else []
        found[number] = [(*step.events, *then.events) for then in after] or [step.events]
    return found


def with_event(found: dict[int, list[tuple[Event, ...]]], kind: type[Event], **fields: Any) -> set[int]:
    def fits(event: Event) -> bool:
        return isinstance(event, kind) and all(getattr(event, name) == value for name, value in fields.items())

    return {number for number, ways in found.items() for events in ways if any(map(fits, events))}


def positions(game: Any, table: Any, luck: random.Random) -> list[Any]:
    state, found = table.match.state, []
    while game.turn(state).kind is not TurnKind.OVER:
        found.append(state)
        state = game.apply(state, luck.choice(game.moves(state))).state
    return luck.sample(found, min(120, len(found)))


@pytest.mark.parametrize("setting", GAMES, ids=str)
def test_parchis_promises_what_the_engine_gives(setting: dict[str, Any]) -> None:
    game, seen = catalog.game("parchis"), set()
    for state in positions(game, started(lobby(**setting)), random.Random(1)):
        stake = parchis.stake(state)
        if state.phase.value not in ("throw", "pick"):
            assert stake is None
            continue
        side = state.setup.side_of_seat
        found = outcomes(game, state)
        foes = {
            (number, event.owner)
            for number, ways in found.items()
            for events in ways
            for event in events
            if isinstance(event, Captured) and side[event.owner] != side[state.seat]
        }
        arriving = with_event(found, Moved, to="F")
        if stake is None:
            assert not foes
            assert not arriving
            continue
        seen.add(stake.sentence)
        numbers = set(stake.numbers)
        if stake.sentence == parchis.CAPTURES[0]:
            assert numbers == {number for number, owner in foes if owner == stake.victim}
        elif stake.sentence == (parchis.LAST_OF_TEAM if state.setup.teams else parchis.LAST_IN)[0]:
            assert numbers <= arriving
        elif stake.sentence == parchis.DANGER:
            assert with_event(found, ThirdSix, spared=False) == {6}
        elif stake.sentence == ROLLS_OUT[0]:
            assert with_event(found, Entered) == numbers == {5}
            assert not with_event({n: ways for n, ways in found.items() if n != 5}, Moved)
        else:
            assert (stake.sentence, numbers) == (parchis.BRINGS_IN[0], arriving)
    assert len(seen) > 1


@pytest.mark.parametrize("rules", [{"preset": "classic"}, {"preset": "penalty", "hole5": "stake"}], ids=str)
def test_palma_promises_what_the_engine_gives(rules: dict[str, Any]) -> None:
    game, seen = catalog.game("palma"), set()
    for seed in range(4):
        table = started(lobby("palma", rules, ("D", "J")))
        for state in positions(game, table, random.Random(seed)):
            stake = palma.stake(state)
            if state.phase.value != "throw":
                assert stake is None
                continue
            found = {
                number: [events for events in ways if not passed(events)]
                for number, ways in outcomes(game, state).items()
            }
            if stake is None:
                assert not with_event(found, Won)
                assert not with_event(found, StakeWon)
                continue
            seen.add(stake.sentence)
            numbers = set(stake.numbers)
            if stake.sentence == palma.WINS:
                assert numbers == with_event(found, Won)
            elif stake.sentence == palma.WINS_STAKE:
                assert numbers == with_event(found, StakeWon, hole=str(stake.hole))
            elif stake.sentence == palma.CATCHES_SLIDE[0]:
                assert numbers == with_event(found, Slid, to=str(stake.hole))
            elif stake.sentence == ROLLS_IN[0]:
                assert with_event(found, Entered) == numbers == {5}
            else:
                assert numbers == with_event(found, Rethrow, hole=str(stake.hole)) - {5}
    assert len(seen) > 2


def passed(events: tuple[Event, ...]) -> bool:
    return any(type(event).__name__ == "Passed" for event in events)


@pytest.mark.parametrize("language", languages())
def test_a_stake_is_a_sentence_with_a_capital(language: str) -> None:
    table, t = started(lobby()), translator(language)
    sentences = [
        value for module in (parchis, palma) for name, value in vars(module).items() if _is_stake(name, value)
    ]
    assert len(sentences) == 4
    for sentence in (
        *sentences,
        *palma.CATCHES_SLIDE,
        *parchis.CAPTURES,
        *parchis.LAST_IN,
        *parchis.LAST_OF_TEAM,
        *parchis.BRINGS_IN,
        *ROLLS_OUT,
        *ROLLS_IN,
    ):
        told = plain(at_stake(table, Stake(sentence, (3, 5), 1, 24), t))
        assert "{" not in told
        assert told.lstrip("¡¿")[0].isupper()
        assert told[-1] in ".!"
        assert ("{victim}" not in sentence) or "Bea" in told


def _is_stake(name: str, value: object) -> bool:
    return name.isupper() and isinstance(value, str) and " " in value


def test_it_costs_next_to_nothing() -> None:
    game = catalog.game("parchis")
    states = [state for state in positions(game, started(lobby()), random.Random(2)) if state.phase.value == "throw"]
    best = min(_seconds(states) for _ in range(5))
    assert best / len(states) < 0.3e-3


def _seconds(states: list[Any]) -> float:
    began = time.thread_time()
    for state in states:
        parchis.stake(state)
    return time.thread_time() - began
