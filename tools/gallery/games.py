"""Plays the gallery's games by computer, always the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine import catalog
from engine.dice import FairDice
from engine.events import Event
from engine.game import Result, TurnKind
from engine.match import Match
from engine.players import player
from engine.players.playout import computer_game

SEED = bytes(range(32))
MOST_SEATS = 6


@dataclass(frozen=True, slots=True)
class Setting:
    """The game to play: `rules` as sorted pairs, so that games can be cached by setting."""

    game: str
    rules: tuple[tuple[str, Any], ...]
    seats: tuple[str, ...] | None = None
    teams: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class GalleryPosition:
    """A game at one ply: its state, legal moves, the events of the last turns, the sticks as they fell."""

    state: Any
    choosing: bool
    moves: tuple[str, ...]
    news: tuple[Event, ...]
    trail: tuple[Event, ...]
    faces: tuple[str, ...]
    result: Result | None

    def told(self, kind: type[Event]) -> bool:
        return any(isinstance(event, kind) for event in self.news)


@cache
def played(setting: Setting) -> Match[Any]:
    """Play a whole game of greedy players."""
    game, rules, teams = catalog.game(setting.game), dict(setting.rules), setting.teams or None
    chance = random.Random(1)
    start, dice = game.start(rules, setting.seats, teams), FairDice(SEED, setting.game)
    moves, _ = computer_game(game, start, [player("greedy")] * MOST_SEATS, chance, dice)
    return Match.fold(game, rules, setting.seats, teams, moves)


def moments(setting: Setting, since: int) -> Iterator[GalleryPosition]:
    """Yield a game's moments ply by ply, from `since` plies to its end."""
    match, dice = played(setting), FairDice(SEED, setting.game)
    events = [[event for ply in turn for event in ply.events] for turn in match.turns()]
    ends = [0]
    for plies in match.turns():
        ends.append(ends[-1] + len(plies))
    faces: tuple[str, ...] = ()
    state = match.opening
    for count in range(len(match.plies) + 1):
        if count:
            ply, before = match.plies[count - 1], state
            state = ply.state
            if ply.kind is TurnKind.THROW:
                faces = dice.throw(ply.throws - 1, match.game.odds(before)).faces
        if count < since:
            continue
        turn = match.game.turn(state)
        done = max(index for index, end in enumerate(ends) if end <= count)
        begun = [event for ply in match.plies[ends[done] : count] for event in ply.events]
        trail = [event for events in events[max(0, done - 3) : done] for event in events] + begun
        yield GalleryPosition(
            state,
            turn.kind is TurnKind.CHOOSE,
            match.game.moves(state) if turn.kind is TurnKind.CHOOSE else (),
            match.plies[count - 1].events if count else (),
            tuple(trail),
            faces if set(faces) <= {"sun", "moon"} else (),
            match.game.result(state),
        )
