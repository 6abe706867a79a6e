"""How a game ended, and how anybody can check its dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.core.domain.road import Road
from bot.core.domain.standing import has_left, nobody_stayed, places, put_back
from bot.core.domain.table import StartedTable, Table
from bot.core.games.profiles import profile_of
from bot.core.i18n.text_format import clip, joined, plain, strong, width, words
from bot.core.i18n.translator import Line, Translator
from bot.core.rankings.counting import counted, least
from bot.core.views.day_game import day_lines
from bot.core.views.dice import came_from, proof
from bot.core.views.farewells import farewells
from bot.core.views.players import everybody, former, human, who
from bot.core.views.retelling import retold
from bot.core.views.rules import staked
from bot.core.views.teams import team_named
from bot.core.views.throwing import has_rolls
from bot.core.views.time_control import idle_line
from data.records import PersonKey, Status

HONOURS_LIMIT = 200
LEAST, LONGEST = 3, 700
"""The sentences that retell any game, and the characters of an ending from which on there are no more of them."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def medal_of(rank: int, t: Translator) -> str:
    """Return the sign of a place: a medal, or `4th`."""
    return MEDALS.get(rank) or t("{rank}th", rank=rank)


def places_of(table: Table) -> Sequence[int]:
    """Return the final place of each seat, or for an imported game that of its match."""
    if table.result is not None:
        return places(table)
    result = table.match.result if isinstance(table, StartedTable) else None
    return result.places if result else ()


def winners(table: Table) -> frozenset[PersonKey]:
    """Return the people who have won a finished game; a bot's win belongs to nobody, even in a person's seat."""
    won = [seat for seat, place in enumerate(places_of(table)) if place == 1] if table.status is Status.OVER else []
    return frozenset(
        sitter for seat in won if human(table, seat) and (sitter := table.seats[seat].person) is not None
    )


def ending(table: StartedTable, position: dict[str, Any], t: Translator, season_days: int | None) -> list[Line]:
    """Return the lines of the places, the stakes, the dice proof, and of a season that ends soon."""
    elsewhere = came_from(table, t) if table.origin.imported else []
    if table.status is Status.CANCELLED:
        return [*elsewhere, t.text("The game was cancelled."), idle_line(table, t)]
    lines = [*farewells(table, t), *day_lines(table, t), *final_score(table, t), *left_early(table, t)]
    lines += points(table, position, t)
    lines += [
        *(proof(table, t) if has_rolls(table) else ()),
        *gains(table, t),
        *uncounted(table, t),
        *honours(table, t),
        *season_end(season_days, t),
    ]
    story = retold(table, t)
    while len(story) > LEAST and sum(width(plain(line)) + 1 for line in (*elsewhere, *story, *lines)) > LONGEST:
        del story[-2]
    return [*elsewhere, *story, *lines]


def podium(table: Table, t: Translator) -> Line:
    """Return the places on a line, shared ones together: `🥇 Ana  🥈 Bea`."""
    places = places_of(table)
    ranks = sorted(set(places))
    groups = [(*words(f"{medal_of(rank, t)} "), *everybody(table, _at(places, rank), t)) for rank in ranks]
    return joined(groups, "   ")


def final_score(table: StartedTable, t: Translator) -> list[Line]:
    """Return the places with the pieces that arrived, and what ranks equal ones; the loser of two has no medal."""
    profile, places = profile_of(table.game), places_of(table)
    there = profile.arrived(table.match.state)
    if not there or not places or any(has_left(table, seat) for seat in range(len(table.seats))):
        return [podium(table, t)]
    sides = sorted(table.sides, key=lambda side: places[side[0]])
    told: list[Line] = []
    for side in sides:
        count = sum(there[seat] for seat in side)
        medal = f"{medal_of(places[side[0]], t)} " if not told or sides[2:] else ""
        pieces = str(count) if told else t(profile.arrived_words, n=count)
        told.append((*words(medal), *team_named(table, side, t), *words(f"{t.marks.colon}{pieces}")))
    left = [total - here for total, here in zip(profile.pieces(table.match.state), there, strict=True)]
    below = [count for side in sides[1:] if (count := sum(left[seat] for seat in side))]
    is_tied = len(set(below)) < len(below)
    reason = [t.text("Level on pieces: whoever is further along comes first.")] if is_tied else []
    come = Road(table.match.game, table.match.state, table.sides).come
    ways = [come[table.sides.index(side)] for side in sides]
    if not reason and ways != sorted(ways, reverse=True):
        reason = [t.text("Pieces in the goal count first, then distance covered.")]
    return [joined(told, " · "), *reason]


