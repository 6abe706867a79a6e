"""Invent games that were never played, for leaderboards and statistics: who came where, and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.messages.requests import Person
from bot.core.rankings.recorder import Recorder
from bot.core.services.signing import Signer
from data.records import ChatKey, PersonKey, PersonRecord, SeatRecord, Status, TableRecord, TableSubscription
from data.result_records import ResultRecord, ResultSeat
from data.store import Store
from engine.catalog import game as rules_of
from engine.dice import FairDice, commitment
from engine.game import TurnKind
from engine.match import Match
from engine.notation import Record, write
from tests.fakes.room import CHAT


async def finished_game(
    store: Store,
    places: Sequence[tuple[Person, int]],
    *,
    at: float = 1000.0,
    chat: ChatKey = CHAT,
    game: str = "parchis",
    family: str = "dice",
    rated: bool = True,
    seen_from: Mapping[PersonKey, ChatKey] | None = None,
    **figures: Any,
) -> str:
    """Store a game in which these people came in at these places; return its code.

    `seen_from`: who plays from another chat than the table's. `figures` are those of the first seat.
    """
    code = f"g{len(await store.finished()) + 1}"
    for person, _ in places:
        if await store.person(person.key) is None:
            await store.save_person(PersonRecord(person.key, person.name))
    holders = tuple(SeatRecord(colour, who.key, who.name) for colour, (who, _) in zip("YBRGPO", places, strict=False))
    await store.create(TableRecord(code, chat, game, holders[0].person or places[0][0].key, bytes(32), holders,
                                   status=Status.OVER), limit=99)  # fmt: skip
    for key, place in (seen_from or {}).items():
        await store.save_place(TableSubscription(code, place, key))
    seats = [
        ResultSeat(who.key, number, place, **(figures if number == 0 else {}))
        for number, (who, place) in enumerate(places)
    ]
    await Recorder(store).add(ResultRecord(code, game, family, at, rated, 200, tuple(seats)))
    return code


def exported(code: str = "abc234", signer: Signer | None = None) -> str:
    """Write a whole game of Palma as /export would, by the first version of the dice."""
    seed = bytes(range(32))
    dice, match = FairDice(seed, code), Match.start(rules_of("palma"), {"preset": "classic"})
    while match.turn.kind is not TurnKind.OVER:
        move = match.legal[-1]
        if match.turn.kind is TurnKind.THROW:
            move = dice.throw(match.throws, match.game.odds(match.state)).outcome
        match = match.play(move)
    players = ("Zoe", "Yves")
    record = Record.of(match, players=players, game_id=code, seed=seed, commitment=commitment(seed))
    return write(record if signer is None else signer.signed(record))
