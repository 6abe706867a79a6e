"""Make tables to look at, without a store or a chat."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.core.domain.play import dice_of
from bot.core.domain.table import StartedTable, Table, open_match
from bot.core.i18n.text_format import width
from bot.core.messages.content import Screen, Text
from bot.core.services.table_codec import with_options
from data.records import ChatKey, PersonKey, SeatRecord, Status
from engine.game import Move, TurnKind
from tests.fakes.buttons import read
from tests.fakes.pictures import FakePictures

ANA = PersonKey("web", "ana")


def lobby(
    game: str = "parchis",
    rules: dict[str, Any] | None = None,
    seats: Sequence[str] = ("Y", "B", "R", "G"),
    teams: list[list[int]] | None = None,
    *,
    names: Sequence[str | None] = ("Ana", "Bea", "Carlo", "Dana", "Eva", "Fina"),
    **options: Any,
) -> Table:
    """Make a table before its game; a seat without a name is the computer's."""
    taken = tuple(
        SeatRecord(colours, PersonKey("web", name.lower()), name) if name else SeatRecord(colours, computer="greedy")
        for colours, name in zip(seats, names, strict=False)
    )
    preset = {"parchis": "spanish", "palma": "classic"}[game]
    table = Table(
        id="k7m2",
        chat=ChatKey("web", "salon"),
        game=game,
        host=ANA,
        seed=bytes(range(32)),
        seats=taken,
        rules={"preset": preset} | (rules or {}),
        teams=None if teams is None else tuple(map(tuple, teams)),
    )
    return with_options(table, json.dumps(options))


def started(table: Table, moves: Sequence[Move] = ()) -> StartedTable:
    """Return the same table in play, after these moves."""
    playing = replace(table, status=Status.PLAYING, version=len(moves))
    return playing.with_match(open_match(playing, list(moves)))


def played(table: StartedTable, *moves: Move) -> StartedTable:
    """Play some moves more at a table."""
    match = table.match
    for move in moves:
        match = match.play(move)
    return replace(table, version=len(match.plies), match=match)


def random_game(table: Table, luck: random.Random) -> Iterator[Table]:
    """Yield a table in play at every ply up to its end, the throws by its own dice."""
    table = started(table)
    while True:
        yield table
        match = table.match
        assert match is not None
        if match.turn.kind is TurnKind.OVER:
            return
        if match.turn.kind is TurnKind.THROW:
            move = dice_of(table).throw(match.throws, match.game.odds(match.state)).outcome
        else:
            move = luck.choice(match.game.moves(match.state))
        table = played(table, move)


NO_PICTURES = FakePictures(lambda scene: b"")
"""For who looks at the words only."""


def within_bounds(screen: Screen) -> None:
    """Check that every platform can show this."""
    assert width(screen.text.plain) <= 1000, screen.text.plain
    assert well_formed(screen.text)
    assert len(screen.rows) <= 5
    tokens = [button.token for row in screen.rows for button in row]
    assert len(set(tokens)) == len(tokens)
    for row in screen.rows:
        assert 1 <= len(row) <= 5
        for button in row:
            assert 1 <= width(button.label) <= 80
            assert "{" not in button.label
            read(button.token)
    if screen.picture is not None:
        assert width(screen.picture.alt) <= 1000
        assert "{" not in screen.picture.alt


def well_formed(text: Text) -> bool:
    """No place left open, no line empty or broken."""
    return "{" not in text.plain and all(line.strip() for line in text.plain.split("\n"))
