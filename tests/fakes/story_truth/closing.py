"""What the sentences about a finished game claim, looked up in its plies and positions alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from bot.core.games.commentary import Find
from engine.events import Captured, Moved, Passed
from engine.palma.events import Slid
from engine.parchis.board import pieces_by_name
from tests.fakes.story_truth.chronicle import Chronicle

LEAST, EARLY = Fraction(2, 100), Fraction(1, 8)
"""The part of the way by which somebody leads clearly, and the least that they have made."""


def clear_leaders(game: Chronicle) -> list[int]:
    """Return the side that leads clearly at the end of each turn; -1 if none does."""
    return [_clear_leader(game, end) for end in game.ends]


def _clear_leader(game: Chronicle, at: int) -> int:
    front, share = game.front(at), [Fraction(int(100 * each), 100) for each in game.share(at)]
    if front < 0 or share[front] < EARLY:
        return -1
    places = game.places(at)
    second = min(
        (side for side in range(len(places)) if side != front), key=lambda side: (places[side], -share[side])
    )
    state = game.state(at)
    if hasattr(state, "setup") and not game.match.teams:
        goal = state.setup.board.goal
        there = [sum(step == goal for seat in side for step in game.steps(state, seat)) for side in game.sides]
        if there[front] > there[second]:
            return front
    least = LEAST if len(game.sides[front]) == 1 else 2 * LEAST
    return front if share[front] - share[second] >= least else -1


def led(game: Chronicle, find: Find) -> bool:
    """Return whether the side leads clearly for longest, n turns of m."""
    leaders = clear_leaders(game)
    own = leaders.count(game.side_of(find.seat))
    longest = own == max(leaders.count(side) for side in range(len(game.sides)))
    return longest and (not find.m or own == find.n) and find.m in (0, len(game.ends) + 1, len(game.ends))


def both_led(game: Chronicle, find: Find) -> bool:
    """Return whether both sides were in front at the end of a turn, one change or more after the other."""
    fronts = {game.front(end) for end in (*game.ends, len(game.plies) - 1)}
    return {game.side_of(seat) for seat in (find.seat, *find.others)} <= fronts and find.n >= 3


def alone(game: Chronicle, find: Find) -> bool:
    return set(clear_leaders(game)) <= {-1, game.side_of(find.seat)}


def last_change(game: Chronicle, side: int) -> int:
    """Return the ply that ended the turn in which a side, the winner, took the lead for good; or the first one."""
    if game.front(len(game.plies) - 1) != side:
        return 0
    lost, _ = game.flip(game.ends[-1], side)
    return next((end for end in game.ends if end > lost and game.front(end) == side), len(game.plies) - 1)


def turned(game: Chronicle, find: Find) -> bool:
    end = last_change(game, game.side_of(find.seat))
    hits = game.captures(end, game.first_of_turn(end))
    return any(each.square == str(find.n) for each in hits)


def late(game: Chronicle, find: Find) -> bool:
    end = last_change(game, game.side_of(find.seat))
    return game.turn[-1] - game.turn[end] <= game.seats


def costs(game: Chronicle) -> list[tuple[int, int, int]]:
    """Return how many squares each capture of a rival cost, who captured, and whose piece."""
    found = []
    for at, event in game.events(Captured, 0, len(game.plies) - 1):
        if game.side_of(event.seat) != game.side_of(event.owner):
            before, after = (game.game.steps(state)[event.owner] for state in (game.before(at), game.state(at)))
            found.append((before - after - 1, event.seat, event.owner))
    return found


def behind(game: Chronicle, find: Find) -> bool:
    """Return whether the side was n hundredths of the way behind the first one, or more."""
    own, most = game.side_of(find.seat), Fraction(0)
    for end in game.ends:
        share, places = game.share(end), game.places(end)
        most = max(most, *(share[side] - share[own] for side, place in enumerate(places) if place == 1))
    return 100 * most > find.n - 1


def came_back(game: Chronicle, find: Find) -> bool:
    """Return whether the side was that far behind, and did not lead for most of the game."""
    return behind(game, find) and 2 * clear_leaders(game).count(game.side_of(find.seat)) <= len(game.ends) + 1


def to_go(game: Chronicle, find: Find) -> bool:
    """Return whether the side has n pieces left, with m squares to go."""
    state, side = game.state(len(game.plies) - 1), game.side_of(find.seat)
    if not hasattr(state, "setup"):
        out = [hole for hole in state.pieces[side] if hole < 25]
        free = sorted({25, 26, 27, 28, 29} - {*state.pieces[side]})[: len(out)]
        return (len(out), sum(free) - sum(max(0, hole) for hole in out)) == (find.n, find.m)
    goal = state.setup.board.goal
    left = [goal - max(0, step) for seat in game.sides[side] for step in game.steps(state, seat) if step < goal]
    return (len(left), sum(left)) == (find.n, find.m)


def whisker(game: Chronicle, find: Find) -> bool:
    """Return whether the side's last piece would arrive with the number n."""
    state, side = game.state(len(game.plies) - 1), game.side_of(find.seat)
    goal = state.setup.board.goal
    (left,) = [goal - step for seat in game.sides[side] for step in game.steps(state, seat) if step < goal]
    return left == (state.setup.rules.six_all_out if find.n == 6 and left != 6 else find.n)


