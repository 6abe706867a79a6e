"""What each sentence of the rule sheet says, asked of the engine: a position and what must come of it.

Yellow is at play in the first seat, blue is a foe. Squares are told by yellow's steps from its start, so that they
are the same on every board; 0, 7, 12 and 17 are shelters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.core.relevance import Sitting, sitting_of
from bot.core.views.parchis import shelter_squares
from engine.errors import BadPosition
from engine.game import TurnKind
from engine.parchis.game import PARCHIS
from engine.parchis.state import State

FINISHED = ("F", "F", "F", "F")


@dataclass(frozen=True)
class Case:
    """A table: every switch with its value, the colours of its seats, and its teams."""

    values: Mapping[str, Any]
    seats: tuple[str, ...]
    teams: tuple[tuple[int, ...], ...] | None

    @property
    def sitting(self) -> Sitting:
        return sitting_of(self.seats, self.teams)

    @property
    def rules(self) -> dict[str, Any]:
        return {"preset": "spanish", **self.values}

    @property
    def die(self) -> bool:
        return bool(self.values["source"] == "die")

    @property
    def by_colour(self) -> bool:
        return self.sitting.shared and bool(self.values["turns_by_colour"])

    @property
    def helps(self) -> bool:
        return bool(self.values["stuck_helps"]) and (self.sitting.teams or self.by_colour)

    @property
    def side(self) -> str:
        """The colours of yellow's side."""
        team = next((team for team in self.teams or () if 0 in team), (0,))
        return "".join(self.seats[seat] for seat in team)

    @property
    def friend(self) -> str:
        """Another colour of yellow's side, or nothing."""
        return self.side[1:2]

    @property
    def foes(self) -> str:
        """The colours of the others."""
        return "".join(letter for seat in self.seats for letter in seat if letter not in self.side)

    def camp(self, letter: str) -> str:
        """A square that a colour reaches early, far from its goal."""
        return str(17 * "YBRGPO".index(letter) + 11)

    def square(self, step: int | str) -> str:
        """A yellow step as a square's text; texts stay."""
        return step if isinstance(step, str) else str((4 + step) % (17 * self.values["colours"]) + 1)

    def at(self, phase: str, pieces: Mapping[str, tuple[int | str, ...]], **more: Any) -> State:
        """A position, yellow to play unless it is told otherwise."""
        squares = {letter: [self.square(step) for step in steps] for letter, steps in pieces.items()}
        if self.values["turns_by_colour"]:
            more.setdefault("colour", "Y")
        seats, teams = list(self.seats), None if self.teams is None else [list(team) for team in self.teams]
        return PARCHIS.from_position(
            {"rules": self.rules, "seats": seats, "teams": teams, "pieces": squares, "phase": phase, **more}
        )

    def moves(self, number: int, **pieces: tuple[int | str, ...]) -> set[str]:
        """What a number lets yellow do."""
        return set(PARCHIS.moves(self.at("move", pieces, throw=number)))

    def move(self, number: int, move: str, **pieces: tuple[int | str, ...]) -> After:
        """What comes of a move."""
        return After(self.at("move", pieces, throw=number), move)

    def number(self, number: int, more: Mapping[str, Any] | None = None, **pieces: tuple[int | str, ...]) -> After:
        """What comes of a number thrown or picked."""
        state = self.at("throw" if self.die else "pick", pieces, **(more or {}))
        return After(state, str(number) if self.die else f"n{number}")


class After:
    """A state, what led to it, and what it reads like."""

    def __init__(self, state: State, move: str) -> None:
        step = PARCHIS.apply(state, move)
        self.state, self.events = step.state, step.events
        self.position = PARCHIS.position(step.state)
        self.moves = set(PARCHIS.moves(step.state))

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [dict(event) for event in self.events if event["type"] == kind]

    def captured(self) -> list[str]:
        """The colours of the pieces that were captured."""
        return [event["piece"][0] for event in self.told("captured")]

    def where(self, piece: str) -> str:
        return str(self.position["pieces"][piece[0]][int(piece[1]) - 1])

    @property
    def again(self) -> bool:
        """Whether yellow throws or picks another time in this turn."""
        return not self.told("turn") and self.position["phase"] in ("throw", "pick") and self.position["seat"] == 0


