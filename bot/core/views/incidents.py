"""What happened to people at a table beside the moves, in words."""

from __future__ import annotations

from bot.core.domain import incidents
from bot.core.domain.incidents import Incident, Kind
from bot.core.domain.table import Table
from bot.core.i18n.text_format import clip, code, strong
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.views.players import who
from data.records import TableRecord

_IN_PLAY = {
    Kind.RESIGNED: N_("🏳 {player} has given up."),
    Kind.KICKED: N_("🚪 {player} was sent away."),
    Kind.LEFT: N_("🚪 {player} has left for good."),
    Kind.LOST: N_("📵 I cannot write any more where {player} plays. They can go on elsewhere with {command}"),
}


def happened(table: Table, incident: Incident, t: Translator) -> Line:
    """Return the line of something that happened in play."""
    command = code(t.typed(f"/join {table.record.id}"))
    return t.text(_IN_PLAY[incident.kind], player=who(table, incident.seat, t), command=command)


def gone(record: TableRecord, t: Translator) -> list[Line]:
    """Return the line of who left a lobby last against their habit; none once they sit there again."""
    last = next(reversed(incidents.of(record)), None)
    if last is None or any(seat.person == last.person for seat in record.seats if last.person is not None):
        return []
    if last.kind is Kind.LEFT:
        return [t.text("🚪 Somebody has left the table for good.")]
    if last.kind is Kind.KICKED:
        return [t.text(_IN_PLAY[Kind.KICKED], player=strong(clip(last.name) or t("somebody")))]
    return []
