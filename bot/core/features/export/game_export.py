"""A table's game as the text that `engine.notation` writes and `engine.verify` checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.core.domain.play import dice_of
from bot.core.domain.standing import official_places, places, put_back
from bot.core.domain.table import Table, begun
from bot.core.services.signing import Signer, fits
from bot.core.views.rules import staked
from data.records import SeatRecord, Status
from engine.notation import Record, write
from engine.plies import Automation

CALLED_OFF = "called off"


def export(table: Table, players: Sequence[str] = (), *, sealed: bool = True, signer: Signer | None = None) -> str:
    """Return the text of a game that has begun, signed if there is a signer. Raises Refusal.

    It has the seed only once the game is over, or if not `sealed`; nobody may ever read such a text. `players`
    replace the names of the seats. An imported game is never signed here: it keeps its own signature while that fits.
    """
    table = begun(table)
    dice, options, origin = dice_of(table), table.options, table.origin
    over = table.status in (Status.OVER, Status.CANCELLED)
    game = Record.of(
        table.match,
        players=tuple(players or map(_player, table.seats)),
        date=datetime.fromtimestamp(table.created, UTC).date().isoformat(),
        game_id=dice.game_id,
        dice=table.dice.version,
        automations=(Automation.FORCED_MOVE,) if options.auto else (),
        commitment=dice.commitment,
        contributions=dice.contributions,
        contributors=tuple(mixer.name for mixer in table.dice.mixers),
        seed=table.seed if over or not sealed else None,
        demonstration=table.dice.demonstration,
        stakes={hole: options.stake(hole) for hole in staked(table)},
        hints=_hints(table),
        **(_end(table) if over and table.match.result is None else {}),
        counted=places(table) if table.result is not None and put_back(table) else (),
    )
    if not origin.imported:
        return write(game if signer is None else signer.signed(game))
    if origin.signature:
        key, signature = map(bytes.fromhex, origin.signature)
        came = replace(game, key=key, signature=signature)
        return write(came if fits(came) else game)
    return write(game)


def _hints(table: Table) -> dict[str, tuple[int, ...]]:
    found = {
        seat.colours: tuple(hint.entry for hint in table.hints if hint.seat == number)
        for number, seat in enumerate(table.seats)
    }
    return {colours: entries for colours, entries in found.items() if entries}


def _player(seat: SeatRecord) -> str:
    return seat.name or seat.computer or ""


def _end(table: Table) -> dict[str, Any]:
    """Return why a game ended early, and its places if it has any."""
    if table.result is None:
        return {"ended": CALLED_OFF}
    return {"ended": table.result.reason, "places": official_places(table)}
