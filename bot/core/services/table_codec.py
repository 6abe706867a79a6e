"""Store tables: the only place that knows their records and the JSON in these.

The keys of the JSON objects are stored in every database and never renamed. A missing key has its old default;
unknown keys of newer versions are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from operator import attrgetter
from typing import Any

from bot.core.domain.chat_settings import BoardMode, Pause
from bot.core.domain.table import Log, MovesOf, StartedTable, Table, open_match
from bot.core.domain.table_values import (
    Departures,
    Dice,
    Hint,
    Incident,
    Links,
    Lobby,
    NamedPerson,
    Offer,
    Origin,
    Series,
    TableClock,
    TableOptions,
    TableResult,
    TakenSeat,
    Throwing,
    Throws,
)
from bot.core.domain.time_control import TimeControl
from bot.core.services.story_codec import read_story, story_text
from bot.core.services.table_soundness import check_sound
from bot.core.services.votes_codec import stored_votes, votes_in
from data.records import ChatKey, MoveRecord, PersonKey, Status, TableRecord
from engine.plies import Anchor

_CLOCK = (
    "deadline", "remind", "postponed", "closes", "claim", "claimable", "out", "back", "until", "warned", "idle",
    "gathers", "faded", "there", "nudge", "starts", "stops", "holiday",
)  # fmt: skip
LOT_BY_HAND, LOT_AT_ONCE = "hand", "self"
"""The stored words for how it is decided who begins."""
_DICE = ("mixed", "voided_at", "demonstration")
_LINKS = ("previous", "following", "first", "tournament", "event")
_LOBBY = ("page", "laid", "private", "asked")
_ORIGIN = ("imported", "known_as", "own")
_NAMING = {"called": 0, "mixers": 0, "offered": 1, "voided": 0, "incidents": 3, "taken": 2, "seat_wish": 2}
"""The lists of people in the options, and the index of the key in each entry, with the name after it."""
Naming = Callable[[PersonKey | None, str], str]
"""Takes a person and their name; returns the name to use."""


def is_begun(record: TableRecord) -> bool:
    """Return whether the game of a record has started, even if it has ended since."""
    return record.status in (Status.PLAYING, Status.OVER) or record.snapshot is not None


def resumed_at(record: TableRecord) -> int:
    """Return the ply from which a record's log is needed to continue; 0 if all of it is."""
    with suppress(ValueError, TypeError):
        anchor = _anchor_of(record) if record.status is Status.PLAYING else None
        if anchor is not None and isinstance(anchor.plies, int):
            return max(0, anchor.plies)
    return 0


def table_of(record: TableRecord, log: Log) -> Table:
    """Return the table of a record and its log, with its game if that has begun.

    Raises ValueError, KeyError, TypeError or EngineError.
    """
    if record.damaged:
        raise ValueError("one of its columns is no text")
    if is_begun(record) and len(log) != record.plies:
        raise ValueError(f"its log has {len(log)} entries, not {record.plies}")
    table = heading_of(record)
    if isinstance(log, tuple) and not "".join(move.move for move in log).isascii():  # an anchor would hide such moves
        raise ValueError("its log has an entry that is no move")
    match = open_match(table, MovesOf(log), _anchor_of(record))
    return table.with_match(match, log) if is_begun(record) else table


def heading_of(record: TableRecord) -> Table:
    """Return a table without its moves; raises the errors of `table_of`."""
    result = _result(json.loads(record.result)) if record.result else None
    told = _told(json.loads(record.options))
    table = replace(plain_of(record), **told, rules=json.loads(record.rules), teams=_teams(record), result=result)
    check_sound(table)
    return table


def fault_of(record: TableRecord, log: Sequence[MoveRecord]) -> str | None:
    """Return what is wrong with a table, its log and position, for operators; None if nothing.

    Corrupt columns aren't repeated: the database reports them.
    """
    if record.damaged:
        return None
    begun = is_begun(record)
    if begun and len(log) < record.plies:
        return f"its log has {len(log)} entries, not {record.plies}"
    if any(move.ply != ply for ply, move in enumerate(log)):
        return "the plies of its log are not consecutive"
    try:
        heading = heading_of(record)
        if not begun:
            open_match(heading)
            return None
        match = open_match(_with_rules(plain_of(record), record), [move.move for move in log[: record.plies]])
        same = record.snapshot is None or match.game.dump(match.state) == record.snapshot
        if (anchor := _anchor_of(record)) is not None:
            same = same and anchor == match.anchor_at(anchor.plies)
    except Exception as error:  # noqa: BLE001 - reported: a corrupt table may raise anything
        return f"it cannot be read: {error}"
    return None if same else "its log does not lead to its stored position"


def _anchor_of(record: TableRecord) -> Anchor | None:
    return None if record.anchor is None else Anchor(*json.loads(record.anchor))


def _with_rules(table: Table, record: TableRecord) -> Table:
    return replace(table, rules=json.loads(record.rules), teams=_teams(record))


