"""The story: the same for the same plies, small, sparing with words, and harmless if corrupt."""

from __future__ import annotations

import itertools
import json
import random
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.core.domain.road import Road
from bot.core.domain.story import LEADS, Story, Told, folded, told_on
from bot.core.domain.storytelling import story_of, told_from
from bot.core.domain.table import StartedTable
from bot.core.domain.table_values import TableResult
from bot.core.domain.time_control import TimeControl
from bot.core.games.chapters import CHAPTERS, ENDINGS, RACE, THREADS
from bot.core.games.commentary import Kinds
from bot.core.games.profiles import profile_of
from bot.core.i18n.numbers import in_words
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import languages, translator
from bot.core.services.story_codec import BYTES, read_story, story_text
from bot.core.services.table_codec import options_text, with_options
from bot.core.views.players import emblem
from bot.core.views.retelling import retold
from tests.fakes.word_tables import lobby, played, random_game, started

GAMES: list[dict[str, Any]] = [
    {"rules": {"preset": "spanish"}},
    {"rules": {"preset": "italian", "colours": 6}, "seats": tuple("YBRGPO"), "teams": [[0, 2, 4], [1, 3, 5]]},
    {"rules": {"preset": "diceless"}, "teams": [[0, 2], [1, 3]]},
    {"rules": {"preset": "italian", "turns_by_colour": True}, "seats": ("YR", "BG")},
    {"game": "palma", "seats": ("D", "J"), "rules": {"preset": "penalty", "hole5": "stake"}},
]


def whole_game(game: dict[str, Any], seed: int = 1) -> StartedTable:
    return _whole_game(GAMES.index(game), seed)


@cache
def _whole_game(number: int, seed: int) -> StartedTable:
    *_, table = random_game(lobby(**GAMES[number]), random.Random(seed))
    assert isinstance(table, StartedTable)
    return table


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_story_is_small_sparing_and_the_same_at_every_replay(game: dict[str, Any]) -> None:
    match = whole_game(game).match
    story, told = Story(), dict[int, list[Told]]()
    for number, ply in enumerate(match.plies):
        story = told_on(story, match, match.plies[number - 1].state if number else match.opening, ply)
        if number % 9 == 0:
            text = story_text(story)
            assert len(text) <= 1792 < BYTES
            story = read_story(text) or Story()
        for each in story.told:
            if each.ply == number:
                told.setdefault(number, []).append(each)
    assert story.plies == len(match.plies)
    assert folded(match).stored == story.stored
    whole = folded(match, whole=True)
    assert [each for found in told.values() for each in found] == list(whole.told)
    check_wordings(
        whole.told, teams=bool(match.teams), kinds={**RACE, **CHAPTERS, **profile_of(match.game.name).kinds}
    )
    back = match.play(match.legal[0]) if match.result is None else match
    assert folded(back.take_back(40)) == folded(match.at(len(back.plies) - 40))


def check_wordings(told: tuple[Told, ...], kinds: Kinds, *, teams: bool) -> None:
    """Check that no wording comes twice, but the plainest of a kind told in any case, and how many turns have one."""
    said = [
        (each.find.kind, each.wording) for each in told if not (kinds[each.find.kind].always and not each.wording)
    ]
    assert len(set(said)) == len(said)
    turns = sorted({each.turn for each in told if each.find.kind not in CHAPTERS})
    assert (0.02 if teams else 0.05) < len(turns) / turns[-1] < (0.12 if teams else 0.25)


def kinds(pieces: dict[str, list[str]], *moves: str, teams: list[list[int]] | None = None) -> list[str]:
    """Return the kinds of the sentences that these moves bring, from a position of Spanish rules."""
    table = started(lobby(teams=teams))
    position = {"game": "parchis", "rules": {"preset": "spanish"}, "seats": ["Y", "B", "R", "G"], "starter": 0}
    opening = table.match.game.from_position({**position, "teams": teams, "pieces": pieces})
    match = played(replace(table, match=replace(table.match, opening=opening)), *moves).match
    return [each.find.kind for each in folded(match, whole=True).told]


def test_a_debt_is_remembered_and_paid() -> None:
    pieces = {"Y": ["22", "40"], "B": ["25", "42"]}
    assert kinds(pieces, "3", "Y1+3", "Y1+20", "3", "B2+3") == ["first", "revenge"]


def test_a_drought_is_news_after_five_turns_and_so_is_its_end() -> None:
    turns = [move for at in range(5) for move in ("4", "1", f"B1+{1}", "1", "1")]
    assert kinds({"Y": [], "B": ["30"]}, *turns)[-1] == "drought"
    assert kinds({"Y": [], "B": ["30"]}, *turns, "5", "Y1+in")[-1] == "freed"


def test_a_piece_captured_before_its_corridor_and_a_teammate_saved() -> None:
    assert kinds({"Y": ["13"], "B": ["15"]}, "2", "Y1+2") == ["threshold"]
    assert kinds({"Y": ["36"], "B": ["38", "c2"], "R": ["41"]}, "2", "Y1+2", teams=[[0, 2], [1, 3]]) == ["rescue"]


def test_two_games_in_a_row_of_a_chat_begin_with_other_words() -> None:
    match = whole_game(GAMES[0]).match
    first, second = (folded(match, whole=True, best=(0, 0, 0, games)).told for games in (4, 5))
    wordings = [dict[str, int](), dict[str, int]()]
    for told, known in zip((first, second), wordings, strict=True):
        for each in told:
            known.setdefault(each.find.kind, each.wording)
    same = wordings[0].keys() & wordings[1].keys()
    assert len(same) > 10
    assert all(wordings[0][kind] != wordings[1][kind] for kind in same)


