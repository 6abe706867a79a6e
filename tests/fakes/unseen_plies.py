"""Plies of a random game that a reader has not seen."""

from __future__ import annotations

from typing import Any

from engine.dice import STICKS, device_for
from engine.game import TurnKind
from engine.match import Match
from render.content.scene import Scene
from render.content.unseen import Step, Unseen
from tests.fakes.random_games import NAMES


def unseen(match: Match[Any], seen: int, count: int, theme: str = "classic") -> Unseen:
    """Return what a person has not seen who knew the game after `seen` plies, once `count` more were played."""
    steps, before = [], match.at(seen).state
    state, faces = before, ()
    for ply in match.plies[seen : seen + count]:
        if ply.kind is TurnKind.THROW and device_for(match.game.odds(state)) is STICKS:
            faces = STICKS.showing(ply.move)
        steps.append(Step(ply.events, ply.state, faces))
        state = ply.state
    moves = match.game.moves(state) if match.game.turn(state).kind is TurnKind.CHOOSE else ()
    trail = tuple(event for step in steps[-8:] for event in step.events)
    return Unseen(before, tuple(steps), Scene(match.game.name, state, NAMES, moves, trail, faces, None, theme))
