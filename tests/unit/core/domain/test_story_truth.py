"""Every sentence of a story is true: looked up in the plies and positions, without the story's own memory."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.core.domain.story import Story, folded
from bot.core.domain.table_values import TableResult
from bot.core.games.chapters import CHAPTERS, OUTCOMES, RACE, THREATS
from bot.core.games.commentary import Find, great
from bot.core.games.profiles import PROFILES, profile_of
from bot.core.views.retelling import closings
from engine import players
from engine.events import Captured
from engine.game import TurnKind
from engine.match import Match
from engine.parchis.board import pieces_by_name
from tests.fakes.story_truth.chronicle import Chronicle
from tests.fakes.story_truth.claim import claims
from tests.fakes.story_truth.closing import CLOSINGS as TRUE_CLOSINGS
from tests.fakes.story_truth.truths import CLAIMS, is_true
from tests.fakes.word_tables import lobby, started

GAMES: dict[str, dict[str, Any]] = {
    "four": {"rules": {"preset": "spanish"}},
    "pairs": {"rules": {"preset": "italian"}, "teams": [[0, 2], [1, 3]]},
    "six": {"rules": {"preset": "spanish", "colours": 6}, "seats": tuple("YBRGPO"), "teams": [[0, 2, 4], [1, 3, 5]]},
    "diceless": {"rules": {"preset": "diceless"}},
    "palma": {"game": "palma", "seats": ("D", "J"), "rules": {"preset": "penalty", "hole5": "stake"}},
    "two colours": {"seats": ("YR", "BG"), "rules": {"preset": "italian", "turns_by_colour": True}},
    "duel": {"seats": ("Y", "R")},
    "quick": {"rules": {"preset": "quick"}},
    "for all places": {"rules": {"preset": "spanish", "play_on": True}},
}
EACH = 4
"""Games of a kind: bots play every second one, others choose by lot."""


def whole(kind: str, seed: int) -> Match[Any]:
    """Play a game to its end."""
    match, luck, bot = started(lobby(**GAMES[kind])).match, random.Random(seed), players.player("greedy")
    while match.turn.kind is not TurnKind.OVER:
        if match.turn.kind is TurnKind.THROW:
            odds = match.game.odds(match.state)
            match = match.play(luck.choices([*odds], [*odds.values()])[0])
            continue
        moves = match.game.moves(match.state)
        match = match.play(bot.choose(match.game, match.state, moves, luck) if seed % 2 else luck.choice(moves))
    return match


def silences(game: Chronicle, story: Story) -> Iterator[int]:
    """Yield the plies with a great capture whose turn has no sentence, but for the last turn."""
    turns = {each.turn for each in story.told if each.find.kind not in CHAPTERS}
    for at, event in game.events(Captured, 0, game.ends[-1]):
        came = game.before(at).steps[pieces_by_name()[event.piece]]
        if came >= great(game.seats) and game.turn[at] not in turns:
            yield at


@cache
def falsehoods(kind: str) -> tuple[list[str], Counter[str]]:
    """Return the sentences of some games that are not true, or missing, and how often each kind appeared."""
    found, told = [], Counter[str]()
    for seed in range(EACH):
        match = whole(kind, seed)
        story, game = folded(match, whole=True), Chronicle(match)
        found += [f"game {seed}, ply {at}: a great capture, and silence" for at in silences(game, story)]
        for claim in claims(game, story.told):
            told[claim.told.find.kind] += 1
            news = claim.told.kind(profile_of(match.game.name).kinds)
            assert news is not None
            english = news.variants[claim.told.wording % len(news.variants)]
            if not is_true(claim, english):
                found.append(f"game {seed}, ply {claim.at}: {english} {claim.told.find}")
    return found, told


@pytest.mark.parametrize("kind", GAMES)
def test_every_sentence_of_a_story_is_true(kind: str) -> None:
    found, told = falsehoods(kind)
    assert not found
    assert told.total() > 20 * EACH / 2


@pytest.mark.parametrize("kind", ["four", "diceless"])
def test_each_threat_has_an_outcome_before_the_next(kind: str) -> None:
    threats = 0
    for seed in range(EACH):
        game = Chronicle(whole(kind, seed))
        told = folded(game.match, whole=True).told
        for at, each in enumerate(told):
            if each.find.kind not in THREATS:
                continue
            threats += 1
            after = [(one.ply, one.find.kind) for one in told[at + 1 :] if one.find.kind in THREATS | OUTCOMES]
            end, known = next(iter(after), (len(game.plies) - 1, "end"))
            owner, cell = threatened_piece(each.find)
            hits = [hit for hit in game.captures(end, each.ply + 1) if (hit.owner, hit.square) == (owner, str(cell))]
            assert hits or known not in THREATS, (seed, each)
            assert hits or known in OUTCOMES or end - each.ply < 60, (seed, each)
    assert threats > 5


def threatened_piece(find: Find) -> tuple[int, int]:
    """Return whose piece a threat is about, and its square."""
    return (find.others[0], find.m) if find.kind == "chase" else (find.seat, find.n)


def test_each_kind_of_sentence_has_a_truth() -> None:
    assert set(CLAIMS) == {*RACE, *CHAPTERS, *(kind for profile in PROFILES.values() for kind in profile.kinds)}


def test_a_sentence_about_somebody_else_is_false() -> None:
    match = whole("four", 1)
    seats, wrong = len(match.game.way(match.state)), 0
    named = [claim for claim in claims(Chronicle(match), folded(match, whole=True).told) if claim.others]
    for claim in named:
        find = claim.told.find
        swapped = replace(
            find, seat=(find.seat + 1) % seats, others=tuple((each + 1) % seats for each in find.others)
        )
        other = replace(claim, told=replace(claim.told, find=swapped))
        try:
            wrong += not is_true(other, "")
        except (LookupError, StopIteration, ValueError):
            wrong += 1
    assert wrong >= 0.9 * len(named)


@pytest.mark.parametrize("kind", GAMES)
def test_the_sentences_about_a_finished_game_are_true(kind: str) -> None:
    for seed in range(EACH // 2):
        match = whole(kind, seed)
        assert match.result is not None
        table = replace(started(lobby(**GAMES[kind])), match=match, result=TableResult(match.result.places, "rules"))
        found = closings(table, folded(match, whole=True))
        assert found
        for find in found:
            assert TRUE_CLOSINGS[find.kind](Chronicle(match), find), (seed, find)
