"""A chat's roll of honours and records, and a person's, as others may see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.core.domain.chat_settings import settings_of
from bot.core.domain.person_settings import PersonSettings, person_settings
from bot.core.games.ladder import Ladder
from bot.core.rankings.badges import Progress, progress
from bot.core.rankings.chat_feats import Feats, Record
from bot.core.rankings.ladders import ladders
from bot.core.rankings.player_games import games_of
from bot.core.services.seasons import parts_between, unranked, whole
from data.records import ChatKey, PersonKey
from data.result_records import COMPUTER, FORMER, InsightRecord
from data.season_records import HonourRecord
from data.store import Store

OWN = 50
"""The most honours of a person in a list."""
EXACT = 20
"""The least number of analysed games for the record of accuracy."""


NOT_SHOWN = PersonKey("hidden", "")
"""Stands for a winner who doesn't want to be shown."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The best accuracy: win chances given away by 100 choices, in hundredths, over a number of games of a ladder."""

    player: PersonKey
    name: str | None
    error: int
    games: int
    ladder: Ladder


@dataclass(frozen=True, slots=True)
class Roll:
    """What a chat's roll of honours has: honours, the latest event first, and records over all ladders.

    An event whose winner isn't shown has NOT_SHOWN in their place. `zone` is the chat's, for the years. `names` are
    those of the records' people, if known.
    """

    honours: tuple[HonourRecord, ...]
    records: tuple[Record, ...]
    names: Mapping[PersonKey, str | None]
    accuracy: Accuracy | None
    zone: str


async def roll_of(store: Store, chat: ChatKey, now: float) -> Roll:
    """Return a chat's roll of honours; it reads the chat's rated games. Raises StoreError."""
    honours = tuple(_shown(await store.honours_of_chat(chat)))
    zone = (await settings_of(store, whole(chat))).zone or "UTC"
    first = await store.first_rated(chat)
    if first is None:
        return Roll(honours, (), {}, None, zone)
    known = {(ladder.game, ladder.family): ladder for ladder in ladders()}
    found, names, played = Feats(), dict[PersonKey, str | None](), set[tuple[str, str]]()
    async for part in parts_between(store, chat, first, now):
        games = [game for game in part if (game.game, game.family) in known]
        found.add(games, unranked(games))
        names |= {seat.player: seat.name for game in games for seat in game.seats}
        played |= {(game.game, game.family) for game in games}
    exact = [one for each in sorted(played) for one in _exact(known[each], await store.insight(chat, *each))]
    best = min(exact, key=lambda one: (one.error, one.player.platform, one.player.user), default=None)
    return Roll(honours, tuple(found.records), names, best, zone)


def is_shown(honour: HonourRecord) -> bool:
    """Return whether others may see who has an honour."""
    return PersonSettings.load(honour.settings).ranked


def _shown(honours: Sequence[HonourRecord]) -> Iterator[HonourRecord]:
    """Yield the honours that others may see; an event without a winner among them has one who isn't named."""
    for _, group in groupby(honours, key=lambda one: (one.kind, one.event)):
        event = list(group)
        seen = list(filter(is_shown, event))
        if not seen or seen[0].place > 1:
            yield replace(event[0], player=NOT_SHOWN, place=1, name=None, settings="{}")
        yield from seen


def _exact(ladder: Ladder, sums: list[InsightRecord]) -> list[Accuracy]:
    return [
        Accuracy(one.player, one.name, round(1e4 * one.error / one.choices), one.games, ladder)
        for one in sums
        if one.games >= EXACT
        and one.choices
        and one.player.platform not in (COMPUTER, FORMER)
        and PersonSettings.load(one.settings).ranked
    ]


@dataclass(frozen=True, slots=True)
class Person:
    """What others may see of a person: honours of this chat, how often they came 1st to 3rd elsewhere, badges.

    `hidden`: they don't want to be ranked, so only they see this.
    """

    name: str
    here: tuple[HonourRecord, ...]
    elsewhere: Mapping[int, int]
    badges: tuple[Progress, ...]
    zone: str
    hidden: bool


async def person_of(store: Store, chat: ChatKey, player: PersonKey, name: str) -> Person:
    """Return the honours of a person; of other chats only how many. Raises StoreError."""
    honours = await store.honours_of(player, OWN)
    here = tuple(one for one in honours if one.chat == whole(chat))
    elsewhere = Counter(one.place for one in honours if one.chat != whole(chat))
    badges = progress(games_of(await store.played(player)))
    zone = (await settings_of(store, whole(chat))).zone or "UTC"
    return Person(name, here, elsewhere, badges, zone, not (await person_settings(store, player)).ranked)
