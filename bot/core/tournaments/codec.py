"""How a tournament is stored: a body in JSON that names nobody, and rows that say who is who.

Unknown keys of a newer version are ignored.
"""

from __future__ import annotations

import json
from typing import Any

from bot.core.tournaments.terms import Admits, Format, Terms
from bot.core.tournaments.tournament import (
    NEW,
    NOBODY,
    UNCALLED,
    Credit,
    Entrant,
    Pairing,
    Round,
    Stage,
    Standby,
    Tournament,
)
from data.event_records import EntrantRecord, TournamentRecord
from data.records import ChatKey, PersonKey
from data.result_records import FORMER

RARE = {"partner": NOBODY, "instead": NOBODY, "before": NOBODY, "since": 0, "called": UNCALLED}
"""What few entrants have, and the usual values."""


class CorruptTournament(Exception):
    """A stored tournament that makes no sense."""


def record_of(tournament: Tournament, due: float | None) -> TournamentRecord:
    """Return a tournament as the store takes it."""
    return TournamentRecord(
        tournament.id,
        tournament.chat,
        tournament.host,
        tournament.host_name,
        tournament.seed,
        tournament.version,
        tournament.created,
        due,
        body_of(tournament),
        tuple(map(_entrant, tournament.entrants)),
    )


def changed_entrants(before: Tournament, after: Tournament) -> tuple[EntrantRecord, ...]:
    """Return who is new, or plays from elsewhere or under another name."""
    known = set(map(_entrant, before.entrants))
    return tuple(one for one in map(_entrant, after.entrants) if one not in known)


def _entrant(one: Entrant) -> EntrantRecord:
    return EntrantRecord(one.number, one.person, one.name, one.chat)


def body_of(tournament: Tournament) -> str:
    """Return what the store keeps in one column."""
    terms = tournament.terms
    return json.dumps(
        {
            "title": tournament.title,
            "stage": tournament.stage.value,
            "paused": tournament.paused,
            "ended": tournament.ended,
            "why": tournament.why,
            "terms": {
                "format": terms.format.value,
                "starts": terms.starts,
                "span": terms.span,
                "sides": terms.sides,
                "play": dict(terms.play),
                "rounds": terms.rounds,
                "live": terms.live,
                "most": terms.most,
                "admits": terms.admits.value,
                "band": terms.band,
                "every": terms.every,
                "divisions": terms.divisions,
                "planned": terms.planned,
                "pairs": terms.pairs,
                **({"score": terms.score} if terms.score else {}),
                **({"single": True} if terms.single else {}),
            },
            "entrants": [
                [one.rating, one.standby, one.here, one.division, _rare(one)] for one in tournament.entrants
            ],
            "rounds": [
                {
                    "began": drawn.began,
                    "deadline": drawn.deadline,
                    "byes": drawn.byes,
                    "tables": [
                        [
                            pairing.sides,
                            pairing.table,
                            pairing.opened,
                            pairing.places,
                            pairing.captures,
                            pairing.at,
                            *([pairing.credit] if pairing.credit or pairing.thread else ()),
                            *([pairing.thread] if pairing.thread else ()),
                        ]
                        for pairing in drawn.pairings
                    ],
                }
                for drawn in tournament.rounds
            ],
        },
        separators=(",", ":"),
    )


def tournament_of(record: TournamentRecord) -> Tournament:
    """Read a stored tournament; raises CorruptTournament."""
    try:
        return _read(json.loads(record.body), record)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise CorruptTournament(repr(error)) from error


def _gone(number: int) -> EntrantRecord:
    """Return what stands for an entrant whose row is corrupt: nobody who can be known."""
    return EntrantRecord(number, PersonKey(FORMER, f"entrant {number}"), "", ChatKey(FORMER, ""))


def _standby(who: EntrantRecord, word: str) -> Standby:
    """Return what an entrant is; a person who deleted their data has left (T51)."""
    return Standby(word) if who.name else Standby.OUT


def _read_entrant(who: EntrantRecord, told: list[Any]) -> Entrant:
    division = int(told[3]) if len(told) > 3 else NEW
    rare = {name: int(value) for name, value in told[4].items() if name in RARE} if len(told) > 4 else {}
    standby = _standby(who, told[1])
    return Entrant(who.number, who.person, who.name, who.chat, int(told[0]), standby, bool(told[2]), division, **rare)


def _rare(one: Entrant) -> dict[str, int]:
    """Return an entrant's rare values that differ from the usual."""
    return {name: getattr(one, name) for name, usual in RARE.items() if getattr(one, name) != usual}


def _read(body: dict[str, Any], record: TournamentRecord) -> Tournament:
    terms, band = body["terms"], body["terms"]["band"]
    who = {one.number: one for one in record.entrants}
    return Tournament(
        id=record.id,
        chat=record.chat,
        host=record.host,
        host_name=record.host_name,
        title=str(body["title"]),
        terms=Terms(
            format=Format(terms["format"]),
            starts=float(terms["starts"]),
            span=float(terms["span"]),
            sides=int(terms["sides"]),
            play={str(name): str(value) for name, value in terms["play"].items()},
            rounds=int(terms["rounds"]),
            live=bool(terms["live"]),
            most=int(terms["most"]),
            admits=Admits(terms["admits"]),
            band=None if band is None else (int(band[0]), int(band[1])),
            every=int(terms["every"]),
            divisions=int(terms.get("divisions", 1)),
            planned=float(terms.get("planned", 0)),
            pairs=bool(terms.get("pairs", False)),
            score=tuple(map(int, terms.get("score", ()))),
            single=bool(terms.get("single", False)),
        ),
        seed=record.seed,
        created=record.created,
        stage=Stage(body["stage"]),
        entrants=tuple(
            _read_entrant(who.get(number, _gone(number)), one) for number, one in enumerate(body["entrants"])
        ),
        rounds=tuple(
            Round(
                tuple(
                    Pairing(
                        tuple(map(int, sides)),
                        str(table),
                        bool(opened),
                        tuple(places),
                        tuple(captures),
                        float(at),
                        tuple(map(Credit, rare[0])) if rare else (),
                        ChatKey(*map(str, rare[1])) if len(rare) > 1 else None,
                    )
                    for sides, table, opened, places, captures, at, *rare in drawn["tables"]
                ),
                float(drawn["began"]),
                float(drawn["deadline"]),
                tuple(map(int, drawn["byes"])),
            )
            for drawn in body["rounds"]
        ),
        paused=None if body["paused"] is None else float(body["paused"]),
        ended=None if body["ended"] is None else float(body["ended"]),
        why=str(body["why"]),
        version=record.version,
    )
