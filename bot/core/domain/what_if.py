"""What if: a position of a past game, played on by one person against bots.

The table exists in memory only. Nothing stores it, and its dice have a new seed.
"""

from __future__ import annotations

from bot.core.domain.table import StartedTable
from bot.core.domain.table_values import Dice, Links, TableOptions
from bot.core.games.levels import today
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from data.records import PersonKey, SeatRecord, Status
from engine.game import TurnKind
from engine.notation import DICE

TRIER = PersonKey("what-if", "trier")
"""Who plays: no person has this key, so nothing that is theirs changes."""


def tried(table: StartedTable, ply: int, seed: bytes, name: str, now: float) -> StartedTable:
    """Return a finished game as it was after `ply` plies, to be played on; raises Refusal.

    The person has the seat to act, under this name. Bots have the others, at their level in the game.
    """
    if table.status is Status.PLAYING:
        raise Refusal(N_("You can try positions of a game once it's over."))
    match = table.match.at(ply)
    turn = match.turn
    if turn.kind is TurnKind.OVER:
        raise Refusal(N_("The game is over here. Go back to an earlier position to try it."))
    level = today(table.options.bots)
    seats = tuple(
        SeatRecord(seat.colours, TRIER, name)
        if number == turn.seat
        else SeatRecord(seat.colours, computer=today(seat.computer or level))
        for number, seat in enumerate(table.seats)
    )
    return StartedTable(
        id=f"try{seed.hex()[-12:]}",
        chat=table.chat,
        game=table.game,
        host=TRIER,
        seed=seed,
        seats=seats,
        rules=table.rules,
        teams=table.teams,
        options=TableOptions(auto=table.options.auto, stakes=table.options.stakes, rated=False),
        dice=Dice(version=DICE),
        links=Links(first=table.links.first or table.origin.known_as or table.id),  # so bots keep their names
        status=Status.PLAYING,
        started=table.started,
        version=table.version,
        created=now,
        updated=now,
        match=match,
        log=tuple(move._replace(ply=number) for number, move in enumerate(table.standing[:ply])),
    )
