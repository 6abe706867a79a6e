"""What an analysed game adds to its players' sums of luck and errors: a pure function of both."""

from __future__ import annotations

from bot.core.domain.game_analysis import GameAnalysis
from bot.core.domain.play import COMPUTER as BOT
from bot.core.domain.play import LATE
from bot.core.domain.standing import has_left, places
from bot.core.domain.table import StartedTable
from bot.core.rankings.ladders import family
from data.records import PersonKey
from data.result_records import COMPUTER, FORMER, AnalysisRecord, AnalysisSeat
from engine import players


def record_of(table: StartedTable, analysis: GameAnalysis, body: bytes, at: float) -> AnalysisRecord:
    """Return the record of an analysed game, stored at a moment in Unix seconds.

    Imported games have no known players. A bot's rolls and choices for a person are left out, and so are seats whose
    players left.
    """
    seats = () if table.origin.imported else tuple(_seats(table, analysis))
    return AnalysisRecord(table.id, table.game, family(table), at, body, seats, lowest(table, analysis))


def lowest(table: StartedTable, analysis: GameAnalysis) -> int:
    """Return the lowest win chance of the winners, in ten-thousandths, 1 at least; 0 if somebody left."""
    if not analysis.reports or any(has_left(table, seat) for seat in range(len(table.seats))):
        return 0
    won = {analysis.sides[seat] for seat, place in enumerate(places(table)) if place == 1}
    return max(1, round(1e4 * min((report.chances[side] for report in analysis.reports for side in won), default=0)))


def _seats(table: StartedTable, analysis: GameAnalysis) -> list[AnalysisSeat]:
    found, balances = [], analysis.balances
    for number, seat in enumerate(table.seats):
        if has_left(table, number) or seat.is_free or (seat.person is not None and seat.person.platform == FORMER):
            continue
        own = [
            (report, move.automation is None or seat.is_bot, move.automation not in (BOT, LATE) or seat.is_bot)
            for report, move in zip(analysis.reports, table.standing, strict=False)
            if report.seat == number
        ]
        errors = [report.error or 0.0 for report, chosen, _ in own if chosen and report.margin is not None]
        lucks = [report.luck for report, _, rolled in own if rolled and report.luck is not None]
        player = seat.person or PersonKey(COMPUTER, players.plain(seat.computer or ""))
        of = balances[analysis.sides[number]]
        figures = (sum(lucks), len(lucks), sum(errors), len(errors), of.luckless - of.start)
        found.append(AnalysisSeat(player, *figures))
    return found