Claim = Callable[[Case], "bool | None"]
"""Whether what a sentence says is so at a table; None where nothing there can show it."""
CLAIMS: dict[str, Claim] = {}


def claim(name: str) -> Callable[[Claim], Claim]:
    """Ties a sentence to its question."""

    def keep(asked: Claim) -> Claim:
        CLAIMS[name] = asked
        return asked

    return keep


@claim("aim")
def _(case: Case) -> bool:
    rest = dict.fromkeys(case.side[1:], FINISHED)
    won = case.move(1, "Y1+1", Y=("c7", "F", "F", "F"), **rest)
    early = case.move(1, "Y1+1", Y=("c7", "F", "F", 3), **rest)
    first = [event for kind in ("won", "finished") for event in won.told(kind)]
    return 0 in first[0]["seats"] and not early.told("won") and not early.told("finished")


def _started(case: Case) -> After:
    """The opening: the first two seats tie with 6s, then the second of them has more."""
    state = PARCHIS.start(case.rules, list(case.seats), None if case.teams is None else [*map(list, case.teams)])
    order = list(state.setup.seat_order)
    for seat in order:
        assert PARCHIS.turn(state).seat == seat
        state = PARCHIS.apply(state, "6" if seat in order[:2] else "2").state
    for seat in order[:1]:
        assert PARCHIS.turn(state).seat == seat, "those who tie throw again, and nobody else"
        state = PARCHIS.apply(state, "3").state
    after = After(state, "5")
    assert after.position["seat"] == after.position["starter"] == order[1]
    return after


@claim("start.die")
def _(case: Case) -> bool:
    return PARCHIS.turn(_started(case).state).kind is TurnKind.THROW


@claim("start.pool")
def _(case: Case) -> bool:
    return PARCHIS.turn(_started(case).state).kind is TurnKind.CHOOSE


@claim("turns")
def _(case: Case) -> bool:
    after = case.move(1, "Y1+1", Y=(1,))
    playing = sorted((letter for seat in case.seats for letter in seat), key="YBRGPO".index)
    if not case.by_colour:  # the first colour of each seat
        playing = [letter for letter in playing if letter == min(_seat(case, letter), key="YBRGPO".index)]
    (turn,) = after.told("turn")
    return turn["seat"] == case.seats.index(_seat(case, playing[1])) and after.where("Y1") == case.square(2)


def _seat(case: Case, letter: str) -> str:
    return next(seat for seat in case.seats if letter in seat)


@claim("colours.one_turn")
def _(case: Case) -> bool | None:
    return case.sitting.shared and {"Y1+3", f"{case.friend}1+3"} == case.moves(
        3, Y=(1,), **{case.friend: (case.camp(case.friend),)}
    )


@claim("colours.turns")
def _(case: Case) -> bool | None:
    if not case.sitting.shared or not case.die:
        return None
    own_turn = len(case.at("throw", {}).setup.slots) == sum(map(len, case.seats))
    return own_turn and case.moves(3, Y=(1,), **{case.friend: (case.camp(case.friend),)}) == {"Y1+3"}


@claim("colours.turns_pool")
def _(case: Case) -> bool | None:
    if not case.sitting.shared or case.die:
        return None
    pools = PARCHIS.position(case.at("pick", {}))["pools"]
    return len(pools) == sum(map(len, case.seats)) and case.moves(
        3, Y=(1,), **{case.friend: (case.camp(case.friend),)}
    ) == {"Y1+3"}


def _moves_whole(case: Case) -> bool:
    """One piece, the whole number, and no passing."""
    after = case.move(3, "Y1+3", Y=(1,))
    return case.moves(3, Y=(1,)) == {"Y1+3"} and after.where("Y1") == case.square(4)


def _lost_though_a_friend_could(case: Case, friends: tuple[int | str, ...]) -> bool:
    return bool(case.number(3, Y=(1,), B=(2, 2), **_of_friend(case, friends)).told("lost"))


def _of_friend(case: Case, steps: tuple[int | str, ...]) -> dict[str, tuple[int | str, ...]]:
    return {case.friend: steps} if case.friend else {}


