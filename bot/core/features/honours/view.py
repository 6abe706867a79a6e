"""A chat's roll of honours in words and for its picture."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby

from bot.core.i18n.lists import listed
from bot.core.i18n.text_format import clip, code, joined, named, strong, text_of, width, words
from bot.core.i18n.time_zones import zone_of
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.content import Part, Text
from bot.core.rankings.chat_feats import Feat, Record
from bot.core.rankings.ladders import ladder_of
from bot.core.services.honours import Accuracy, Roll
from bot.core.views.chances import percent
from bot.core.views.game_over import medal_of
from bot.core.views.points import given_away
from bot.core.views.season_names import season_name, shown_name
from data.season_records import HonourKind, HonourRecord
from render.content.honours_card import HonoursCard, RecordRow, RollRow, RollYear

EVENTS = 12
"""The most events in words."""
ROOM = 1000
"""The most characters below a picture."""
SHARED = 4
"""The most people who are named at one place."""
TITLE = 40
_KINDS = {HonourKind.SEASON: N_("Season"), HonourKind.CUP: N_("Cup"), HonourKind.LEAGUE: N_("League")}
_FEATS = {
    Feat.QUICKEST: N_("Quickest win"),
    Feat.LONGEST: N_("Longest game won"),
    Feat.CAPTURES: N_("Most captures in a game"),
    Feat.COMEBACK: N_("Biggest comeback"),
    Feat.STREAK: N_("Longest winning streak"),
}


def event_name(honour: HonourRecord, zone: str, t: Translator) -> str:
    """Return what an event is called: a season by its months, a cup or league by its title."""
    if honour.kind is not HonourKind.SEASON:
        return clip(honour.title, TITLE) or t(_KINDS[honour.kind])
    began = float(honour.event) if honour.event.isdecimal() else honour.at
    return season_name(min(began, honour.at - 1), honour.at, zone_of(zone), t)


def roll_text(roll: Roll, t: Translator) -> Text:
    """Return champions by year, and the records with the codes of their games; within ROOM, the latest events."""
    for events in range(EVENTS, 0, -1):
        text = _told(roll, events, t)
        if width(text.plain) <= ROOM:
            break
    return text


def _told(roll: Roll, most: int, t: Translator) -> Text:
    lines: list[Line] = [(strong(t("🏆 Roll of honours")),)]
    events = _events(roll)[:most]
    if not events:
        lines.append(t.text("No champions yet. The first season's winner will be the first listed here: {command}",
                            command=t.command("/season")))  # fmt: skip
    for year, group in groupby(events, key=lambda event: year_of(event[0], roll.zone)):
        lines.append((strong(year),))
        lines += [_event(event, roll.zone, t) for event in group]
    if roll.records:
        lines.append((strong(t("Records")),))
        lines += [_record(record, roll, t) for record in roll.records]
        if roll.accuracy is not None:
            lines.append(_exact(roll.accuracy, t))
        lines.append(
            t.text("See such a game again: {command}", command=t.command(f"/replay {roll.records[0].game.table}"))
        )
    return text_of(*lines)


def roll_card(roll: Roll, t: Translator) -> HonoursCard:
    """Return the content of the picture."""
    years = []
    for year, group in groupby(_events(roll), key=lambda event: year_of(event[0], roll.zone)):
        rows = [
            RollRow(
                event_name(event[0], roll.zone, t),
                _names(event, 1, t),
                tuple(name for place in (2, 3) if (name := _names(event, place, t))),
            )
            for event in group
        ]
        years.append(RollYear(year, tuple(rows)))
    records = [
        RecordRow(t(_FEATS[one.feat]), value(one, t), shown_name(one.player, roll.names.get(one.player), t))
        for one in roll.records
    ]
    if roll.accuracy is not None:
        name = shown_name(roll.accuracy.player, roll.accuracy.name, t)
        records.append(RecordRow(t("Best accuracy"), _given(roll.accuracy, t), name))
    return HonoursCard(tuple(years), t("Records") if records else "", tuple(records))


def described(title: str, card: HonoursCard, t: Translator) -> str:
    """Return the picture in words."""
    events = [f"{row.event}{t.marks.colon}{row.winner}" for year in card.years for row in year.rows]
    records = [f"{row.title}{t.marks.colon}{row.name}, {row.value}" for row in card.records]
    return f"{title}. " + t.marks.semicolon.join([*events, *records])


def value(record: Record, t: Translator) -> str:
    """Return how much a record is."""
    n = record.value
    if record.feat in (Feat.QUICKEST, Feat.LONGEST):
        return t.plural("{n} roll or move", "{n} rolls and moves", n)
    if record.feat is Feat.CAPTURES:
        return t.plural("{n} capture", "{n} captures", n)
    if record.feat is Feat.COMEBACK:
        return t("from a win chance of {chance}", chance=percent(n / 1e4, t))
    return t.plural("{n} win", "{n} wins", n)


def _events(roll: Roll) -> list[list[HonourRecord]]:
    """Return the honours of each event that still has a winner to be shown."""
    groups = groupby(roll.honours, key=lambda one: (one.kind, one.event))
    return [event for _, group in groups if (event := list(group)) and event[0].place == 1]


def year_of(honour: HonourRecord, zone: str) -> str:
    """Return the year in which an event ended."""
    return str(datetime.fromtimestamp(honour.at - 1, zone_of(zone)).year)


def _event(event: Sequence[HonourRecord], zone: str, t: Translator) -> Line:
    groups: list[Line] = []
    for place in sorted({one.place for one in event}):
        people = [one for one in event if one.place == place]
        names = joined([(named(shown_name(one.player, one.name, t), one.player),) for one in people[:SHARED]], ", ")
        groups.append((Part(f"{medal_of(place, t)} "), *names))
    return (Part(f"{event_name(event[0], zone, t)}{t.marks.colon}"), *joined(groups, "  "))


def _names(event: Sequence[HonourRecord], place: int, t: Translator) -> str:
    people = [shown_name(one.player, one.name, t) for one in event if one.place == place]
    return listed(t, people[:SHARED]) if people else ""


def _record(record: Record, roll: Roll, t: Translator) -> Line:
    name = named(shown_name(record.player, roll.names.get(record.player), t), record.player)
    parts = (Part(f"{t(_FEATS[record.feat])}{t.marks.colon}"), name, Part(f", {_of_game(record, t)} · "))
    return (*parts, code(record.game.table))


def _of_game(record: Record, t: Translator) -> str:
    """Return how much a record is, and of which ladder its game is; wins in a row may be of several."""
    if record.feat is Feat.STREAK:
        return value(record, t)
    return f"{value(record, t)} · {t(ladder_of(record.game.game, record.game.family).title)}"


def _exact(accuracy: Accuracy, t: Translator) -> Line:
    name = named(shown_name(accuracy.player, accuracy.name, t), accuracy.player)
    games = t.plural("{n} analysed game", "{n} analysed games", accuracy.games)
    title, game = t("Best accuracy"), t(accuracy.ladder.title)
    return (Part(f"{title}{t.marks.colon}"), name, *words(f", {_given(accuracy, t)} · {game} ({games})"))


def _given(accuracy: Accuracy, t: Translator) -> str:
    return given_away(accuracy.error, t)
