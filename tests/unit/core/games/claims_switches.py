"""What the rule sheet says of each switch, asked of the engine."""

from __future__ import annotations

from typing import Any

from engine.errors import BadPosition
from engine.parchis.game import PARCHIS
from tests.unit.core.games.sheet_cases import FINISHED, After, Case, claim, started


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
    state = started(case).state
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


@claim("pieces")
def _(case: Case) -> bool:
    return len(_setup(case)) == case.values["pieces"] != 4


@claim("setup.one_out")
def _(case: Case) -> bool:
    return _setup(case) in (["5", "H", "H", "H"], ["5", "H", "H"])


@claim("setup.first_shelters")
def _(case: Case) -> bool:
    return _setup(case) in (["12", "17", "5", "H"], ["12", "5", "H"])


@claim("setup.two")
def _(case: Case) -> bool:
    return _setup(case) == ["5", "H"]


@claim("setup.all_home")
def _(case: Case) -> bool:
    return set(_setup(case)) == {"H"}


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
