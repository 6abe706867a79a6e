"""Whom somebody has played with, as far as others may see it, and who captured most of their pieces."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot.core.common.lru import LruDict
from bot.core.domain.person_settings import PersonSettings
from bot.core.i18n.refusal import CorruptTable
from bot.core.rankings.captures import Captures, captures
from bot.core.rankings.head_to_head import Meeting, meetings
from bot.core.services.table_service import TableService
from bot.core.services.thinking import NoThought, Thinking
from data.records import ChatKey, PersonKey

_log = logging.getLogger(__name__)

GAMES = 500
"""The number of a person's newest games that count."""
KEPT = 1000
"""Games whose captures stay in memory."""
LATEST = 20
"""The number of a person's newest games in which captures are counted."""
HUNTED = 3
"""Pieces that somebody has to capture before they are a nemesis."""

Known = Mapping[PersonKey, tuple[str, Sequence[Meeting]]]
"""People that somebody has played with, with name and games."""


@dataclass(frozen=True, slots=True)
class Nemesis:
    """Who captured most pieces of a person in their newest `games`."""

    person: PersonKey
    name: str
    captures: int
    games: int


class Rivals:
    """Looks up opponents, and counts captures in another process, each game once."""

    def __init__(self, service: TableService, thinking: Thinking) -> None:
        self._service, self._thinking = service, thinking
        self._captures = LruDict[str, Captures](KEPT)

    async def known(self, person: PersonKey, asker: PersonKey, chat: ChatKey | None) -> Known:
        """Return whom a person has played with and the asker may see: in a chat those who have played there."""
        store, hidden = self._service.store, self._service.restrictions.hidden
        seats = await store.encounters(person, limit=GAMES)
        here = None if chat is None else {key for key, _ in await store.players_of(chat)}
        seen = {
            seat.player: seat.name
            for seat in seats
            if seat.name is not None
            and (here is None or seat.player in here)
            and seat.player not in hidden
            and PersonSettings.load(seat.settings).ranked
        }
        blocked = {block.other for block in await store.blocks(asker)} | await store.blockers(asker, list(seen))
        found = meetings(seats, person)
        return {key: (seen[key], games) for key, games in found.items() if key in seen and key not in blocked}

    async def nemesis(self, person: PersonKey, known: Known) -> Nemesis | None:
        """Return who captured most of a person's pieces; None if nobody did so often, or it isn't known now."""
        order = dict.fromkeys(seat.table for seat in await self._service.store.encounters(person, limit=LATEST))
        counted = await self.captures(list(order), person)
        if counted is None:
            return None
        totals = {
            key: sum(
                counted[one.table][seat][lost]
                for one in games
                if one.way is not None and one.table in counted
                for seat in one.theirs
                for lost in one.own
            )
            for key, (_, games) in known.items()
        }
        most = max(totals, key=lambda key: totals[key], default=None)
        if most is None or totals[most] < HUNTED:
            return None
        return Nemesis(most, known[most][0], totals[most], len(counted))

    async def captures(self, tables: Collection[str], person: PersonKey) -> dict[str, Captures] | None:
        """Return the captures of these games, on behalf of a person; None if they can't be counted now."""
        games = []
        for code in tables:
            if code not in self._captures:
                with suppress(CorruptTable):
                    games += [game] if (game := await self._service.tables.stored(code)) else []
        try:
            if games:
                owner = f"versus {person.platform} {person.user}"
                counts = await self._thinking.do(captures, games, owner=owner)
                for (table, _), counted in zip(games, counts, strict=True):
                    self._captures[table.id] = counted
        except NoThought as error:
            _log.warning("captures cannot be counted: %s", error)
            return None
        return {code: self._captures[code] for code in tables if code in self._captures}
