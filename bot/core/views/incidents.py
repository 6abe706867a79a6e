"""Incidents at a table, apart from its moves, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.domain import incidents
from bot.core.domain.table import Table
from bot.core.domain.table_values import Incident, IncidentKind
from bot.core.i18n.text_format import clip, strong, words
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.views.players import former, sitter

_IN_PLAY: Mapping[str, str] = {
    IncidentKind.RESIGNED: N_("🏳 {player} resigns."),
    IncidentKind.KICKED: N_("🚪 {player} was removed from the table."),
    IncidentKind.LEFT: N_("🚪 {player} has left for good."),
    IncidentKind.HOME: N_("🚪 The thread is gone, so the table is here now."),
    IncidentKind.TAKEN: N_("🙋 {player} takes over from {other}."),
    IncidentKind.LOST: N_(
        "📵 I can't post any more where {player} is playing. They can play on elsewhere with {command}"
    ),
}


_REMOVED_IN_PLAY = N_("🚪 {player} was removed from the table. A bot plays on, and the game isn't rated any more.")


def happened(table: Table, incident: Incident, t: Translator) -> Line:
    taken = table.departures.at(incident.seat)
    if incident.kind == IncidentKind.TAKEN:
        newcomer = strong(clip(incident.name) or t("someone"))
        if taken is None:
            return t.text("🙋 {player} takes a bot's seat.", player=newcomer)
        return t.text(_IN_PLAY[IncidentKind.TAKEN], player=newcomer, other=former(table, taken, t))
    before = taken is not None and incident.version < taken.version
    player = former(table, taken, t) if taken is not None and before else sitter(table, incident.seat, t)
    if incident.kind == IncidentKind.KICKED and table.options.rated and incident.seat in table.departures.removed:
        return t.text(_REMOVED_IN_PLAY, player=player)
    command = t.command(f"/join {table.id}")
    return t.text(_IN_PLAY[incident.kind], player=player, command=command)


def gone(table: Table, t: Translator) -> list[Line]:
    """Return the line of a lobby's last incident; none once its person sits there again."""
    last = next(reversed(incidents.of(table)), None)
    if last is None or (last.person is not None and table.sits(last.person)):
        return []
    if last.kind == IncidentKind.HOME:
        return [words(t(_IN_PLAY[IncidentKind.HOME]))]
    if last.kind == IncidentKind.LEFT:
        return [t.text("🚪 Someone has left the table for good.")]
    if last.kind == IncidentKind.KICKED:
        return [t.text(_IN_PLAY[IncidentKind.KICKED], player=strong(clip(last.name) or t("someone")))]
    return []