def _teams(record: TableRecord) -> tuple[tuple[int, ...], ...] | None:
    teams = json.loads(record.teams)
    return None if teams is None else tuple(tuple(team) for team in teams)


def with_options(table: Table, text: str) -> Table:
    """Return a table with the values of a record's options; raises the errors of `table_of`."""
    return replace(table, **_told(json.loads(text)))


def _told(stored: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "options": _options(stored),
        "lobby": _lobby(stored),
        "clock": TableClock(**_some(stored, _CLOCK), awaited=tuple(stored.get("awaited", ()))),
        "dice": _dice(stored),
        "votes": votes_in(stored),
        "throwing": _throwing(stored),
        "links": _links(stored),
        "origin": Origin(
            **_some(stored, _ORIGIN),
            counted=tuple(stored.get("counted", ())),
            signature=tuple(stored.get("signature", ())),
        ),
        "departures": _departures(stored),
        "incidents": tuple(_incident(*entry) for entry in stored.get("incidents", ())),
        "hints": tuple(Hint(*entry) for entry in stored.get("hinted", ())),
        "story": read_story(stored.get("story")),
        "started": stored.get("started"),
        "ended": stored.get("ended"),
    }


def plain_of(record: TableRecord) -> Table:
    """Return a table from a record without any JSON: enough to name a corrupt one."""
    return Table(
        id=record.id,
        chat=record.chat,
        game=record.game,
        host=record.host,
        seed=record.seed,
        seats=record.seats,
        status=record.status,
        version=record.version,
        created=record.created,
        updated=record.updated,
        due=record.due,
        damaged=record.damaged,
    )


def record_of(table: Table) -> TableRecord:
    game = table if isinstance(table, StartedTable) else None
    return TableRecord(
        id=table.id,
        chat=table.chat,
        game=table.game,
        host=table.host,
        seed=table.seed,
        seats=table.seats,
        rules=json.dumps(table.rules),
        teams=json.dumps(table.teams),
        options=options_text(table),
        status=table.status,
        version=table.version,
        plies=0 if game is None else game.plies,
        snapshot=None if game is None else game.match.game.dump(game.match.state),
        anchor=None if game is None or (anchor := game.match.anchor) is None else _anchor_text(anchor),
        result=None if table.result is None else _result_text(table.result),
        created=table.created,
        updated=table.updated,
        due=table.due,
        back=table.clock.back,
        damaged=table.damaged,
    )


def options_text(table: Table) -> str:
    """Return a table's options as stored: everything without its own column."""
    options, lobby, dice, origin = table.options, table.lobby, table.dice, table.origin
    stored = {
        **_all(lobby, _LOBBY),
        **_all(table.clock, _CLOCK),
        **_all(dice, _DICE),
        **_all(table.links, _LINKS),
        "door": None if (above := table.links.announcement) is None else [above.platform, above.chat, above.thread],
        **({} if table.links.series is None else {"series": asdict(table.links.series)}),
        **({"apart": [[*_key(one), *chat] for one, chat in table.links.private]} if table.links.private else {}),
        **_all(origin, _ORIGIN),
        "auto": options.auto,
        "throws": options.throws,
        "lot": LOT_BY_HAND if options.lot_by_hand else LOT_AT_ONCE,
        "stakes": options.stakes,
        "pace": str(options.pace),
        "rated": options.rated,
        "bots": options.bots,
        "matched": options.matched,
        "hints": options.hints,
        "chances": options.chances,
        "pause": options.pause,
        "board": options.board,
        "invited": [_key(person) for person in lobby.invited],
        "barred": [_key(person) for person in lobby.barred],
        "swap": lobby.swap,
        "offered": [[str(offer.seat), *_key(offer.person), offer.name] for offer in lobby.offers],
        "called": _named_keys(lobby.called),
        "awaited": table.clock.awaited,
        "dice": dice.version,
        "contributions": dice.contributions,
        "mixers": _named_keys(dice.mixers),
        "voided": _named_keys(dice.voided),
        **stored_votes(table.votes),
        "throws_chosen": table.throwing.chosen,
        "rolls_on": table.throwing.rolls_on,
        "counted": origin.counted,
        "signature": origin.signature,
        "placed": table.departures.placed,
        "removed": table.departures.removed,
        **({"taken": _taken_entries(taken)} if (taken := table.departures.taken) else {}),
        "incidents": [_incident_entry(incident) for incident in table.incidents],
        "hinted": [[hint.entry, hint.seat] for hint in table.hints],
        **({} if table.story is None else {"story": story_text(table.story)}),
        "started": table.started,
        "ended": table.ended,
    }
    return json.dumps(stored, sort_keys=True, separators=(",", ":"))


def renamed(record: TableRecord, name_of: Naming) -> TableRecord:
    """Return a record with other names of people; unreadable options keep theirs."""
    seats = tuple(
        seat if (name := name_of(seat.person, seat.name)) == seat.name else replace(seat, name=name)
        for seat in record.seats
    )
    return replace(record, seats=seats, options=_renamed(record.options, name_of))


