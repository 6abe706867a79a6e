"""Palma in words: hounds and jackals, holes, slides, moves and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.i18n.text_format import listed, signed
from bot.core.i18n.translator import N_, Translator
from engine.game import Event, Move

SIDES = {"D": N_("hounds"), "J": N_("jackals")}
PIECES = {"D": N_("hound {n}"), "J": N_("jackal {n}")}
SIGNS = {"D": "🐕", "J": "🐺"}
HAND = "H"


def emblem(colours: str) -> str:
    """A dog or a wolf."""
    return "".join(SIGNS.get(letter, "⚪") for letter in colours)


def side(t: Translator, colours: str) -> str:
    """`hounds` or `jackals`."""
    return listed(t, [t(SIDES[letter]) if letter in SIDES else letter for letter in colours])


def piece(t: Translator, piece: str) -> str:
    """`hound 2`."""
    return t(PIECES[piece[0]], n=piece[1:]) if piece[:1] in PIECES else piece


def clause(t: Translator, event: Event) -> str | None:
    """What an event adds to a sentence about a move."""
    kind = event["type"]
    places = {"origin": str(event.get("from", "")), "target": str(event.get("to", ""))}
    if kind == "moved":
        return t("{piece} goes from hole {origin} to {target}", piece=_shown(t, event), **places)
    if kind == "slid":
        return t("slides on to {target}", **places) if _forward(places) else t("slides back to {target}", **places)
    if kind == "stake":
        return t("wins the stake of hole {hole}", hole=str(event.get("hole", "")))
    return t(_SIMPLE[kind], piece=_shown(t, event)) if kind in _SIMPLE else None


_SIMPLE = {
    "entered": N_("{piece} enters at the top of the palm"),
    "rethrow": N_("and throws again"),
    "lost": N_("nobody can use it"),
}


def _forward(places: Mapping[str, str]) -> bool:
    origin, target = places["origin"], places["target"]
    return not (origin.isdigit() and target.isdigit()) or int(origin) < int(target)


def _shown(t: Translator, event: Event) -> str:
    name = str(event.get("piece") or "")
    return signed(emblem(name[:1]), piece(t, name))


def label(t: Translator, move: Move, events: Sequence[Event]) -> str:
    """A move on its button: `🐕2 +1 → 10 ⤳ 24`."""
    name, _, steps = move.partition("+")
    shown = _token(name)
    words = [t("{piece} enters", piece=shown) if steps == "in" else f"{shown} +{steps}"]
    for event in events:
        if event["type"] == "moved":
            words.append(f"→ {event.get('to')}")
        elif event["type"] == "slid":
            words.append(f"⤳ {event.get('to')}")
        elif event["type"] == "rethrow":
            words.append(t("(throws again)"))
        elif event["type"] == "stake":
            words.append(t("(wins the stake)"))
    return " ".join(words)


def _token(piece: str) -> str:
    """A piece as the picture shows it: its sign and number."""
    return f"{emblem(piece[:1])}{piece[1:]}"


def squares(t: Translator, colours: str, position: Mapping[str, Any]) -> str:
    """`1 in hole 12; 2 in hole 20; 3 in hand`."""
    places = list(position["pieces"].get(colours, ()))
    told = [
        t("{numbers} in hole {hole}", numbers=str(number), hole=place)
        for number, place in enumerate(places, start=1)
        if place != HAND
    ]
    waiting = [str(number) for number, place in enumerate(places, start=1) if place == HAND]
    if waiting:
        told.append(t("{numbers} in hand", numbers=listed(t, waiting)))
    return "; ".join(told)


def remarks(t: Translator, position: Mapping[str, Any]) -> tuple[str, ...]:
    """The stakes that were won."""
    seats = {0: "D", 1: "J"}
    won = [(hole, seats.get(seat)) for hole, seat in (position.get("stakes") or {}).items() if seat is not None]
    return tuple(
        t("The stake of hole {hole} is with the {side}.", hole=hole, side=side(t, letter))
        for hole, letter in won
        if letter
    )