@claim("move.lost")
def _(case: Case) -> bool:
    mine = case.sitting.shared and not case.by_colour  # then the other colour's pieces are one's own
    return _moves_whole(case) and _lost_though_a_friend_could(
        case, () if mine or not case.friend else (case.camp(case.friend),)
    )


@claim("move.helped")
def _(case: Case) -> bool | None:
    if not case.friend or (case.sitting.shared and not case.by_colour):
        return None
    lost = _lost_though_a_friend_could(case, ())
    return _moves_whole(case) and lost and not _lost_though_a_friend_could(case, (case.camp(case.friend),))


@claim("enter")
def _(case: Case) -> bool:
    other = case.foes[1:2]
    pairs = [("B", other), (other, "B")] if other else []
    for first, last in pairs:
        there = {first: (0,), last: (0,)}
        state = case.at("move", {"Y": ("H", 1), **there}, throw=5, arrivals={case.square(0): [first, last]})
        if After(state, "Y1+in").captured() != [last]:
            return False
    return (
        all(move.endswith("+in") for move in case.moves(5, Y=("H", 1)))
        and not any(move.endswith("+in") for move in case.moves(5, Y=("H", 0, 0, "F")) if move[0] == "Y")
        and case.move(5, "Y1+in", Y=("H", 0), B=(0,)).captured() == ["B"]
        and case.move(5, "Y1+in", Y=("H", 1), B=(0, 0)).captured() == ["B"]
        and case.move(5, "Y1+in", Y=("H", 1), B=(0,)).captured() == []
    )


@claim("capture")
def _(case: Case) -> bool:
    after = case.move(3, "Y1+3", Y=(1, 6), B=(4,))
    whose = {move[:2] for move in after.moves}
    return (
        after.captured() == ["B"]
        and after.where("B1") == "H"
        and after.position["bonus"] == 20
        and whose == {"Y1", "Y2"}
    )


@claim("shelter")
def _(case: Case) -> bool:
    shared = case.move(3, "Y1+3", Y=(4,), B=(7,))
    evicted = case.move(5, "Y1+in", Y=("H", 0), B=(0,))
    full = [
        case.moves(3, Y=(4, 9), B=(7, 7)),
        case.moves(3, Y=(4, 9, 7), B=(7,)),
        case.moves(3, Y=(4, 9, 8), B=(7, 7)),
    ]
    return (
        not shared.captured()
        and shared.where("B1") == shared.where("Y1") == case.square(7)
        and evicted.captured() == ["B"]
        and not any("Y1+3" in moves for moves in full)
    )


@claim("barrier")
def _(case: Case) -> bool:
    out = case.move(5, "Y1+in", Y=("H", 1), B=(0, 0))
    stopped = [case.moves(number, Y=(1, 20), B=(3, 3)) for number in (2, 3)]
    own = [case.moves(number, Y=(1, 3, 3)) for number in (2, 3)]
    return out.where("Y1") == case.square(0) and not any("Y1+" in move for moves in stopped + own for move in moves)


@claim("goal")
def _(case: Case) -> bool:
    alone = case.move(3, "Y1+3", Y=("c5", "H"))
    after = case.move(3, "Y1+3", Y=("c5", 1))
    return (
        case.moves(4, Y=("c5", "H")) == set()
        and after.where("Y1") == "F"
        and (after.position["bonus"], after.moves) == (10, {"Y2+10"})
        and alone.told("lost") == [{"type": "lost", "seat": 0, "bonus": 10}]
    )


@claim("team")
def _(case: Case) -> bool | None:
    if not case.sitting.teams:
        return None
    mates = dict.fromkeys(case.side[1:], FINISHED)
    won = case.move(1, "Y1+1", Y=("c7", "F", "F", "F"), **mates)
    winners = next(event["seats"] for kind in ("finished", "won") for event in won.told(kind))
    moved = case.move(3, f"{case.friend}1+3", Y=FINISHED, **{case.friend: (case.camp(case.friend),)})
    team = next(team for team in case.teams or () if 0 in team)
    return sorted(winners) == sorted(team) and moved.told("moved")[0]["seat"] == 0