def _renamed(text: str, name_of: Naming) -> str:
    """Return options with other names of people; the same text if no name changes."""
    changed = False
    with suppress(ValueError, TypeError, AttributeError, IndexError):
        stored = json.loads(text)
        for entry, at in [(entry, at) for key, at in _NAMING.items() for entry in stored.get(key, ())]:
            platform, user, before = entry[at : at + 3]
            if (name := name_of(PersonKey(platform, user), before)) != before:
                entry[at + 2], changed = name, True
        if changed:
            return json.dumps(stored, sort_keys=True, separators=(",", ":"))
    return text


def _options(stored: Mapping[str, Any]) -> TableOptions:
    known = _some(stored, ("auto", "stakes", "rated", "bots", "matched", "hints", "chances"))
    return TableOptions(
        **known,
        throws=None if (throws := stored.get("throws", Throws.MATTERS)) is None else Throws(throws),
        lot_by_hand=stored.get("lot", LOT_AT_ONCE) == LOT_BY_HAND,
        pace=TimeControl.parse(stored.get("pace", "none")),
        pause=Pause(stored["pause"]) if stored.get("pause") else None,
        board=BoardMode(stored["board"]) if stored.get("board") else None,
    )


def _lobby(stored: Mapping[str, Any]) -> Lobby:
    return Lobby(
        **_some(stored, _LOBBY),
        invited=tuple(PersonKey(*entry[:2]) for entry in stored.get("invited", ())),
        barred=tuple(PersonKey(*entry[:2]) for entry in stored.get("barred", ())),
        swap=tuple(stored.get("swap", ())),
        offers=tuple(
            Offer(int(seat), PersonKey(platform, user), name)
            for seat, platform, user, name in stored.get("offered", ())
        ),
        called=_named(stored.get("called", ())),
    )


def _links(stored: Mapping[str, Any]) -> Links:
    return Links(
        **_some(stored, _LINKS),
        announcement=ChatKey(*stored["door"]) if stored.get("door") else None,
        series=Series(**(series | {"wins": tuple(series["wins"])})) if (series := stored.get("series")) else None,
        private=tuple((PersonKey(*entry[:2]), ChatKey(*entry[2:])) for entry in stored.get("apart", ())),
    )


def _dice(stored: Mapping[str, Any]) -> Dice:
    return Dice(
        **_some(stored, _DICE),
        version=stored.get("dice", 1),
        contributions=tuple(stored.get("contributions", ())),
        mixers=_named(stored.get("mixers", ())),
        voided=_named(stored.get("voided", ())),
    )


def _throwing(stored: Mapping[str, Any]) -> Throwing:
    return Throwing(
        chosen=tuple((seat, Throws(word)) for seat, word in stored.get("throws_chosen", ())),
        rolls_on=tuple(stored.get("rolls_on", ())),
    )


def _taken_entries(taken: Sequence[TakenSeat]) -> list[list[str | int]]:
    return [[one.seat, one.version, *_key(one.person), one.name] for one in taken]


def _departures(stored: Mapping[str, Any]) -> Departures:
    return Departures(
        placed=tuple(stored.get("placed", ())),
        removed=tuple(stored.get("removed", ())),
        taken=tuple(
            TakenSeat(seat, version, PersonKey(platform, user), name)
            for seat, version, platform, user, name in stored.get("taken", ())
        ),
    )


def _incident(version: int, kind: str, seat: int, platform: str, user: str, name: str) -> Incident:
    return Incident(version, kind, seat, PersonKey(platform, user) if platform else None, name)


def _incident_entry(incident: Incident) -> list[str | int]:
    person = incident.person or PersonKey("", "")
    return [incident.version, str(incident.kind), incident.seat, *_key(person), incident.name]


def _anchor_text(anchor: Anchor) -> str:
    return json.dumps([anchor.plies, anchor.throws, anchor.position])


def _result(stored: Mapping[str, Any]) -> TableResult:
    return TableResult(tuple(stored.get("places", ())), stored.get("reason", ""), stored.get("at"))


def _result_text(result: TableResult) -> str:
    moment = {} if result.at is None else {"at": result.at}
    return json.dumps({"places": result.places, "reason": result.reason, **moment})


def _named(entries: Sequence[Sequence[str]]) -> tuple[NamedPerson, ...]:
    return tuple(NamedPerson(PersonKey(platform, user), name) for platform, user, name in entries)


def _named_keys(people: Sequence[NamedPerson]) -> list[list[str]]:
    return [[*_key(person.key), person.name] for person in people]


def _key(person: PersonKey) -> list[str]:
    return [person.platform, person.user]


def _some(stored: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {name: stored[name] for name in names if name in stored}


def _all(value: object, names: tuple[str, ...]) -> dict[str, Any]:
    return dict(zip(names, attrgetter(*names)(value), strict=True))
