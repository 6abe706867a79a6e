"""What the general part of the rule sheet says, asked of the engine."""

from __future__ import annotations

from bot.core.games.parchis.words import shelter_squares
from engine.game import TurnKind
from engine.parchis.game import PARCHIS
from tests.unit.core.games.sheet_cases import FINISHED, After, Case, claim, started


@claim("aim")
def _(case: Case) -> bool:
    rest = dict.fromkeys(case.side[1:], FINISHED)
    won = case.move(1, "Y1+1", Y=("c7", "F", "F", "F"), **rest)
    early = case.move(1, "Y1+1", Y=("c7", "F", "F", 3), **rest)
    first = [event for kind in ("won", "finished") for event in won.told(kind)]
    return 0 in first[0]["seats"] and not early.told("won") and not early.told("finished")


@claim("start.die")
def _(case: Case) -> bool:
    return PARCHIS.turn(started(case).state).kind is TurnKind.THROW


@claim("start.pool")
def _(case: Case) -> bool:
    return PARCHIS.turn(started(case).state).kind is TurnKind.CHOOSE


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
