"""A match that is taken up in its middle is the match of its whole log, and plays no more of it than is looked at."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from engine import catalog
from engine.errors import EngineError
from engine.match import ANCHOR_BEHIND, ANCHOR_EVERY, IllegalPly, Match
from engine.players.playout import random_game
from engine.plies import EarlyPlies, Resumed

KINDS = [
    ("parchis", None, None),
    ("parchis", {"preset": "italian"}, None),
    ("parchis", {"preset": "diceless"}, None),
    ("parchis", {"colours": 6}, [[0, 2, 4], [1, 3, 5]]),
    ("palma", None, None),
    ("palma", {"preset": "penalty"}, None),
]


def whole(name: str, rules: dict[str, Any] | None, teams: list[list[int]] | None, seed: int) -> Match[Any]:
    """A random game to its end."""
    game = catalog.game(name)
    moves, _ = random_game(game, game.start(rules, None, teams), random.Random(seed))
    return Match.fold(game, rules, None, teams, moves)


def resumed(match: Match[Any], at: int) -> Match[Any]:
    """The same from an anchor on, as a store that has kept the log and the anchor gives it."""
    anchor = match.anchor_at(at)
    return Match.resume(match.game, match.rules, match.seats, match.teams, match.moves, anchor)


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many early plies were played, each time that they were."""
    found: list[int] = []
    play = EarlyPlies.made

    def made(self: EarlyPlies[Any]) -> Any:
        if self._made is None:
            found.append(self.count)
        return play(self)

    monkeypatch.setattr(EarlyPlies, "made", made)
    return found


@pytest.mark.parametrize(("name", "rules", "teams"), KINDS)
def test_it_is_the_match_of_its_whole_log(name: str, rules: Any, teams: Any) -> None:
    match = whole(name, rules, teams, 3)
    for at in (1, 2, len(match.plies) // 2, len(match.plies) - 1):
        found = resumed(match, at)
        assert (found.state, found.turn, found.throws, found.result) == (
            match.state,
            match.turn,
            match.throws,
            match.result,
        )
        assert found == match
        assert match == found
        assert (found.log, found.turns()) == (match.log, match.turns())
        assert list(found.played()) == list(match.played())
        assert pickle.loads(pickle.dumps(found.plies)) == match.plies  # noqa: S301 - our own
        assert hash(found.plies) == hash(match.plies)
    assert resumed(match, 5).plies != match.plies[:-1]
    assert match.plies != list(match.plies)


def test_who_asks_for_the_last_plies_waits_for_no_others(looked: list[int]) -> None:
    match = whole("parchis", None, None, 1)
    end, at = len(match.plies), len(match.plies) - 40
    found = resumed(match, at)
    plies = found.plies
    assert len(plies) == end
    assert (plies[-1], plies[at], plies[-40]) == (match.plies[-1], match.plies[at], match.plies[at])
    assert (plies[at:], plies[at + 3 : -2], plies[end:]) == (match.plies[at:], match.plies[at + 3 : -2], ())
    assert plies[-2 : at + 1] == ()
    shorter = found.at(at + 10)
    assert (len(shorter.plies), shorter.state) == (at + 10, match.plies[at + 9].state)
    assert found.at(end - 1).play(match.moves[-1]).state == match.state
    assert looked == []
    assert found.take_back(3).plies == match.plies[:-3]
    assert plies[at - 1] == match.plies[at - 1]
    assert plies[::2] == match.plies[::2]
    assert found.at(at - 5) == match.at(at - 5)
    assert found.as_of(at - 5) == match.as_of(at - 5)
    assert looked == [at]  # once, however often it is read


def test_an_index_beyond_them_is_none() -> None:
    plies = resumed(whole("palma", None, None, 1), 9).plies
    with pytest.raises(IndexError):
        plies[len(plies)]
    with pytest.raises(IndexError):
        plies[-len(plies) - 1]


def test_a_log_that_breaks_the_rules_says_where_once_it_is_looked_at() -> None:
    match = whole("palma", None, None, 2)
    start, anchor = (match.game, match.rules, match.seats, match.teams), match.anchor_at(20)
    with pytest.raises(IllegalPly, match="ply 26, "):
        Match.resume(*start, [*match.moves[:25], "nonsense"], anchor)
    early = Match.resume(*start, [*match.moves[:9], "nonsense", *match.moves[10:]], anchor)
    assert early.state == match.state
    with pytest.raises(IllegalPly, match="ply 10, nonsense"):
        list(early.plies)
    with pytest.raises(EngineError):
        Match.resume(*start, match.moves, type(anchor)(20, 9, "{}x"))


def test_an_anchor_follows_not_too_close_and_not_too_far() -> None:
    match = whole("parchis", None, None, 4)
    known = Match.start(match.game)
    anchors = set()
    for number, move in enumerate(match.moves, start=1):
        known = known.play(move).anchored()
        behind = number - (0 if known.anchor is None else known.anchor.plies)
        assert behind < ANCHOR_BEHIND + ANCHOR_EVERY
        if known.anchor is not None:
            assert behind >= ANCHOR_BEHIND
            anchors.add(known.anchor)
            again = Match.resume(match.game, None, None, None, match.moves[:number], known.anchor)
            assert (again.state, again.throws) == (known.state, known.throws)
    assert len(anchors) == (len(match.moves) - ANCHOR_BEHIND) // ANCHOR_EVERY


def test_there_is_none_where_something_was_taken_back() -> None:
    match = whole("parchis", None, None, 4).anchored()
    assert match.anchor is not None
    back = match.take_back(2)
    assert back.anchor is None
    assert back.anchored().anchor is None
    assert match.at(50).anchor is None
    assert isinstance(resumed(match, 40).plies, Resumed)