def _plays_again(case: Case) -> bool:
    """After a 6 that was moved, and after one that nothing could move."""
    stuck = case.number(6, Y=(1,), B=(2, 2))
    return case.move(6, "Y1+6", Y=(1, "H")).again and stuck.again and bool(stuck.told("lost"))


@claim("six.die")
def _(case: Case) -> bool:
    return _plays_again(case) and case.move(6, "Y1+6", Y=(1, "H")).position["phase"] == "throw"


@claim("six.pool")
def _(case: Case) -> bool:
    return _plays_again(case) and case.move(6, "Y1+6", Y=(1, "H")).position["phase"] == "pick"


def _opens_barriers(case: Case) -> bool:
    forced = case.moves(6, Y=(3, 3, 20)) == {"Y1+6"}
    lapsed = case.moves(6, Y=(3, 3, 20), B=(4, 4)) == {"Y3+6"}
    return forced and lapsed


@claim("open.barrier")
def _(case: Case) -> bool:
    return _opens_barriers(case) and case.moves(6, Y=(7, 20), B=(7,)) == {"Y1+6", "Y2+6"}


@claim("open.pair")
def _(case: Case) -> bool:
    return _opens_barriers(case) and case.moves(6, Y=(7, 20), B=(7,)) == {"Y1+6"}


@claim("squares")
def _(case: Case) -> bool:
    listed = {str(square) for square in shelter_squares(case.rules)}
    steps = range(1, 17 * case.values["colours"] - 6)
    for step in [step for step in steps if not 13 <= step <= 16]:  # where blue cannot stand
        captured = bool(case.move(1, "Y1+1", Y=(step - 1, "H"), B=(step,)).captured())
        if captured == (case.square(step) in listed):
            return False
    return len(listed) == 3 * case.values["colours"]


@claim("board")
def _(case: Case) -> bool:
    last = 17 * case.values["colours"]
    case.at("move", {"B": (str(last),)}, throw=3)
    try:
        case.at("move", {"B": (str(last + 1),)}, throw=3)
    except BadPosition:
        return True
    return False


@claim("source.die")
def _(case: Case) -> bool:
    state = case.at("throw" if case.die else "pick", {"Y": (1,)})
    return PARCHIS.odds(state) == dict.fromkeys("123456", 1)


@claim("source.pool")
def _(case: Case) -> bool:
    if case.die:
        return False
    order = len(PARCHIS.position(case.at("pick", {}))["pools"])
    wasted = case.number(3, {"pools": [[3, 4]] * order})
    last = case.number(4, {"pools": [[4]] * order})
    return (
        wasted.position["pools"][0] == [4]
        and bool(wasted.told("lost"))
        and set(range(1, 7)) <= set(last.position["pools"][0])
    )


@claim("null")
def _(case: Case) -> bool:
    if case.die:
        return False
    state = _started(case).state
    setup = state.setup
    slots = len(setup.slots)
    begins = setup.first_slot(PARCHIS.position(state)["starter"])
    if [0 in state.pools[(begins + later) % slots] for later in range(slots)] != [True] + [False] * (slots - 1):
        return False
    position = PARCHIS.position(state)
    for cycle in range(1, slots + 2):  # the second numbers are the next one's, and so on, and round again
        emptied = {**position, "pools": [[4]] * slots, "cycles": [cycle] * slots}
        after = PARCHIS.apply(PARCHIS.from_position(emptied), "n4").state
        if (0 in after.pools[begins]) != (cycle % slots == 0):
            return False
    order = len(PARCHIS.position(case.at("pick", {}))["pools"])
    null = case.number(0, {"pools": [[0, 4]] * order}, Y=(1,))
    return bool(null.told("turn")) and not null.told("moved") and null.where("Y1") == case.square(1)


def _setup(case: Case) -> list[str]:
    teams = None if case.teams is None else [*map(list, case.teams)]
    return sorted(PARCHIS.position(PARCHIS.start(case.rules, list(case.seats), teams))["pieces"]["Y"])


@claim("setup.one_out")
def _(case: Case) -> bool:
    return _setup(case) == ["5", "H", "H", "H"]


