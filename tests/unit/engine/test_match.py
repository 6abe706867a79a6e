"""A match is the fold of its log: tried on a race of two coins, small enough to know by heart, and on real games."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from engine import catalog
from engine.errors import BadRules, GameOver, IllegalMove
from engine.events import Lost, Moved, Thrown, TurnBegan
from engine.game import Game, Move, Result, Step, Turn, TurnKind
from engine.match import IllegalPly, Match, forced
from engine.players.playout import random_game
from engine.plies import Automation

GOAL = 5


@dataclass(frozen=True, slots=True)
class Coins:
    """A position of the race: heads moves +1 or +2, as far as the goal allows; tails loses the turn."""

    points: tuple[int, int] = (0, 0)
    seat: int = 0
    thrown: bool = False


class CoinRace(Game[Coins]):
    """A game as small as a game can be, with throws, choices, forced moves and lost throws."""

    name = "coins"

    def start(
        self,
        rules: Mapping[str, Any] | None = None,
        seats: Sequence[str] | None = None,
        teams: Sequence[Sequence[int]] | None = None,
    ) -> Coins:
        if teams is not None:
            raise BadRules("no teams")
        return Coins(seat=(rules or {}).get("first", 0))

    def turn(self, state: Coins) -> Turn:
        if GOAL in state.points:
            return Turn(TurnKind.OVER, state.points.index(GOAL))
        return Turn(TurnKind.CHOOSE if state.thrown else TurnKind.THROW, state.seat)

    def moves(self, state: Coins) -> tuple[Move, ...]:
        if self.turn(state).kind is not TurnKind.CHOOSE:
            return tuple(self.odds(state))
        return tuple(f"+{n}" for n in (1, 2) if state.points[state.seat] + n <= GOAL)

    def odds(self, state: Coins) -> Mapping[Move, int]:
        return {"heads": 1, "tails": 1} if self.turn(state).kind is TurnKind.THROW else {}

    def apply(self, state: Coins, move: Move) -> Step[Coins]:
        if self.turn(state).kind is TurnKind.OVER:
            raise GameOver("over")
        if move not in self.moves(state):
            raise IllegalMove(f"not {move}")
        turn, value = TurnBegan(1 - state.seat), ("heads", "tails").index(move) if move in self.odds(state) else -1
        if move == "heads":
            return Step(replace(state, thrown=True), (Thrown(state.seat, value),))
        if move == "tails":
            passed = replace(state, seat=1 - state.seat)
            return Step(passed, (Thrown(state.seat, value), Lost(state.seat, value), turn))
        points = list(state.points)
        points[state.seat] += int(move)
        return Step(Coins((points[0], points[1]), 1 - state.seat), (Moved(state.seat, "", "", move), turn))

    def result(self, state: Coins) -> Result | None:
        if GOAL not in state.points:
            return None
        return Result((1, 2) if state.points[0] == GOAL else (2, 1), "goal")

    def position(self, state: Coins) -> dict[str, Any]:
        return {"pieces": {"A": [], "B": []}}

    def from_position(self, position: Mapping[str, Any]) -> Coins:
        raise NotImplementedError

    def dump(self, state: Coins) -> str:
        raise NotImplementedError

    def load(self, line: str) -> Coins:
        raise NotImplementedError

    def describe(self) -> dict[str, Any]:
        return {}


RACE = CoinRace()
WON = ["heads", "+2", "tails", "heads", "+2", "heads", "+1", "heads", "+1"]


def test_a_match_begins_before_its_first_throw() -> None:
    match = Match.start(RACE)
    assert match.state == match.opening == Coins()
    assert match.turn == Turn(TurnKind.THROW, 0)
    assert (match.moves, match.throws, match.result) == ((), 0, None)
    assert match.legal == ("heads", "tails")


def test_its_start_parameters_reach_the_game_and_stay_with_it() -> None:
    rules = {"first": 1}
    match = Match.start(RACE, rules, ["A", "B"])
    rules["first"] = 0
    assert match.turn.seat == 1
    assert (match.rules, match.seats, match.teams) == ({"first": 1}, ("A", "B"), None)
    with pytest.raises(BadRules):
        Match.start(RACE, teams=[[0, 1]])


def test_each_ply_says_who_did_what_and_what_came_of_it() -> None:
    match = Match.fold(RACE, moves=WON)
    told = [(ply.move, ply.seat, ply.kind.value, ply.automation, ply.throws) for ply in match.plies]
    assert told == [
        ("heads", 0, "throw", None, 1),
        ("+2", 0, "choose", None, 1),
        ("tails", 1, "throw", Automation.LOST_THROW, 2),
        ("heads", 0, "throw", None, 3),
        ("+2", 0, "choose", None, 3),
        ("heads", 1, "throw", None, 4),
        ("+1", 1, "choose", None, 4),
        ("heads", 0, "throw", None, 5),
        ("+1", 0, "choose", Automation.FORCED_MOVE, 5),
    ]
    assert list(map(type, match.plies[2].events)) == [Thrown, Lost, TurnBegan]
    assert match.throws == 5
    assert match.result == Result((1, 2), "goal")
    assert match.turn.kind is TurnKind.OVER


def test_playing_is_folding() -> None:
    match = Match.start(RACE)
    for at, move in enumerate(WON):
        assert match == Match.fold(RACE, moves=WON[:at])
        longer = match.play(move)
        assert match.moves == tuple(WON[:at]), "a match is never changed"
        match = longer
    assert match == Match.fold(RACE, moves=WON)


def test_a_match_can_be_had_as_it_was() -> None:
    match = Match.fold(RACE, moves=WON)
    for plies in range(len(WON) + 1):
        earlier = match.at(plies)
        assert earlier == Match.fold(RACE, moves=WON[:plies])
        assert earlier.state == (match.plies[plies - 1].state if plies else match.opening)
    assert match.at(len(WON) - 1).play(WON[-1]) == match
    assert match.at(len(WON) - 2).throws == 4


@pytest.mark.parametrize("plies", [-1, len(WON) + 1])
def test_there_is_nothing_before_the_start_nor_after_the_end(plies: int) -> None:
    match = Match.fold(RACE, moves=WON)
    with pytest.raises(IndexError):
        match.at(plies)


def test_a_log_that_breaks_the_rules_says_where() -> None:
    with pytest.raises(IllegalPly, match=r"^ply 3, \+1: not \+1$") as caught:
        Match.fold(RACE, moves=["heads", "+2", "+1", "heads"])
    assert caught.value.ply == 3
    assert caught.value.code == "illegal_move"
    with pytest.raises(IllegalPly, match="ply 10, heads: over"):
        Match.fold(RACE, moves=[*WON, "heads"])


def test_a_move_that_cannot_be_played_raises_what_the_game_raises() -> None:
    with pytest.raises(IllegalMove, match=r"^not \+1$"):
        Match.start(RACE).play("+1")
    with pytest.raises(GameOver):
        Match.fold(RACE, moves=WON).play("heads")


def test_a_move_is_forced_where_there_is_only_one_choice() -> None:
    match = Match.fold(RACE, moves=WON)
    assert [forced(match.at(ply)) for ply in range(len(WON) + 1)] == [None] * 8 + ["+1", None]


def test_turns_group_the_plies() -> None:
    turns = Match.fold(RACE, moves=WON).turns()
    assert [" ".join(ply.move for ply in turn) for turn in turns] == [
        "heads +2",
        "tails",
        "heads +2",
        "heads +1",
        "heads +1",
    ]
    assert Match.start(RACE).turns() == ()


def test_two_turns_of_one_seat_in_a_row_are_two() -> None:
    opening = Match.fold(catalog.game("parchis"), moves=["1", "2", "3", "4", "6", "G1+6", "2", "G1+2", "1"])
    assert [turn[0].seat for turn in opening.turns()] == [0, 1, 2, 3, 3, 0]


def test_h27_a_passed_throw_is_a_group_of_its_own() -> None:
    match = Match.fold(catalog.game("palma"), moves=["D", "5", "D1+in", "1", "D1+1", "1", "D1+1", "2", "D1+2"])
    passed = match.plies[5]
    assert (passed.move, passed.seat, passed.automation) == ("1", 1, Automation.LOST_THROW)
    turns = [(turn[0].seat, " ".join(ply.move for ply in turn)) for turn in match.turns()]
    assert turns == [(0, "D"), (0, "5 D1+in 1 D1+1"), (1, "1"), (0, "D1+1"), (0, "2 D1+2")]


def test_a_match_shows_itself_in_few_words() -> None:
    assert len(repr(Match.fold(RACE, moves=WON))) < 200


@pytest.mark.parametrize("name", catalog.names())
def test_a_random_game_folds_to_its_end(name: str) -> None:
    game = catalog.game(name)
    moves, end = random_game(game, game.start(), random.Random(1))
    match = Match.fold(game, moves=moves)
    assert match.state == end
    assert match.result == game.result(end)
    played = Match.start(game)
    for move in moves:
        played = played.play(move)
    assert played == match
    assert [ply.move for turn in match.turns() for ply in turn] == moves


def test_a_longer_match_shares_what_was_played_and_plays_one_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.fold(RACE, moves=["tails"] * 2000)
    apply, applied = RACE.apply, list[Move]()
    monkeypatch.setattr(RACE, "apply", lambda state, move: applied.append(move) or apply(state, move))
    longer = match.play("heads")
    assert applied == ["heads"]
    assert all(ply is same for ply, same in zip(longer.plies, match.plies, strict=False))


BACK = ["heads", "+2", "tails", "heads", "-2", "tails", "heads", "+1", "heads", "-6", "heads"]


def test_a_takeback_is_an_entry_of_the_log_and_its_throws_stay_used() -> None:
    match = Match.fold(RACE, moves=BACK)
    assert match.moves == ("heads",)
    assert match.log == tuple(BACK)
    assert [ply.throws for ply in match.plies] == [7]
    assert match.throws == 7
    assert Match.fold(RACE, moves=[*BACK, "-1"]).throws == 7, "the throw that was taken back remains used"


def test_taking_back_is_folding() -> None:
    match = Match.start(RACE)
    for at, entry in enumerate(BACK):
        assert match == Match.fold(RACE, moves=BACK[:at])
        assert match.log == tuple(BACK[:at])
        match = match.take_back(int(entry[1:])) if entry.startswith("-") else match.play(entry)
    assert match == Match.fold(RACE, moves=BACK)


def test_what_was_taken_back_can_still_be_looked_at() -> None:
    match = Match.fold(RACE, moves=BACK)
    for entries in range(len(BACK) + 1):
        then = Match.fold(RACE, moves=BACK[:entries])
        assert (match.as_of(entries).moves, match.as_of(entries).state) == (then.moves, then.state)
    told = list(match.played())
    assert [(number, ply.move) for number, _, ply in told] == [
        (number, move) for number, move in enumerate(BACK, start=1) if not move.startswith("-")
    ]
    assert all(RACE.apply(state, ply.move).state == ply.state for _, state, ply in told)


@pytest.mark.parametrize("entry", ["-3", "-0", "-", "-1x"])
def test_only_what_stands_can_be_taken_back(entry: str) -> None:
    with pytest.raises(IllegalPly, match=r"^ply 3, -"):
        Match.fold(RACE, moves=["heads", "+2", entry])
    with pytest.raises(IndexError):
        Match.fold(RACE, moves=["heads"]).take_back(2)
