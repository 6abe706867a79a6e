"""The tournament's cards that the gallery shows: usual ones, and the largest that may come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha512
from typing import Final

from render.cards.certificate import draw_certificate
from render.cards.podium import draw_podium
from render.content.tournament_card import (
    Bracket,
    BracketRound,
    Certificate,
    Podium,
    PodiumStep,
    RoundCard,
    StandingRow,
    TableTile,
    TileSide,
)
from render.picture import draw_bracket, draw_round
from render.themes.catalog import THEMES
from tools.gallery.views import LENGTHS, NAMES, SCRIPTS

_FRIENDS: Final = (*NAMES, *SCRIPTS, *LENGTHS[1:4], "Gino", "Hilde", "Ivo")
_MOVES: Final = (1, -1, 0, 3, -2, 12, None, -14)
_SIGNS: Final = "YBRGPO"
_ROUNDS: Final = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals", 8: "Round of 16", 16: "Round of 32"}


def _rows(count: int, *, moving: bool = True) -> tuple[StandingRow, ...]:
    return tuple(
        StandingRow(
            str(number + 1),
            _MOVES[number % len(_MOVES)] if moving else None,
            _FRIENDS[number % len(_FRIENDS)],
            f"{3 * count - 2 * number}",
            f"{40 - number // 2}½" if moving else "",
            out=number % 11 == 8,
        )
        for number in range(count)
    )


def _tables(count: int, seats: int, *, through: int = 0) -> tuple[TableTile, ...]:
    """Return tables of which every second has ended; `through` of each go on."""
    return tuple(
        TableTile(
            f"Table {table + 1}",
            tuple(
                TileSide(
                    _FRIENDS[(table * seats + seat) % len(_FRIENDS)],
                    _SIGNS[seat],
                    "" if table % 2 else str(seat + 1),
                    table % 2 == 0 and seat < through,
                )
                for seat in range(seats)
            ),
        )
        for table in range(count)
    )


def _knock_out(sides: int, seats: int, on: int, ended: int, signs: str) -> Bracket:
    """Return a knock-out after a number of rounds, of which `on` of each table go on."""
    names, rounds = [_FRIENDS[number % len(_FRIENDS)] for number in range(sides)], list[BracketRound]()
    while not rounds or len(rounds[-1].tiles) > 1:
        groups = [names[start : start + seats] for start in range(0, len(names), seats)]
        over, last = len(rounds) < ended, len(groups) == 1
        names, tiles = [], []
        for number, group in enumerate(groups):
            order = [(number + seat) % len(group) for seat in range(len(group))]
            best = sorted(order[: 1 if last else on]) if over else []
            tiles.append(
                TableTile(
                    "",
                    tuple(
                        TileSide(
                            name,
                            signs[seat] if name else "",
                            str(order.index(seat) + 1) if over else "",
                            seat in best,
                        )
                        for seat, name in enumerate(group)
                    ),
                )
            )
            names += [group[seat] for seat in best] if over else [""] * on
        rounds.append(BracketRound(_ROUNDS.get(len(groups), f"Round {len(rounds) + 1}"), tuple(tiles)))
    return Bracket(tuple(rounds))


def _podium(*names: str) -> Podium:
    steps = tuple(PodiumStep(place, name, f"{24 - 3 * place} points") for place, name in enumerate(names, 1))
    told = (
        "Most captures: Diego, 41 captures.",
        "Best game: Ana, 38 points of win chance given away per 100 choices (k7q2ab).",
        "Biggest luck: Chiara, +67 points of win chance by rolls (k7q2cd).",
    )
    return Podium(steps, told, "Swiss system · k7q2ef")


def _certificate(name: str, deed: str, place: int) -> Certificate:
    return Certificate(
        "Certificate", "This is to certify that", name, deed, "The Friday Cup", "16 players",
        place, "21 June 2026", "b4ac838f", sha512(name.encode()).hexdigest(),
        "To check it, take its file: /certificate proof=yes",
    )  # fmt: skip


_CUP: Final = ("The Friday Cup", "Parchís · Swiss · round 3 of 5")
_KNOCK_OUT: Final = ("The Friday Cup", "Palma · knock-out")
_OVER: Final = ("The Friday Cup", "Parchís · 16 players")
_CLASSIC, _DARK, _CONTRAST = (THEMES[name] for name in ("classic", "dark", "high-contrast"))

CARDS: Mapping[str, Callable[[], bytes]] = {
    "cup-round": partial(draw_round, _CLASSIC, *_CUP, RoundCard(_rows(12), _tables(3, 4), "Tables of round 3")),
    "cup-round-first": partial(
        draw_round, _CONTRAST, *_CUP, RoundCard(_rows(4, moving=False), _tables(1, 4), "Tables of round 1")
    ),
    "cup-round-largest": partial(
        draw_round, _DARK, *_CUP, RoundCard(_rows(40), _tables(16, 6, through=3), "Tables of round 3")
    ),
    "cup-bracket": partial(draw_bracket, _CLASSIC, *_KNOCK_OUT, _knock_out(16, 2, 1, 2, "DJ")),
    "cup-bracket-four": partial(draw_bracket, _DARK, *_OVER, _knock_out(16, 4, 2, 9, _SIGNS)),
    "cup-bracket-large": partial(draw_bracket, _CONTRAST, *_KNOCK_OUT, _knock_out(64, 2, 1, 1, "DJ")),
    "cup-podium": partial(draw_podium, _CLASSIC, *_OVER, _podium(*NAMES[:3])),
    "cup-podium-long": partial(draw_podium, _DARK, *_OVER, _podium(LENGTHS[1], *SCRIPTS)),
    "cup-certificate": partial(draw_certificate, _CLASSIC, _certificate("Ana", "won the cup", 1)),
    "cup-certificate-dark": partial(draw_certificate, _DARK, _certificate(LENGTHS[1], "came second in the cup", 2)),
    "cup-certificate-contrast": partial(
        draw_certificate, _CONTRAST, _certificate(SCRIPTS[4], "came third in the cup", 3)
    ),
}