@claim("setup.first_shelters")
def _(case: Case) -> bool:
    return _setup(case) == ["12", "17", "5", "H"]


OUT, ONE_HOME = (1, 20, 30, 40), ("F", 1, 20, 30)


def _lengths(case: Case, *steps: int | str) -> set[str]:
    """How far yellow pieces go by a 6."""
    return {move.partition("+")[2] for move in case.moves(6, Y=steps)}


@claim("long.none")
def _(case: Case) -> bool:
    return _lengths(case, *OUT) == {"6"}


@claim("long.7")
def _(case: Case) -> bool:
    return "7" in _lengths(case, *OUT) and _lengths(case, 1, 20, 30, "H") == {"6"}


@claim("long.12")
def _(case: Case) -> bool:
    return "12" in _lengths(case, *OUT) and _lengths(case, 1, 20, 30, "H") == {"6"}


@claim("out.not_home")
def _(case: Case) -> bool | None:
    if case.values["six_all_out"] == "none":
        return None
    return str(case.values["six_all_out"]) in _lengths(case, *ONE_HOME)


@claim("out.on_field")
def _(case: Case) -> bool | None:
    if case.values["six_all_out"] == "none":
        return None
    return _lengths(case, *ONE_HOME) == {"6"}


@claim("choice.no")
def _(case: Case) -> bool | None:
    far = case.values["six_all_out"]
    if far == "none":
        return None
    stuck = case.moves(6, Y=(0, 20, 30, 40), B=(far, far))
    return "6" not in _lengths(case, *OUT) and not any(move[:2] == "Y1" for move in stuck)


@claim("choice.yes")
def _(case: Case) -> bool | None:
    if case.values["six_all_out"] == "none":
        return None
    if "6" not in _lengths(case, *OUT):
        return False
    far = case.values["six_all_out"]
    return not case.move(6, "Y1+6", Y=OUT).again and case.move(6, f"Y1+{far}", Y=OUT).again


def _passes_pair(case: Case) -> bool:
    return "Y1+4" in case.moves(4, Y=(4, 7, "F", "F"), B=(7,))


@claim("mixed.pass")
def _(case: Case) -> bool:
    lands = "Y1+3" in case.moves(3, Y=(4, 7, "F", "F"), B=(7,))
    out = case.move(5, "Y1+in", Y=("H", 0), B=(0,))
    return _passes_pair(case) and not lands and out.captured() == ["B"]


@claim("mixed.block")
def _(case: Case) -> bool:
    return not _passes_pair(case)


def _third_six(case: Case, step: int | str, last: str | None = "Y1") -> After:
    after = case.number(6, {"sixes": 2, "last": last}, Y=(step, 20))
    assert after.told("turn"), "the turn ends"
    assert not after.told("moved"), "it is not moved"
    return after


def _goes_home(case: Case, *, spared: bool) -> bool:
    if not case.die:
        return False
    return (
        _third_six(case, 3).where("Y1") == "H"
        and (_third_six(case, 7).where("Y1") == case.square(7)) == spared
        and _third_six(case, "c3").where("Y1") == "c3"
        and _third_six(case, "F").where("Y1") == "F"
        and _third_six(case, 3, None).where("Y1") == case.square(3)
    )


@claim("third.home")
def _(case: Case) -> bool:
    return _goes_home(case, spared=False)


@claim("third.spared")
def _(case: Case) -> bool:
    return _goes_home(case, spared=True)


def _friends_meet(case: Case) -> After:
    return case.move(3, "Y1+3", Y=(1, 20), **{case.friend: (4,)})


def _makes_barrier(case: Case) -> bool:
    if _friends_meet(case).captured():
        return False
    return not any("Y1+" in move for move in case.moves(4, Y=(1, 4), **{case.friend: (4,)}))


def _captures_friend(case: Case) -> bool:
    after = _friends_meet(case)
    return after.captured() == [case.friend] and after.position["bonus"] == 20


@claim("own.barrier")
def _(case: Case) -> bool | None:
    return _makes_barrier(case) if case.sitting.shared else None


@claim("own.capture")
def _(case: Case) -> bool | None:
    return _captures_friend(case) if case.sitting.shared else None