def left_early(table: Table, t: Translator) -> list[Line]:
    """Explain why a player is last though their side or the bot that replaced them was not."""
    taken = [one for one in table.departures.taken if one.seat in put_back(table)]
    seats = [seat for seat in put_back(table) if table.departures.at(seat) is None]
    lines = [
        t.text(
            "{player} took over from {other}, who comes last.",
            player=who(table, one.seat, t),
            other=former(table, one, t),
        )
        for one in taken
    ]
    if seats:
        names = everybody(table, seats, t)
        told = t.text("Last place, because a bot was playing for them at the end: {players}.", players=names)
        lines.append(told)
    return lines


def points(table: StartedTable, position: dict[str, Any], t: Translator) -> list[Line]:
    """Return the points won from stakes, which decide no place (H25); empty without stakes."""
    holes, options = staked(table), table.options
    if not holes:
        return []
    won = position.get("stakes") or {}
    return [
        t.text(
            "💰 The stake of hole {hole}: {player}. Extra points: {n}.",
            hole=hole,
            player=who(table, won[hole], t),
            n=options.stake(hole),
        )
        for hole in holes
        if won.get(hole) is not None
    ]


def uncounted(table: StartedTable, t: Translator) -> list[Line]:
    """Explain why a game meant to be rated is not, or which players are left out."""
    if table.options.rated and (removed := table.departures.removed):
        return [t.text("This game isn't rated: an admin removed {players}.", players=everybody(table, removed, t))]
    if not table.is_rated:
        return []
    seats = counted(table)
    if table.departures.taken and nobody_stayed(table):
        return [t.text("This game isn't rated: everyone who started it has left.")]
    short = {
        seat.person: number
        for number, seat in enumerate(table.seats)
        if seat.person and not seats[number] and table.departures.at(number) is None
    }
    if not short:
        return []
    n = least(table)
    if not any(seats):
        return [
            t.text(
                "No ratings change: in a rated game, each player has to roll or move by hand at least {n} times.",
                n=n,
            )
        ]
    names = everybody(table, short.values(), t)
    return [
        t.text(
            "Not rated for {players}: each player has to make at least {n} rolls and moves themselves.",
            players=names,
            n=n,
        )
    ]


def gains(table: StartedTable, t: Translator) -> list[Line]:
    """Return the changes of ratings: `Ana 1000 → 1060`."""
    names, someone = _names(table, t), t("someone")
    changes = [f"{names.get(gain.person) or someone} {gain.before} → {gain.after}" for gain in table.gains]
    return [t.text("Rating points: {gains}.", gains=", ".join(changes))] if changes else []


def honours(table: StartedTable, t: Translator) -> list[Line]:
    """Return the new badges on a line.

    One comes with what it is given for, several by name.
    """
    names = _names(table, t)
    won = [(person, honour.badges) for person in names for honour in table.honours if honour.person == person]
    if len(won) == 1 and len(won[0][1]) == 1:
        person, (badge,) = won[0]
        reason = t(badge.told)
        return [
            t.text(
                "★ New badge for {player}: {badge} ({told}).",
                player=names[person],
                badge=strong(t(badge.name)),
                told=reason,
            )
        ]
    explained = [[f"{t(each.name)} ({t(each.told)})" for each in badges] for _, badges in won]
    if sum(len(one) for each in explained for one in each) > HONOURS_LIMIT // 2:
        explained = [[t(each.name) for each in badges] for _, badges in won]
    summary = t.marks.semicolon.join(
        f"{names[person]}{t.marks.colon}{', '.join(each)}" for (person, _), each in zip(won, explained, strict=True)
    )
    return [t.text("★ New badges for {badges}.", badges=clip(summary, HONOURS_LIMIT))] if won else []


def season_end(days: int | None, t: Translator) -> list[Line]:
    """Return a line in the last days of the chat's season."""
    if days is None:
        return []
    told = t.plural(
        "🏁 The season ends in {n} day: {command}",
        "🏁 The season ends in {n} days: {command}",
        days,
        command=t.command("/season"),
    )
    return [words(told)]


def _names(table: Table, t: Translator) -> dict[PersonKey, str]:
    names = {seat.person: seat.name for seat in table.seats if seat.person is not None}
    names |= {one.person: one.name for one in table.departures.taken}
    return {person: clip(name, 16) or t("someone") for person, name in names.items()}


def _at(places: Sequence[int], rank: int) -> tuple[int, ...]:
    return tuple(seat for seat, place in enumerate(places) if place == rank)
