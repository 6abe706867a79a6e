"""Positions that make a puzzle, and the stock of them that ships with the program."""

from __future__ import annotations

import random
from importlib import resources

import pytest

from bot.core.games.puzzle_search import puzzle_in
from bot.core.games.puzzle_stock import FILE, StockPuzzle, puzzle_at, read_stock, stock, write_stock
from engine import catalog
from engine.game import TurnKind
from engine.match import Match
from engine.players import CASUAL, player
from engine.players.puzzles import CLEAR, MOVES, NEARLY, OPEN, best_riddle, riddle, right
from engine.players.reasons import explain, ranked
from tests.fakes.long_run import some
from tools.puzzles.recheck import judged
from tools.puzzles.self_play import KINDS, Kind, of_kind

SLICES = 8
HELD = resources.files("bot.core.games").joinpath(FILE).read_bytes()


def test_the_stock_lasts_for_a_year_and_is_small() -> None:
    assert len(stock()) >= 366
    assert len(stock()) == sum(kind.count for kind in KINDS)
    assert len(HELD) <= 40 * 1024
    lines = {puzzle_at(number).line for number in range(len(stock()))}
    assert len(lines) == len(stock()), "none is there twice"
    assert puzzle_at(len(stock()) + 3) == puzzle_at(3)


def test_the_stock_mixes_kinds_of_tables() -> None:
    kinds = {(one["game"], one["rules"]["preset"], len(one.get("seats", "DJ"))) for one in stock()}
    assert kinds >= {
        ("parchis", "spanish", 4),
        ("parchis", "italian", 2),
        ("parchis", "diceless", 4),
        ("parchis", "spanish", 6),
        ("palma", "classic", 2),
        ("palma", "penalty", 2),
    }
    assert any(one.get("teams") for one in stock())
    assert any(len(one["seats"][0]) == 2 for one in stock() if "seats" in one), "two colours a seat"


@pytest.mark.parametrize("part", range(SLICES))
def test_each_puzzle_of_the_stock_is_legal_clear_to_the_master_and_not_what_casual_plays(part: int) -> None:
    for number in some(range(part, len(stock()), SLICES), 4):
        puzzle = puzzle_at(number)
        game = catalog.game(puzzle.game)
        state = game.load(puzzle.line)
        assert game.turn(state).kind is TurnKind.CHOOSE
        assert sorted(one.move for one in puzzle.ranking) == sorted(game.moves(state))
        assert len(puzzle.ranking) in MOVES
        master = ranked(game, state)
        assert [one.chance for one in master] == pytest.approx([one.chance for one in puzzle.ranking], abs=1e-4)
        solutions = {one.move for one in right(puzzle.ranking)}
        assert {one.move for one in right(master)} == solutions
        others = [one.chance for one in master if one.move not in solutions]
        assert master[0].chance - max(others) >= CLEAR
        assert len(others) >= len(solutions)
        assert not solutions & set(CASUAL.favourites(game, state, game.moves(state)))
        assert player("casual").choose(game, state, game.moves(state), random.Random(number)) not in solutions
        next_best = next(one.move for one in puzzle.ranking if one.move not in solutions)
        assert explain(game, state, puzzle.ranking[0].move, next_best), "there is something to say for it"


def test_a_stock_is_read_as_it_was_written() -> None:
    puzzles = [puzzle_at(number) for number in range(0, len(stock()), 9)]
    assert len(read_stock(write_stock(puzzles))) == len(puzzles)
    assert read_stock(write_stock([puzzle_at(number) for number in range(len(stock()))])) == stock()


def test_a_recheck_drops_what_is_no_puzzle_any_more() -> None:
    puzzle = puzzle_at(0)
    game = catalog.game(puzzle.game)
    again = judged(StockPuzzle(puzzle.game, puzzle.line, puzzle.ranking[::-1]))
    assert again is not None
    assert [one.move for one in again.ranking] == [one.move for one in puzzle.ranking]
    assert judged(StockPuzzle(puzzle.game, game.dump(game.start()), puzzle.ranking)) is None


def test_the_tool_makes_the_same_puzzles_for_the_same_seed() -> None:
    kind = Kind(1, "palma", "penalty")
    (first,) = of_kind(kind, 5)
    assert of_kind(kind, 5) == [first]
    game = catalog.game("palma")
    assert riddle(game, game.load(first.line)) == first.ranking


def test_what_is_nearly_best_is_right_and_all_else_far_worse() -> None:
    game, found = catalog.game("parchis"), 0
    for number in range(0, len(stock()), 12):
        puzzle = puzzle_at(number)
        chances = [one.chance for one in puzzle.ranking]
        gaps = [chances[0] - chance for chance in chances]
        assert all(gap <= NEARLY + 1e-4 or gap >= CLEAR - 1e-4 for gap in gaps)
        assert OPEN[0] <= chances[0] <= OPEN[1]
        found += 1
    assert found
    state = game.load(game.dump(game.start({"preset": "spanish"})))
    assert riddle(game, state) == (), "nothing to choose"


def test_a_played_game_gives_its_clearest_puzzle_or_none() -> None:
    game, rng = catalog.game("parchis"), random.Random(4)
    opening = game.start({"preset": "spanish"}, ("Y", "R"))
    found = []
    for _ in range(4):
        match = Match.start(game, {"preset": "spanish"}, ("Y", "R"))
        while match.turn.kind is not TurnKind.OVER:
            odds = game.odds(match.state)
            if odds:
                match = match.play(rng.choices(list(odds), list(odds.values()))[0])
            else:
                match = match.play(player("casual").choose(game, match.state, match.legal, rng))
        puzzle = puzzle_in("parchis", game.dump(opening), match.moves)
        if puzzle is not None:
            found.append(puzzle)
            states = {game.dump(ply.state) for ply in match.plies}
            assert puzzle[0] in states
            assert riddle(game, game.load(puzzle[0])) == puzzle[1]
    assert found
    assert best_riddle(game, [opening]) is None
