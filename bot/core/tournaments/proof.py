"""A tournament as a text that anybody can check: its sealed seed, its results, and the draws that follow (T40)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.core.tournaments.codec import CorruptTournament, body_of, tournament_of
from bot.core.tournaments.draws import next_round
from bot.core.tournaments.standings import standings
from bot.core.tournaments.tournament import Round, Stage, Standby, Tournament
from data.event_records import EntrantRecord, TournamentRecord
from data.records import ChatKey, PersonKey
from engine.dice import SEED_BYTES, commitment
from engine.verify import Check

FIRST = "palmares tournament 1"
MOST_BYTES = 4_000_000


def proof_of(tournament: Tournament) -> str:
    """Return a finished tournament as JSON: people and chats are numbers, and the seed is open."""
    chats = {chat: number for number, chat in enumerate(dict.fromkeys(one.chat for one in tournament.entrants))}
    return json.dumps(
        {
            "format": FIRST,
            "id": tournament.id,
            "seed": tournament.seed.hex(),
            "seal": commitment(tournament.seed),
            "created": tournament.created,
            "chats": [chats[one.chat] for one in tournament.entrants],
            "body": json.loads(body_of(tournament)),
            "places": [row.number for row in standings(tournament)],
        },
        indent=1,
    )


def is_proof(text: str) -> bool:
    """Return whether a text means to be a tournament's."""
    return text.lstrip().startswith("{") and FIRST in text[:200]


def check_proof(text: str) -> list[Check]:
    """Check a tournament's text: seal, each draw, and the places; raises CorruptTournament."""
    tournament, told = _read(text)
    seal = commitment(tournament.seed)
    checks = [Check("seal", told["seal"] == seal, f"{seal[:8]}, as announced with the tournament")]
    checks += _draws(tournament)
    places = [row.number for row in standings(tournament)]
    checks.append(Check("places", told["places"] == places, f"{len(places)} of them follow from the results"))
    return checks


def _read(text: str) -> tuple[Tournament, dict[str, Any]]:
    if len(text) > MOST_BYTES:
        raise CorruptTournament("too long")
    try:
        told = json.loads(text)
        seed = bytes.fromhex(told["seed"])
        entrants = tuple(
            EntrantRecord(number, PersonKey("", str(number)), str(number), ChatKey("", str(chat)))
            for number, chat in enumerate(told["chats"])
        )
        nobody = PersonKey("", "")
        record = TournamentRecord(
            str(told["id"]),
            ChatKey("", ""),
            nobody,
            "",
            seed,
            0,
            float(told["created"]),
            None,
            json.dumps(told["body"]),
            entrants,
        )
        if len(seed) != SEED_BYTES or not isinstance(told["places"], list):
            raise CorruptTournament("no seed, or no places")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise CorruptTournament(repr(error)) from error
    return tournament_of(record), told


def _draws(tournament: Tournament) -> Iterator[Check]:
    """Yield a check of each round; an arena's draws depend on who was waiting, which is not in the text."""
    if tournament.is_arena:
        return
    for number, drawn in enumerate(tournament.rounds):
        expected = next_round(_before(tournament, number), drawn.began)
        fits = expected is not None and _same(expected, drawn)
        follow = "follow" if fits else "don't follow"
        found = f"{len(drawn.pairings)} tables {follow} from the seed and the results"
        yield Check(f"draw of round {number + 1}", fits, found)


def _before(tournament: Tournament, number: int) -> Tournament:
    """Return the tournament just before a round was drawn: in are those who were drawn."""
    drawn = tournament.rounds[number]
    sides = {*drawn.byes, *(one for pairing in drawn.pairings for one in pairing.people)}
    there = {one for side in sides for one in tournament.members(side)}
    entrants = tuple(
        replace(one, standby=Standby.IN if one.number in there else Standby.OUT) for one in tournament.entrants
    )
    return replace(tournament, entrants=entrants, rounds=tournament.rounds[:number], stage=Stage.PLAYING)


def _same(expected: Round, drawn: Round) -> bool:
    sides = [pairing.sides for pairing in drawn.pairings]
    return [pairing.sides for pairing in expected.pairings] == sides and expected.byes == drawn.byes