def test_a_piece_that_lives_before_two_hunters_has_escaped() -> None:
    pieces = {"Y": ["40"], "B": ["37", "38"]}
    assert "escape" in kinds(pieces, "1", "Y1+1", "1", "B2+1", "1", "1", "1")


@pytest.mark.parametrize(
    "text",
    [
        None,
        7,
        "",
        "[]",
        "{}",
        "[1,2]",
        "[" * 3000,
        '[1,0,0,0,[[0,0,0,"captured",0,["x"],0,0]],{},{}]',
        "[2,0,0,0,[],{},{}]",
        "[1,1e99,0,0,[],{},{}]",
        '[1,0,0,0,[],{"a":3},{}]',
        "x" * (BYTES + 1),
    ],
)
def test_a_corrupt_story_is_as_none(text: object) -> None:
    assert read_story(text) is None


def test_notes_of_another_game_do_no_harm() -> None:
    match = whole_game(GAMES[0]).match
    foreign = Story(memory={"shut": (1,), "risk": (), "wall": (9,), "led": (), "chapter": (1,)})
    for number, ply in enumerate(match.plies[:60]):
        foreign = told_on(foreign, match, match.plies[number - 1].state if number else match.opening, ply)
    assert foreign.plies == 60


def test_it_is_stored_with_the_table_and_an_old_table_tells_the_same() -> None:
    table = whole_game(GAMES[0])
    story = folded(table.match)
    with_story = replace(table, story=story)
    text = options_text(with_story)
    assert with_options(table, text).story == story.stored
    old = {key: value for key, value in json.loads(text).items() if key != "story"}
    assert with_options(with_story, json.dumps(old)).story is None
    first = len(table.match.plies) - 20
    kept = [each for each in told_from(with_story, first) if each.ply >= first]
    assert kept == [each for each in told_from(table, first) if each.ply >= first]
    assert story_of(with_story) is with_story.story


def test_a_slow_game_tells_only_what_is_more_remarkable() -> None:
    table = whole_game(GAMES[0])
    slow = replace(table, options=replace(table.options, pace=TimeControl.parse("24h")))
    fast, few = told_from(table, 0), told_from(slow, 0)
    assert set(few) < set(fast)
    assert {each.find.kind for each in few} >= {"feud", "first-in"}
    assert {each.find.kind for each in fast} - {each.find.kind for each in few} >= {"escape", "chase"}
    assert [each for each in fast if each.find.kind in CHAPTERS] == [
        each for each in few if each.find.kind in CHAPTERS
    ]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("seed", [1, 2])
def test_recaps_are_few_and_have_the_first_two_sides(game: dict[str, Any], seed: int) -> None:
    table = whole_game(game, seed)
    recaps = [each for each in told_from(table, 0) if each.find.kind in CHAPTERS]
    turns = [each.turn for each in recaps if each.find.kind in THREADS]
    assert 2 <= len(turns) == len(set(turns)) <= (24 if table.match.teams else 10)
    assert {each.turn for each in recaps} == set(turns), "what to look for follows what changed"
    gaps = [after - before for before, after in itertools.pairwise(turns)]
    seats = len(table.seats)
    least = seats * (5 if table.match.teams else seats + 2 if seats >= 4 else 10)
    assert len([gap for gap in gaps if gap < least]) <= 2, "half-time and the last piece come when they come"
    for each in recaps:
        if each.find.kind in THREADS:
            order = Road(table.match.game, table.match.plies[each.ply].state, table.sides).order
            named = [next(at for at, side in enumerate(table.sides) if seat in side) for seat in each.find.others]
            assert [each.find.seat in table.sides[order[0]], named[0]] == [True, order[1]]
            assert len(named) == 1 or each.find.kind in ("turned", "overtakes"), "who lost the lead"


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_end_counts_as_many_changes_of_the_lead_as_one_can_read(game: dict[str, Any], seed: int) -> None:
    table, t = whole_game(game, seed), translator("en")
    result = table.match.result
    assert result is not None
    signs = [emblem(table, side[0]) for side in table.sides]
    known, changes = "", 0
    for each in told_from(table, 0):
        if each.find.kind in THREADS:
            if each.find.kind in ENDINGS:
                continue  # they say what each side needs
            leader = signs[Road.after(table.match, table.match.plies[each.ply]).order[0]]
        elif each.find.kind in LEADS:
            seat = each.find.others[-1] if each.find.kind == "toppled" else each.find.seat
            leader = next(sign for sign, side in zip(signs, table.sides, strict=True) if seat in side)
            assert leader != known, "that is no news"
        else:
            continue
        changes += known not in ("", leader)
        known = leader
    winner = next(sign for sign, side in zip(signs, table.sides, strict=True) if result.places[side[0]] == 1)
    changes += known not in ("", winner)
    lines = retold(replace(table, result=TableResult(result.places, "rules")), t)
    counted = [count for line in lines for count in re.findall(r"(\w+) (?:times\b|changes)", plain(line))]
    assert list(map(str.lower, counted)) == ([in_words(t, changes)] if changes >= 3 else [])


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_game_is_retold_in_three_sentences(game: dict[str, Any]) -> None:
    table = whole_game(game, seed=2)
    result = table.match.result
    assert result is not None
    table = replace(table, result=TableResult(result.places, "rules"), story=story_of(table))
    for language in languages():
        told = [plain(line) for line in retold(table, translator(language))]
        assert 3 <= len(told) <= 5 if table.match.teams else len(told) == 3, language
        assert all("{" not in line and line[-1] in ".!" for line in told), told
