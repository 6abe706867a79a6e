"""Find the sentences of a table's story, also for a past game or an earlier moment of one."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from operator import attrgetter
from typing import Any

from bot.core.common.lru import LruDict
from bot.core.domain.race import TURNS
from bot.core.domain.story import Story, Told, folded
from bot.core.domain.table import StartedTable
from bot.core.domain.time_control import TimeControlKind
from bot.core.games.chapters import CHAPTERS
from bot.core.games.profiles import profile_of
from data.result_records import ChatRecords
from engine.match import Match

_WHOLE = LruDict[str, tuple[Match[Any], Story]](4)
"""The latest whole stories, by table."""


REMARKABLE = 40
"""The least weight of news in a game with hours for a move."""
LEAST = 5
"""Games of a chat from which on its records are worth telling."""


def recalled(table: StartedTable, records: ChatRecords) -> StartedTable:
    """Return a table that begins, with its chat's games and, if they are several, records in its story."""
    if not records.games:
        return table
    figures = (records.capture, records.drought, records.comeback) if records.games >= LEAST else (0, 0, 0)
    return replace(table, story=folded(table.match, best=(*figures, records.games)))


def story_of(table: StartedTable) -> Story:
    """Return the story up to the table's last ply."""
    story = table.story
    if story is not None and story.plies == len(table.match.plies):
        return story
    return folded(table.match, whole=True, best=best_of(table))


def told_from(table: StartedTable, first: int) -> tuple[Told, ...]:
    """Return the sentences from a ply on; of a slow game only the more remarkable ones."""
    story = table.story
    known = story is not None and story.since <= first and story.plies == len(table.match.plies)
    told = story.told if known and story is not None else _whole(table).told
    told = told[bisect_left(told, first, key=attrgetter("ply")) :]
    if table.options.pace.kind is not TimeControlKind.DAILY:
        return told
    return tuple(each for each in told if _is_remarkable(table, each))


def _is_remarkable(table: StartedTable, told: Told) -> bool:
    return weight(table, told) >= REMARKABLE or told.find.kind in CHAPTERS


def weight(table: StartedTable, told: Told) -> int:
    """Return how remarkable a sentence is; 0 for one of an unknown kind."""
    kind = told.kind(profile_of(table.game).kinds)
    return 0 if kind is None else kind.weight


def turns_before(table: StartedTable, ply: int) -> list[int]:
    """Return how many turns each seat began before a ply."""
    story, match = table.story, table.match
    if not ply:
        return [0] * len(table.seats)
    if story is None or story.plies != len(match.plies):
        story, match = _whole(table), _WHOLE[table.id][0]
    noted = story.notes(TURNS)
    turns = list(noted) if len(noted) == len(table.seats) else [0] * len(table.seats)
    for each in match.plies[ply:]:
        if each.next_seat is not None:
            turns[each.next_seat] -= 1
    return turns


def _whole(table: StartedTable) -> Story:
    """Return a game's story with all its sentences, or that of a longer game that begins alike."""
    match, best, known = table.match, best_of(table), _WHOLE.get(table.id)
    if known is not None and known[1].best != best:
        known = None
    if known is not None and _begins_alike(known[0], match):
        return known[1]
    early = known[1] if known is not None and _begins_alike(match, known[0]) else None
    story = folded(match, early, whole=True, best=best)
    _WHOLE[table.id] = (match, story)
    return story


def best_of(table: StartedTable) -> tuple[int, ...]:
    """Return the chat's records at the start of the game: they are not in the log, so the table keeps them."""
    return table.story.best if table.story is not None else ()


def _begins_alike(known: Match[Any], match: Match[Any]) -> bool:
    """Return whether a match is a known one, or its beginning."""
    plies = len(match.plies)
    if plies > len(known.plies) or known.teams != match.teams:
        return False
    return plies == 0 or known.plies[plies - 1] is match.plies[-1]
