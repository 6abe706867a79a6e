"""Store game analyses: only figures, since the plies are in the match."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any

from bot.core.domain.game_analysis import GameAnalysis
from engine.game import TurnKind
from engine.match import Match
from engine.players.analysis import PlyReport
from engine.plies import Ply

FORM = 1
_WHOLE = 10_000
"""Chances are stored as integers out of this."""


def dump(sides: Sequence[int], reports: Sequence[PlyReport]) -> bytes:
    """Encode the reports on all plies of a match."""
    plies = [
        [
            _parts(report.chances),
            _parts(report.swing),
            None if report.margin is None else round(report.margin * _WHOLE),
            None if report.best in (None, report.move) else report.best,
        ]
        for report in reports
    ]
    return zlib.compress(
        json.dumps({"form": FORM, "sides": list(sides), "plies": plies}, separators=(",", ":")).encode()
    )


def load(body: bytes, match: Match[Any]) -> GameAnalysis:
    """Decode an analysis of the same match; raises ValueError if it is corrupt or of another match."""
    try:
        stored = json.loads(zlib.decompress(body))
        plies, sides = stored["plies"], [int(side) for side in stored["sides"]]
        reports = [_report(one, ply, sides) for one, ply in zip(plies, match.plies, strict=True)]
    except (zlib.error, KeyError, TypeError, IndexError) as error:
        raise ValueError(f"no analysis: {error}") from error
    return GameAnalysis.of(match, sides, reports)


def _parts(chances: Sequence[float]) -> list[int]:
    return [round(chance * _WHOLE) for chance in chances]


def _report(stored: Sequence[Any], ply: Ply[Any], sides: Sequence[int]) -> PlyReport:
    chances, swing = (tuple(part / _WHOLE for part in parts) for parts in stored[:2])
    own = swing[sides[ply.seat]]
    if ply.kind is TurnKind.THROW:
        return PlyReport(ply.move, ply.seat, chances, swing, luck=own)
    margin, best = stored[2:]
    margin = None if margin is None else margin / _WHOLE
    return PlyReport(ply.move, ply.seat, chances, swing, error=max(0.0, -own), best=best or ply.move, margin=margin)
