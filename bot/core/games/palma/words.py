"""Palma in words: hounds and jackals, holes, slides, moves and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.games.profile import Names
from bot.core.i18n.lists import listed
from bot.core.i18n.text_format import words
from bot.core.i18n.translator import N_, Line, Translator
from engine.events import Entered, Event, Lost, Moved
from engine.game import Move
from engine.palma.board import HOME
from engine.palma.events import Rethrow, Slid, StakeWon
from engine.palma.state import State

SIDES = {"D": N_("hounds"), "J": N_("jackals")}
PIECES = {"D": N_("hound {n}"), "J": N_("jackal {n}")}
SIGNS = {"D": "🐕", "J": "🐺"}
HAND = "H"
SOME = 2
"""The least pieces of a side with none on the board."""


def emblem(colours: str) -> str:
    """Return the signs of sides: a dog for the hounds, a wolf for the jackals."""
    return "".join(SIGNS.get(letter, "⚪") for letter in colours)


def side(t: Translator, colours: str) -> str:
    return listed(t, [t(SIDES[letter]) if letter in SIDES else letter for letter in colours])


def piece(t: Translator, piece: str) -> str:
    return t(PIECES[piece[0]], n=piece[1:]) if piece[:1] in PIECES else piece


def square(t: Translator, name: str) -> str:
    """Return a hole by its number, or the hand."""
    return t("hand") if name == HAND else name


def brief(
    t: Translator,
    events: Sequence[Event],
    own: str,  # noqa: ARG001
    names: Names,  # noqa: ARG001
    after: State | None = None,
    *,
    numbered: bool = True,
) -> Line:
    """Return the result of a roll as briefly as possible; `own` and `names` are not needed.

    An arrival in the last five holes has the count of its side's pieces there. Not `numbered`: without the name of
    the piece.
    """
    told: list[str] = []
    for event in events:
        match event:
            case Moved():
                name, way = piece(t, event.piece), {"origin": event.origin, "target": event.to}
                deed = (
                    t("{piece}, {origin} → {target}", piece=name, **way)
                    if numbered
                    else "{origin} → {target}".format(**way)
                )
                told.append(_counted(t, deed, event, after))
            case Slid(origin=origin, to=to):
                forward = int(origin) < int(to)
                told.append(
                    t("slides on to {target}", target=to) if forward else t("slides back to {target}", target=to)
                )
            case Entered():
                told.append(t("{piece} enters", piece=piece(t, event.piece)) if numbered else t("a piece enters"))
            case Rethrow():
                told.append(t("and rolls again"))
            case StakeWon(hole=hole):
                told.append(t("wins the stake of hole {hole}", hole=hole))
            case Lost():
                told.append(t("no move"))
    return words(", ".join(told))


def _counted(t: Translator, deed: str, event: Moved, after: State | None) -> str:
    """Return an arrival in the last five holes with the pieces that its side has there, of all."""
    if after is None or int(event.origin) in HOME or int(event.to) not in HOME:
        return deed
    inside = arrived(after)["DJ".index(event.piece[0])]
    return t("{deed} ({n} of {total} in the last holes)", deed=deed, n=inside, total=after.rules.pieces)


def arrived(state: State) -> tuple[int, ...]:
    """Return how many pieces each side has in the last five holes."""
    return tuple(sum(hole in HOME for hole in own) for own in state.pieces)


def pieces(state: State) -> tuple[int, ...]:
    """Return how many pieces each side has."""
    return (state.rules.pieces,) * len(state.pieces)


def to_go(state: State) -> tuple[int, ...]:
    """Return how many holes each side's pieces have to go to free ones of the last five; entering is none."""
    told = []
    for side in state.pieces:
        out = [hole for hole in side if hole not in HOME]
        told.append(sum(sorted(HOME.difference(side))[: len(out)]) - sum(max(0, hole) for hole in out))
    return tuple(told)


def distance(t: Translator, _state: State, holes: int) -> str:
    return t.plural("{n} step", "{n} steps", holes)


def need(t: Translator, pieces: int, holes: int) -> str:
    """Return what a side still has to bring up."""
    if pieces == 1 and holes >= min(HOME):
        return t("one last piece, all the way up")
    if pieces == 1:
        return t.plural("one last piece, {n} hole below the top", "one last piece, {n} holes below the top", holes)
    return t("{n} more pieces at the top", n=pieces)


def last_need(t: Translator, state: State, seats: Sequence[int]) -> str:
    """Return what a side still has to bring up if all of that is in hand; else nothing."""
    out = [hole for seat in seats for hole in state.pieces[seat] if hole not in HOME]
    if any(hole >= 0 for hole in out) or len(out) < SOME:
        return ""
    return t("{n} pieces, all still in hand", n=len(out))


def plain_move(_t: Translator, events: Sequence[Event]) -> tuple[str, str]:
    """Return the piece and its new hole if only a plain move was made, not into the last five; else empty texts."""
    match events:
        case [Moved(piece=piece, origin=origin, to=to)] if int(to) not in HOME or int(origin) in HOME:
            return piece, to
    return "", ""


def clause(t: Translator, event: Event, told: str = "") -> str | None:  # noqa: ARG001 - a piece moves once in a roll
    """Return an event as a clause to be read aloud; None if other text covers it."""
    match event:
        case Moved(piece=name, origin=origin, to=to):
            return t("{piece} goes from hole {origin} to {target}", piece=piece(t, name), origin=origin, target=to)
        case Slid(origin=origin, to=to):
            forward = int(origin) < int(to)
            return t("slides on to {target}", target=to) if forward else t("slides back to {target}", target=to)
        case StakeWon(hole=hole):
            return t("wins the stake of hole {hole}", hole=hole)
        case Entered(piece=name):
            return t("{piece} enters at the top of the palm", piece=piece(t, name))
        case Rethrow():
            return t("and rolls again")
    return None


def label(t: Translator, move: Move, events: Sequence[Event]) -> str:
    """Return a move's button label: `🐕2 +1 → 10 ⤳ 24`."""
    name, _, steps = move.partition("+")
    shown = _token(name)
    words = [t("{piece} enters", piece=shown) if steps == "in" else f"{shown} +{steps}"]
    for event in events:
        match event:
            case Moved(to=to):
                words.append(f"→ {to}")
            case Slid(to=to):
                words.append(f"⤳ {to}")
            case Rethrow():
                words.append(t("(roll again)"))
            case StakeWon():
                words.append(t("(stake)"))
    return " ".join(words)


def _token(piece: str) -> str:
    return f"{emblem(piece[:1])}{piece[1:]}"


def squares(t: Translator, colours: str, position: Mapping[str, Any]) -> str:
    """Return where a side's pieces are: `1 in hole 12; 2 in hole 20; 3 in hand`."""
    places = list(position["pieces"].get(colours, ()))
    groups = [
        t("{numbers} in hole {hole}", numbers=str(number), hole=place)
        for number, place in enumerate(places, start=1)
        if place != HAND
    ]
    waiting = [str(number) for number, place in enumerate(places, start=1) if place == HAND]
    if waiting:
        groups.append(t("{numbers} in hand", numbers=listed(t, waiting)))
    return t.marks.semicolon.join(groups)


def remarks(t: Translator, position: Mapping[str, Any]) -> tuple[str, ...]:
    seats = {0: "D", 1: "J"}
    won = [(hole, seats.get(seat)) for hole, seat in (position.get("stakes") or {}).items() if seat is not None]
    return tuple(
        t("The {side} won the stake of hole {hole}.", hole=hole, side=side(t, letter))
        for hole, letter in won
        if letter
    )
