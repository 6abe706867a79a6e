"""Teams in words: who plays together, and how far each team is."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.domain.road import Road
from bot.core.domain.storytelling import turns_before
from bot.core.domain.table import StartedTable, Table
from bot.core.games.game_words import words_of
from bot.core.i18n.lists import listed
from bot.core.i18n.numbers import in_percent
from bot.core.i18n.text_format import in_capitals, joined, signed, unsigned, words
from bot.core.i18n.translator import Line, Translator
from bot.core.views.headlines import side_name
from bot.core.views.players import emblem, everybody, mark, mark_of, name, who

TENTH = 10
"""Hundredths of the way after which boards show the progress of teams again."""


def team_name(table: Table, side: int, t: Translator) -> str:
    """Return a team's players with their signs: `🟡 Ana + 🔴 Carla`; a free seat has its colour as its name."""
    return " + ".join(f"{emblem(table, seat)} {_member(table, seat, t)}" for seat in table.sides[side])


def teams_line(table: Table, t: Translator) -> Line:
    """Return who plays together; empty without teams."""
    if not table.seating.teams:
        return ()
    return words(
        t(
            "Teams: {teams}.",
            teams=t.marks.semicolon.join(
                signed(mark_of(table, side), team_name(table, side, t)) for side in range(len(table.sides))
            ),
        )
    )


def teams_told(table: Table, t: Translator) -> list[Line]:
    """Return a line for each team, by its mark and the name that the story uses, with its players; or nothing."""
    if not table.seating.teams:
        return []
    return [
        (*team_named(table, side, t), *words(t.marks.colon), *everybody(table, side, t, marked=False), *words("."))
        for side in table.sides
    ]


def team_named(table: Table, side: Sequence[int], t: Translator) -> Line:
    """Return a side's player, or a team's mark and name: `🌞 Ana's team`."""
    if len(side) == 1:
        return everybody(table, side, t)
    return (*words(f"{mark(table, side[0])} "), *in_capitals(side_name(table, side[0], t)))


def members(table: Table, side: Sequence[int], t: Translator) -> Line:
    """Return a side's players, after the mark of their team."""
    told = everybody(table, side, t, marked=False)
    return told if len(side) == 1 else (*words(f"{mark(table, side[0])} "), *told)


def progress_line(table: StartedTable, since_ply: int, t: Translator) -> Line:
    """Return how much of its way each team has made, in percent, with its players' names; mostly empty.

    The beginning has it, and later a board where a team has passed another tenth of its way since a ply.
    """
    if not table.seating.teams:
        return ()
    since_ply = max(since_ply, _pressed(table))  # the boards before that turn had older tenths
    then = table.match.plies[since_ply - 1].state if since_ply else table.match.opening
    before, share_now = Road(table.match.game, then, table.sides).come, _made(table)
    begins = sum(turns_before(table, len(table.match.plies))) <= 1
    if not begins and all(old // TENTH == new // TENTH for old, new in zip(before, share_now, strict=True)):
        return ()
    names = [
        (*words(f"{mark(table, side[0])} "), *joined((who(table, seat, t, marked=False) for seat in side), " + "))
        for side in table.sides
    ]
    told = ((*team, *words(f" {in_percent(share / 100, t)}")) for team, share in zip(names, share_now, strict=True))
    return t.text("Team progress: {news}", news=joined(told, " · "))


def _pressed(table: StartedTable) -> int:
    """Return the first ply of the last turn in which a person pressed; 0 if none did."""
    plies, log = table.match.plies, table.standing[: len(table.match.plies)]
    last = next((at for at in range(len(log) - 1, -1, -1) if log[at].automation is None), 0)
    return next((at for at in range(last, 0, -1) if plies[at - 1].ends_turn), 0)


def teams_aloud(table: StartedTable, t: Translator) -> str:
    """Return who plays together and how far each team is, for the alt text; empty without teams."""
    if not table.seating.teams:
        return ""
    names = [listed(t, [unsigned(_member(table, seat, t)) for seat in side]) for side in table.sides]
    told = [
        t("{players}, {share}% of the way", players=team, share=share)
        for team, share in zip(names, _made(table), strict=True)
    ]
    return t("Teams: {teams}.", teams=t.marks.semicolon.join(told))


def _member(table: Table, seat: int, t: Translator) -> str:
    if table.seats[seat].is_free:
        return words_of(table.game).side(t, table.seats[seat].colours)
    return name(table, seat, t)


def _made(table: StartedTable) -> list[int]:
    """Return the part of its way that each side has made, in percent."""
    return Road(table.match.game, table.match.state, table.sides).come