@claim("mates.barrier")
def _(case: Case) -> bool | None:
    return _makes_barrier(case) if case.sitting.teams else None


@claim("mates.capture")
def _(case: Case) -> bool | None:
    return _captures_friend(case) if case.sitting.teams else None


def _evicted(case: Case) -> tuple[list[str], list[str]]:
    """Who goes home for a piece that comes out onto a friend alone, and onto a foe and a friend who came last."""
    friend = case.friend
    alone = case.move(5, "Y1+in", Y=("H", 1), **{friend: (0, 20)})
    pair = case.at(
        "move", {"Y": ("H", 1), friend: (0, 20), "B": (0,)}, throw=5, arrivals={case.square(0): ["B", friend]}
    )
    return alone.captured(), After(pair, "Y1+in").captured()


@claim("evict.no")
def _(case: Case) -> bool | None:
    return _evicted(case) == ([], [case.friend]) if case.friend else None


@claim("evict.yes")
def _(case: Case) -> bool | None:
    return _evicted(case) == ([case.friend], ["B"]) if case.friend else None


def _friend_uses(case: Case) -> tuple[bool, bool]:
    """Whether a friend's piece moves a number, and a 20, that no yellow piece can."""
    number = case.number(3, Y=(1,), B=(2, 2), **{case.friend: (case.camp(case.friend),)})
    bonus = case.at("bonus", {"Y": (1,), "B": (2, 2), case.friend: (case.camp(case.friend),)}, bonus=20, throw=3)
    return number.moves == {f"{case.friend}1+3"}, set(PARCHIS.moves(bonus)) == {f"{case.friend}1+20"}


@claim("help.team_no")
def _(case: Case) -> bool | None:
    return _friend_uses(case) == (False, False) if case.sitting.teams else None


@claim("help.team")
def _(case: Case) -> bool | None:
    return _friend_uses(case) == (True, True) if case.sitting.teams else None


def _keeps_turns(case: Case) -> bool:
    """Whether a colour that has finished has a turn when it comes round again."""
    last = max((letter for seat in case.seats for letter in seat), key="YBRGPO".index)
    seat = next(index for index, each in enumerate(case.seats) if last in each)
    more: dict[str, Any] = {"seat": seat, "colour": last}
    after = After(case.at("move", {"Y": FINISHED, last: (_own_step(case, last),)}, throw=1, **more), f"{last}1+1")
    (turn,) = after.told("turn")
    return bool(turn["colours"] == [0])


def _own_step(case: Case, letter: str) -> str:
    """The start of a colour, as a square."""
    return str(17 * "YBRGPO".index(letter) + 5)


@claim("colours_help.no")
def _(case: Case) -> bool | None:
    return (_friend_uses(case) == (False, False) and not _keeps_turns(case)) if case.by_colour else None


@claim("colours_help.yes")
def _(case: Case) -> bool | None:
    return (_friend_uses(case) == (True, True) and _keeps_turns(case)) if case.by_colour else None


def _finishes(case: Case) -> After:
    """Yellow's side brings its last piece home with a 6; blue has more pieces there than the others."""
    rest = dict.fromkeys(case.side[1:], FINISHED)
    others: dict[str, tuple[int | str, ...]] = {"B": ("F", 20)}
    if case.foes[1:]:
        others[case.foes[1]] = ("H", case.camp(case.foes[1]))
    far = case.values["six_all_out"] if case.values["all_out"] == "not_home" else 6
    far = 6 if far == "none" else far
    start = f"c{8 - far}" if far < 8 else 17 * case.values["colours"] + 3 - far
    return case.move(6, f"Y1+{far}", Y=(start, "F", "F", "F"), **rest, **others)


@claim("end.first")
def _(case: Case) -> bool:
    result = PARCHIS.result(_finishes(case).state)
    return result is not None and _ordered(case, result.places)


def _ordered(case: Case, places: tuple[int, ...]) -> bool:
    seat = next(index for index, each in enumerate(case.seats) if "B" in each)
    return places[0] == 1 and places[seat] == 2


@claim("end.all")
def _(case: Case) -> bool:
    after = _finishes(case)
    return PARCHIS.result(after.state) is None and not after.again and bool(after.told("turn"))
