"""The draw of a round: who sits with whom, and where. The sealed seed decides what points leave open (T20–T27)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from itertools import permutations
from math import ceil, log2

from bot.core.domain.table_codes import LENGTH, written
from bot.core.tournaments.assignment import Wish, assigned
from bot.core.tournaments.matching import matched
from bot.core.tournaments.standings import standings
from bot.core.tournaments.terms import Format
from bot.core.tournaments.tournament import BOT, NEW, NOBODY, Pairing, Round, Standby, Tournament


def rounds_of(tournament: Tournament) -> int:
    """Return how many rounds the present entrants play (T21); for a knock-out, as many as it takes."""
    terms, count = tournament.terms, len(tournament.active)
    if terms.divisions > 1 and all(one.division == NEW for one in tournament.entrants):
        count = ceil(count / terms.divisions)  # nobody has a division before the first edition begins
    elif terms.divisions > 1:
        parts = map(tournament.part, range(terms.divisions))
        return max((rounds_of(part) for part in parts if len(part.active) > 1), default=0)
    if terms.format is Format.SWISS:
        least = max(3, ceil(log2(max(2, count)))) if terms.sides == 2 else 3 + (count > 16) + (count > 64)
        return terms.rounds or least
    if terms.format is Format.ALL:
        return max(1, ceil((count - 1) / (terms.sides - 1))) if terms.sides > 2 else count - 1 + count % 2
    return 0


def next_round(tournament: Tournament, now: float) -> Round | None:
    """Draw the next round; None if all have been played. The last round must be over."""
    terms = tournament.terms
    if terms.divisions > 1:
        return _of_divisions(tournament, now)
    number = len(tournament.rounds)
    if terms.format is Format.KNOCKOUT:
        going_on = survivors(tournament)
        if len(going_on) < 2:
            return None
        tables, byes = _knockout(tournament, going_on)
    else:
        active = tournament.active
        if number >= planned(tournament) or len(active) < 2:
            return None
        tables, byes = _by_points(tournament, active)
    return Round(seated(tournament, tables), now, now + terms.span, tuple(byes))


def _of_divisions(tournament: Tournament, now: float) -> Round | None:
    """Draw a round of each division that isn't done (T59)."""
    tables: list[list[int]] = []
    byes: list[int] = []
    for division in range(tournament.terms.divisions):
        part = tournament.part(division)
        if len(part.active) > 1 and len(part.rounds) < planned(part):
            drawn, left = _by_points(part, part.active)
            tables += drawn
            byes += left
    if not tables:
        return None
    return Round(seated(tournament, tables), now, now + tournament.terms.span, tuple(byes))


def planned(tournament: Tournament) -> int:
    """Return the number of rounds, by those who played the first: nobody's leaving shortens a tournament."""
    if not tournament.rounds:
        return rounds_of(tournament)
    first = tournament.rounds[0]
    sides = {*first.byes, *(one for pairing in first.pairings for one in pairing.people)}
    begun = {one for side in sides for one in tournament.members(side)}
    entrants = {
        one.number: replace(one, standby=Standby.IN if one.number in begun else Standby.OUT)
        for one in tournament.entrants
    }
    return rounds_of(tournament.with_entrants(entrants))


def survivors(tournament: Tournament) -> tuple[int, ...]:
    """Return who is still in a knock-out, the best first (T22); nobody goes on who has left."""
    active = set(tournament.active)
    if not tournament.rounds:
        return tuple(sorted(active, key=lambda one: (-tournament.rating_of(one), tournament.lot("seed", one))))
    last = tournament.rounds[-1]
    if len(last.pairings) == 1 and not last.byes:
        return ()  # that was the final
    places = [(0, one) for one in last.byes]
    for pairing in last.pairings:
        places += [(pairing.place_of(one), one) for one in through_of(tournament, pairing)]
    places.sort(key=lambda one: (one[0], tournament.lot(f"round {len(tournament.rounds)}", one[1])))
    return tuple(one for _, one in places if one in active)


def through_of(tournament: Tournament, pairing: Pairing) -> list[int]:
    """Return who goes on from a table of a knock-out that is over, the best first."""
    people = sorted(pairing.people, key=lambda one: (pairing.place_of(one), tournament.lot("tie", one)))
    return people[: many_through(tournament, len(people))]


def many_through(tournament: Tournament, people: int) -> int:
    """Return how many of a table's people go on."""
    return min(tournament.terms.through, ceil(people / 2))


