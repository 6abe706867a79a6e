"""What happened to a player since their last turn, where others took three turns or more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.core.domain.play import COMPUTER, LATE
from bot.core.domain.table import StartedTable
from bot.core.games.profiles import profile_of
from bot.core.i18n.lists import listed_lines
from bot.core.i18n.text_format import joined, named, words
from bot.core.i18n.translator import Line, Translator
from bot.core.views.players import human, name, short_name
from engine.events import Captured, Passed
from engine.game import TurnKind

BOTS = (LATE, COMPUTER)
OTHERS = 3
"""Turns of others after which a player gets a recap."""


@dataclass(frozen=True, slots=True)
class Recap:
    """Lines for a returning player, and the plies that they cover, which need no headline any more."""

    lines: tuple[Line, ...]
    plies: frozenset[int]


def recap(table: StartedTable, since_ply: int, t: Translator) -> Recap | None:
    """Return what happened to the player to act since a ply; None if nothing did, or they were there."""
    turn, plies = table.match.turn, table.match.plies
    person = table.seats[turn.seat].person
    if turn.kind is TurnKind.OVER or person is None or not human(table, turn.seat):
        return None
    own = {number for number, seat in enumerate(table.seats) if seat.person == person}
    gone = range(since_ply, len(plies))
    if sum(plies[at].ends_turn and plies[at].seat not in own for at in gone) < OTHERS:
        return None
    losses = [
        (at, event.seat)
        for at in gone
        for event in plies[at].events
        if isinstance(event, Captured) and event.owner in own and event.seat not in own
    ]
    breakers = [(at, plies[at].seat) for at in gone if profile_of(table.game).broken(plies[at], own)]
    # they have to use what was passed to them last
    passes = [
        (at, event.seat)
        for at in gone[:-1]
        for event in plies[at].events
        if isinstance(event, Passed) and event.to in own and event.seat not in own
    ]
    log = table.standing
    played = [at for at in gone if plies[at].seat in own and at < len(log) and log[at].automation in BOTS]
    news = (
        _captured(table, _seats(losses), t),
        _broken(table, _seats(breakers), t),
        _passed(table, _seats(passes), t),
        _played(table, played, t),
    )
    told = joined(news, " ")
    if not told:
        return None
    caller = named(name(table, turn.seat, t), person)
    line = t.text("👀 {player}, since your last turn: {news}", player=caller, news=told)
    return Recap((line,), frozenset(at for at, _ in (*losses, *passes)) | frozenset(played))


def _seats(found: Sequence[tuple[int, int]]) -> list[int]:
    return [seat for _, seat in found]


def _names(table: StartedTable, seats: Sequence[int], t: Translator) -> Line:
    players = dict.fromkeys(seats)
    return listed_lines(t, [(named(short_name(table, seat, t), table.seats[seat].person),) for seat in players])


def _captured(table: StartedTable, hunters: Sequence[int], t: Translator) -> Line:
    if not hunters:
        return ()
    players = _names(table, hunters, t)
    if len(hunters) == 1:
        return t.text("💥 {players} sent one of your pieces home.", players=players)
    return t.text("💥 {players} sent {n} of your pieces home.", n=len(hunters), players=players)


def _broken(table: StartedTable, breakers: Sequence[int], t: Translator) -> Line:
    """Say with whom they had a barrier that is gone."""
    if not breakers:
        return ()
    return t.text("🚧 The barrier you shared with {players} is gone.", players=_names(table, breakers, t))


def _passed(table: StartedTable, givers: Sequence[int], t: Translator) -> Line:
    """Say whose unused rolls they got, and how many."""
    if not givers:
        return ()
    players = _names(table, givers, t)
    return t.text("🎁 Rolls that {players} couldn't use, so they were yours: {n}.", n=len(givers), players=players)


def _played(table: StartedTable, played: Sequence[int], t: Translator) -> Line:
    if not played:
        return ()
    turns = max(1, sum(table.match.plies[at].ends_turn for at in played))
    return words(t.plural("⏰ A bot played {n} turn for you.", "⏰ A bot played {n} turns for you.", turns))
