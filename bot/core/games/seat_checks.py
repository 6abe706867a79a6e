"""Check a game's seats and teams, and list the possible ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.games.seat_names import spoken
from bot.core.i18n.refusal import InWords, Refusal
from bot.core.i18n.translator import N_
from engine import catalog
from engine.errors import BadRules


def check(game: str, rules: Mapping[str, Any], seats: Sequence[str], teams: Sequence[Sequence[int]] | None) -> None:
    """Raise Refusal for impossible seats or teams, naming the possible ones."""
    described, size = catalog.game(game).describe(), str(rules.get("colours", ""))
    seatings = described.get("seatings", {}).get(size, [described.get("seats", [])])
    # the switches were checked one by one: only seats and teams can still be wrong
    if not _starts(game, rules, seats, None):
        raise _no_such_seats(game, seatings)
    if teams is None or _starts(game, rules, seats, teams):
        return
    forms = described.get("teams", {}).get(size)
    if not forms and size:
        raise Refusal(N_("There are no teams on a board with {n} colours."), n=size)
    if not forms:
        raise Refusal(N_("This game has no teams."))
    letters = max(seatings, key=len)
    ways = [["".join(letters[seat] for seat in team) for team in form] for form in forms]
    choices = _to_choose(game, ways)
    if any(len(seat) > 1 for seat in seats):
        raise Refusal(N_("In a team game each seat has one colour. Try {choices}"), choices=choices)
    raise Refusal(N_("Those teams don't work on this board. Try {choices}"), choices=choices)


def _starts(game: str, rules: Mapping[str, Any], seats: Sequence[str], teams: Sequence[Sequence[int]] | None) -> bool:
    try:
        catalog.game(game).start(rules, list(seats), teams)
    except BadRules:
        return False
    return True


def _no_such_seats(game: str, seatings: Sequence[Sequence[str]]) -> Refusal:
    """Return the refusal that names the possible seats.

    They are all colours alone, colours together, and fewer seats of one colour each.
    """
    everybody = max(seatings, key=len)
    shared = [seating for seating in seatings if any(len(seat) > 1 for seat in seating)]
    choices = _to_choose(game, (everybody, *shared))
    if len(seatings) == 1:
        return Refusal(N_("That seating doesn't work on this board. Try {choices}"), choices=choices)
    return Refusal(
        N_(
            "That seating doesn't work on this board. Try {choices}, or fewer seats with one colour "
            "each, e.g. {fewer}."
        ),
        choices=choices,
        fewer=_to_choose(game, [(everybody[0], everybody[2])]),
    )


def _to_choose(game: str, ways: Sequence[Sequence[str]]) -> InWords:
    return lambda t: " · ".join(spoken(t, game, way) for way in ways)
