"""A table's game as the text that `engine.notation` writes and `engine.verify` checks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.core.domain.play import dice_of, match_of
from bot.core.domain.standing import official_places, places, put_back
from bot.core.domain.table import Table
from bot.core.domain.table_options import TableOptions
from bot.core.services.signing import Signer, fits
from bot.core.views.rules import staked
from data.records import SeatRecord, Status, TableRecord
from engine.match import Automation
from engine.notation import Record, write

CALLED_OFF = "called off"


def export(table: Table, players: Sequence[str] = (), *, sealed: bool = True, signer: Signer | None = None) -> str:
    """Write the text of a game that has begun, signed if there is a signer. Raises Refusal.

    Its seed is in it only once the game is over, or if it is not `sealed`, which nobody may ever read. `players` are
    the names to stand in it, if not those of the seats. A game from elsewhere is never signed here: it keeps the
    signature it came with, as long as that fits.
    """
    record, dice, options = table.record, dice_of(table.record), TableOptions.load(table.record.options)
    over = record.status in (Status.OVER, Status.CANCELLED)
    game = Record.of(
        match_of(table),
        players=tuple(players or map(_player, record.seats)),
        date=datetime.fromtimestamp(record.created, UTC).date().isoformat(),
        game_id=dice.game_id,
        dice=options.dice,
        automations=(Automation.FORCED_MOVE,) if options.auto else (),
        commitment=dice.commitment,
        contributions=dice.contributions,
        contributors=tuple(mixer[-1] for mixer in options.mixers),
        seed=record.seed if over or not sealed else None,
        demonstration=options.demonstration,
        stakes={hole: options.stake(hole) for hole in staked(record)},
        **(_end(record) if over and match_of(table).result is None else {}),
        counted=places(record) if record.result and put_back(record) else (),
    )
    if not options.imported:
        return write(game if signer is None else signer.signed(game))
    if options.signature:
        key, signature = map(bytes.fromhex, options.signature)
        came = replace(game, key=key, signature=signature)
        return write(came if fits(came) else game)
    return write(game)


def _player(seat: SeatRecord) -> str:
    return seat.name or seat.computer or ""


def _end(record: TableRecord) -> dict[str, Any]:
    """Why a game has ended that its moves do not end, and the places if it has any."""
    if not record.result:
        return {"ended": CALLED_OFF}
    return {"ended": json.loads(record.result)["reason"], "places": official_places(record)}
