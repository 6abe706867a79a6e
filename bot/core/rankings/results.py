"""A game's result for rankings: a pure function of its table and log, by the places of `domain.standing`."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.domain.play import COMPUTER as BOT
from bot.core.domain.play import LATE
from bot.core.domain.race import FEATS
from bot.core.domain.standing import has_left, places
from bot.core.domain.storytelling import story_of
from bot.core.domain.table import StartedTable
from bot.core.rankings.counting import counted, played
from bot.core.rankings.ladders import family
from data.records import PersonKey
from data.result_records import COMPUTER, ResultRecord, ResultSeat
from engine import players
from engine.summary import summary


def result_of(table: StartedTable) -> ResultRecord:
    """Return the result of a finished table; the acts of others in a person's place are left out."""
    figures = summary(table.match, stood_in(table))
    sides = table.sides
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    come_in = places(table)
    behind = _behind(figures.race, sides)
    counts = played(table)
    seats = tuple(
        ResultSeat(
            player=_player(table, number),
            side=side_of[number],
            place=come_in[number],
            left=has_left(table, number),
            captures=told.captures,
            losses=told.losses,
            sixes=told.more,
            throws=told.throws,
            longest=told.longest,
            behind=behind[side_of[number]],
            counted=counts[number],
        )
        for number, told in enumerate(figures.seats)
    )
    rated = any(counted(table))
    return ResultRecord(
        table.id, table.game, family(table), ended_at(table), rated, table.plies, seats, **_feats(table, come_in)
    )


def _feats(table: StartedTable, come_in: Sequence[int]) -> dict[str, int]:
    """Return what may be a record of the chat, from the game's story; a win by somebody's leaving is no comeback."""
    story = story_of(table)
    feats, behind = story.notes(FEATS), story.notes("behind")
    won = [side for side, seats in enumerate(table.sides) if come_in[seats[0]] == 1]
    if len(feats) != 2 or len(behind) != len(table.sides):
        return {}
    came_back = max((behind[side] for side in won), default=0) if table.match.result else 0
    return {"capture": max(0, feats[0]), "drought": max(0, feats[1]), "comeback": max(0, came_back)}


def stood_in(table: StartedTable) -> frozenset[int]:
    """Return the plies, from 0, that a bot, or somebody who took over, played in a person's seat."""
    return frozenset(
        ply
        for ply, entry in enumerate(table.standing)
        if (entry.automation in (BOT, LATE) and table.seats[entry.seat].person is not None)
        or table.is_taken_at(entry)
    )


def _player(table: StartedTable, seat: int) -> PersonKey:
    return table.owner(seat) or PersonKey(COMPUTER, players.plain(table.seats[seat].computer or ""))


def ended_at(table: StartedTable) -> float:
    """Return when the game ended, even if the table has changed since; for older games from their log."""
    if table.result is not None and table.result.at is not None:
        return float(table.result.at)
    return table.log[-1].at if table.log else table.created


def _behind(race: Sequence[Sequence[float]], sides: Sequence[Sequence[int]]) -> list[int]:
    """Return each side's largest deficit to another, in hundredths of the way."""
    most = [0.0] * len(sides)
    for moment in race:
        come = [sum(moment[seat] for seat in side) / len(side) for side in sides]
        most = [max(so_far, max(come) - own) for so_far, own in zip(most, come, strict=True)]
    return [round(100 * share) for share in most]