def captures(game: Chronicle, find: Find) -> bool:
    """Return whether the player captured n pieces, and has none in the goal."""
    took = [each.seat for each in game.captures(len(game.plies) - 1) if each.seat != each.owner]
    goal = game.match.opening.setup.board.goal
    return took.count(find.seat) == find.n >= 8 and goal not in game.steps(game.state(-1), find.seat)


def rivals(game: Chronicle, find: Find) -> bool:
    """Return whether the two captured n and m pieces of each other's."""
    hits = [(each.seat, each.owner) for each in game.captures(len(game.plies) - 1)]
    one, other = find.seat, find.others[0]
    return (hits.count((one, other)), hits.count((other, one))) == (find.n, find.m) and find.n >= find.m >= 3


def losses(game: Chronicle, find: Find) -> bool:
    """Return whether the winner lost n pieces to others: none, or more than anyone."""
    lost = [each.owner for each in game.captures(len(game.plies) - 1) if each.seat != each.owner]
    most_lost = all(lost.count(seat) < find.n for seat in range(game.seats) if seat != find.seat)
    won = game.front(len(game.plies) - 1) == game.side_of(find.seat)
    return won and lost.count(find.seat) == find.n and (not find.n or most_lost)


def most(game: Chronicle, find: Find) -> bool:
    """Return whether the player did it n times: gave rolls away, took slides, or captured or moved for their team."""
    events = [event for ply in game.plies for event in ply.events]
    does: Mapping[str, Callable[[Any], bool]] = {
        "generous": lambda event: isinstance(event, Passed),
        "slider": lambda event: isinstance(event, Slid),
        "friendly": lambda event: (
            isinstance(event, Captured) and game.side_of(event.seat) == game.side_of(event.owner)
        ),
        "driver": lambda event: isinstance(event, Moved) and game.owner(event.piece) != event.seat,
    }
    done = [event.seat for event in events if does[find.kind](event)]
    return done.count(find.seat) == find.n == max(map(done.count, done))


def up_and_down(game: Chronicle, find: Find) -> bool:
    """Return whether slides brought the player n holes up and m down, more than the other."""
    ways = [(event.seat, int(event.to) - int(event.origin)) for _, event in game.events(Slid, 0, len(game.plies) - 1)]
    up, down = (sum(sign * way for seat, way in ways if seat == find.seat and sign * way > 0) for sign in (1, -1))
    others = sum(-way for seat, way in ways if seat != find.seat and way < 0)
    return (up, down) == (find.n, find.m) and down > others


def valuable(game: Chronicle, find: Find) -> bool:
    """Return whether a winner cost the others m squares with n captures, more than any mate, and mates nothing."""
    tolls = [[cost for cost, seat, _ in costs(game) if seat == each] for each in range(game.seats)]
    side = game.sides[game.side_of(find.seat)]
    won = game.match.result is not None and game.match.result.places[find.seat] == 1
    best = sum(tolls[find.seat]) == max(sum(tolls[seat]) for seat in side)
    hits = [each for each in game.captures(len(game.plies) - 1) if each.seat == find.seat]
    own = any(each.owner in side for each in hits)
    return won and best and not own and (len(tolls[find.seat]), sum(tolls[find.seat])) == (find.n, find.m)


def own_goals(game: Chronicle, find: Find) -> bool:
    """Return whether captures within the team cost n squares, and m are missing."""
    state, seats = game.state(len(game.plies) - 1), game.sides[game.side_of(find.seat)]
    lost = 0
    for at, event in game.events(Captured, 0, len(game.plies) - 1):
        if event.seat != event.owner and event.seat in seats and event.owner in seats:
            lost += game.before(at).steps[pieces_by_name()[event.piece]]
    goal = state.setup.board.goal
    left = sum(goal - max(0, step) for seat in seats for step in game.steps(state, seat))
    return (lost, left) == (find.n, find.m)


def last_place(game: Chronicle, find: Find) -> bool:
    """Return whether the player is last, alone, and captured n pieces of others."""
    assert game.match.result is not None
    order = game.match.result.places
    took = [each.seat for each in game.captures(len(game.plies) - 1) if each.seat != each.owner]
    return order.count(max(order)) == 1 and order[find.seat] == max(order) and took.count(find.seat) == find.n >= 3


CLOSINGS: Mapping[str, Callable[[Chronicle, Find], bool]] = {
    "close-always": lambda game, _: set(clear_leaders(game)) == {-1},
    "led-always": alone,
    "led-by-turns": led,
    "led-in-vain": lambda game, find: led(game, find) and game.front(len(game.plies) - 1) != game.side_of(find.seat),
    "to-and-fro": both_led,
    "led-most": lambda game, find: led(game, find) and 2 * find.n > find.m,
    "turned": turned,
    "late": late,
    "costliest": lambda game, find: (
        (find.n, find.seat, *find.others) in costs(game)
        and [cost for cost, *_ in costs(game) if cost >= find.n] == [find.n]
    ),
    "peaceful": lambda game, _: max(costs(game))[0] < 25,
    "valuable": valuable,
    "own-goals": own_goals,
    "generous": most,
    "slider": most,
    "friendly": most,
    "empty-handed": captures,
    "battered": losses,
    "rivals": rivals,
    "untouched": losses,
    "driver": most,
    "up-and-down": up_and_down,
    "comeback": came_back,
    "whisker": whisker,
    "so-close": to_go,
    "next": to_go,
    "last-place": last_place,
}
"""What makes a sentence of each kind true; those about records of a chat are in the tests of their kinds."""