def _knockout(tournament: Tournament, going_on: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Return tables and byes: best against last in duels, with byes for the best until a power of two is left."""
    sides = tournament.terms.sides
    if sides == 2:
        byes = list(going_on[: 2 ** ceil(log2(len(going_on))) - len(going_on)])
        rest = going_on[len(byes) :]
        return [[rest[index], rest[-1 - index]] for index in range(len(rest) // 2)], byes
    if len(going_on) <= sides:
        return [list(going_on)], []
    sizes = table_sizes(len(going_on), sides)
    tables: list[list[int]] = [[] for _ in sizes]
    for index, one in enumerate(going_on):  # like a snake: the best apart from each other
        lap, step = divmod(index, len(sizes))
        tables[step if lap % 2 == 0 else len(sizes) - 1 - step].append(one)
    return assigned(tables, _wishes(tournament, {}, scored=False)), []


def _by_points(tournament: Tournament, active: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    sides, name = tournament.terms.sides, f"round {len(tournament.rounds) + 1}"
    scored = tournament.terms.format is not Format.ALL
    points = {row.number: float(row.points) for row in standings(tournament)} if scored else {}
    order = sorted(active, key=lambda one: (-points.get(one, 0.0), tournament.lot(name, one)))
    wish = _wishes(tournament, points, scored=scored)
    if sides == 2 and not scored:
        return _everybody(tournament, set(active))
    if sides == 2:
        byes = []
        if len(order) % 2:
            had = Counter(one for drawn in tournament.rounds for one in drawn.byes)
            byes = [min(reversed(order), key=lambda one: had[one])]
        return matched([one for one in order if one not in byes], wish), byes
    tables, start = [], 0
    for size in table_sizes(len(order), sides):
        tables.append(order[start : start + size])
        start += size
    return assigned(tables, wish), []


def _everybody(tournament: Tournament, active: Set[int]) -> tuple[list[list[int]], list[int]]:
    """Return a round of everybody against everybody, by the circle: one stays, the others move on (T27)."""
    began = tournament.rounds[:1]
    field = [*began[0].byes, *(one for pairing in began[0].pairings for one in pairing.people)] if began else active
    circle: list[int | None] = sorted(field, key=lambda one: tournament.lot("circle", one))
    if len(circle) % 2:
        circle.append(None)
    turn = len(tournament.rounds) % (len(circle) - 1)
    circle = [circle[0], *circle[1 + turn :], *circle[1 : 1 + turn]]
    tables, byes = [], []
    for index in range(len(circle) // 2):
        people = [one for one in (circle[index], circle[-1 - index]) if one is not None and one in active]
        if len(people) == 2:
            tables.append(people)
        else:
            byes += people
    return tables, byes


def table_sizes(count: int, sides: int) -> list[int]:
    """Return how many people sit at each table: as even as can be, bots fill the rest (T23)."""
    tables = ceil(count / sides)
    return [count // tables + (index < count % tables) for index in range(tables)]


def _wishes(tournament: Tournament, points: Mapping[int, float], *, scored: bool) -> Wish:
    met = Counter(
        (one, other) for pairing in tournament.pairings for one in pairing.people for other in pairing.people
    )
    together = from_one_chat(tournament)

    def wish(one: int, other: int) -> float:
        """Return how unwelcome it is that two sit together (T25)."""
        apart = (points.get(one, 0.0) - points.get(other, 0.0)) ** 2 if scored else 0.0
        return 1e6 * met[one, other] ** 2 + apart + together(one, other)

    return wish


def from_one_chat(tournament: Tournament) -> Wish:
    """Return how unwelcome it is that people of one chat sit together, if people play from several (T25)."""
    entrants = tournament.entrants
    chats = {one.number: one.chat if one.before == NOBODY else entrants[one.before].chat for one in entrants}
    mixed = len(set(chats.values())) > 1
    return lambda one, other: 0.1 if mixed and chats[one] == chats[other] else 0.0


def seated(tournament: Tournament, tables: Sequence[Sequence[int]]) -> tuple[Pairing, ...]:
    """Return the tables with seats in turn (T26), bots on what is free, and codes."""
    sat: Counter[tuple[int, int]] = Counter()
    for pairing in tournament.pairings:
        sat.update((one, seat) for seat, one in enumerate(pairing.sides))
    number = len(tournament.rounds) + 1
    pairings = []
    for index, people in enumerate(tables):
        drawn = sorted(people, key=lambda one: tournament.lot(f"seat {number}", one))
        seats = min(
            permutations(range(tournament.terms.sides), len(drawn)),
            key=lambda seats: (sum(sat[one, seat] ** 2 for one, seat in zip(drawn, seats, strict=True)), seats),
        )
        sides = [BOT] * tournament.terms.sides
        for one, seat in zip(drawn, seats, strict=True):
            sides[seat] = one
        pairings.append(Pairing(tuple(sides), table_code(tournament, number, index)))
    return tuple(pairings)


def table_code(tournament: Tournament, number: int, index: int, attempt: int = 0) -> str:
    """Return the code of a table of a round; a further attempt if another table has it."""
    return written(tournament.lot(f"table {number} {attempt}", index)[:LENGTH])
