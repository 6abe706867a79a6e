"""Store what players ask each other, as a part of a table's options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from bot.core.domain.table_values import Throws
from bot.core.domain.votes import Answer, SeatWish, Takeback, ThrowsWish, Votes
from data.records import ChatKey, PersonKey


def stored_votes(votes: Votes) -> dict[str, Any]:
    return {
        "takeback": {} if votes.takeback is None else asdict(votes.takeback),
        "answered": {} if votes.answered is None else asdict(votes.answered),
        "throws_wish": {} if votes.throws is None else asdict(votes.throws),
        "throws_settled": {} if votes.settled is None else asdict(votes.settled),
        **({"seat_wish": [_seat_wish_entry(wish)]} if (wish := votes.seat) else {}),
        **({"seat_settled": asdict(votes.seated)} if votes.seated else {}),
        "ending": votes.ending,
        "votes": votes.agreed,
    }


def votes_in(stored: Mapping[str, Any]) -> Votes:
    takeback, answered = stored.get("takeback"), stored.get("answered")
    throws, settled = stored.get("throws_wish"), stored.get("throws_settled")
    return Votes(
        takeback=Takeback(**(takeback | {"agreed": tuple(takeback["agreed"])})) if takeback else None,
        answered=Answer(**answered) if answered else None,
        throws=(
            ThrowsWish(**(throws | {"throws": Throws(throws["throws"]), "agreed": tuple(throws["agreed"])}))
            if throws
            else None
        ),
        settled=Answer(**settled) if settled else None,
        seat=next(
            (
                SeatWish(seat, version, PersonKey(*who), name, ChatKey(*chat), tuple(agreed))
                for seat, version, *who, name, chat, agreed in stored.get("seat_wish", ())
            ),
            None,
        ),
        seated=Answer(**seated) if (seated := stored.get("seat_settled")) else None,
        ending=stored.get("ending", False),
        agreed=tuple(stored.get("votes", ())),
    )


def _seat_wish_entry(wish: SeatWish) -> list[Any]:
    chat = [wish.chat.platform, wish.chat.chat, wish.chat.thread]
    return [wish.seat, wish.version, wish.person.platform, wish.person.user, wish.name, chat, wish.agreed]
