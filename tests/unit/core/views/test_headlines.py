"""Headlines: a special sentence for whatever is remarkable, and never the same twice in a row."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.core.domain.race import BEST
from bot.core.domain.story import Story
from bot.core.domain.table import StartedTable, Table
from bot.core.games.chapters import CHAPTERS, RACE
from bot.core.games.commentary import Find
from bot.core.games.palma import commentary as palma
from bot.core.games.parchis import commentary as parchis
from bot.core.games.profiles import profile_of
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import languages, translator
from bot.core.views.headlines import PLACE, VICTORY, variant
from bot.core.views.news import news
from engine import catalog
from tests.fakes.word_tables import lobby, played, started

SPANISH = {"rules": {"preset": "spanish"}, "seats": ["Y", "B", "R", "G"]}
SETS = {
    **{f"parchis.{key}": kind.variants for key, kind in parchis.KINDS.items()},
    **{f"palma.{key}": kind.variants for key, kind in palma.KINDS.items()},
    **{f"race.{key}": kind.variants for key, kind in RACE.items()},
    **{f"chapter.{key}": kind.variants for key, kind in CHAPTERS.items()},
    "won": VICTORY,
    "place": PLACE,
}


def at(position: dict[str, Any], table: Table | None = None) -> StartedTable:
    """A table in play that stands in a position."""
    game = catalog.game(position.get("game", "parchis"))
    table = table or lobby(game.name, seats=position.get("seats", ("D", "J")))
    full = {"game": game.name, **position}
    if game.name == "parchis":
        full.setdefault("starter", 0)
    begun = started(table)
    return replace(begun, match=replace(begun.match, opening=game.from_position(full)))


def finds(table: StartedTable, *moves: str) -> list[Find]:
    """Return all that may be news in these moves."""
    match, found, memory = played(table, *moves).match, [], dict[str, list[int]]()
    for number, ply in enumerate(match.plies):
        before = match.plies[number - 1].state if number else match.opening
        found += profile_of(table.game).watch(before, ply, memory)
    return found


def kinds(table: StartedTable, *moves: str) -> list[str]:
    return [found.kind for found in finds(table, *moves)]


def test_there_are_several_ways_to_say_each_thing_in_every_language() -> None:
    assert len(SETS) == 109
    for name, variants in SETS.items():
        for language in languages():
            told = [translator(language)(text) for text in variants]
            assert len(set(told)) == len(told) > 1, (name, language)


def test_captures_of_others_of_friends_and_of_oneself() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["10", "30"], "B": ["13"]}})
    (found, *_) = finds(table, "3", "Y1+3")
    assert (found.kind, found.seat, found.others) == ("first", 0, (1,))
    entering = at(SPANISH | {"pieces": {"Y": ["30"], "B": ["5", "5"]}})
    assert "first" in kinds(entering, "5", "Y2+in"), "whoever comes out captures too"
    rules = {"rules": {"preset": "spanish", "team_pair": "capture", "own_pair": "capture"}}
    pieces = {"pieces": {"Y": ["10"], "R": ["13"]}}
    teams = lobby(rules=rules["rules"], teams=[[0, 2], [1, 3]])
    friends = at(SPANISH | rules | pieces | {"teams": [[0, 2], [1, 3]]}, teams)
    assert [(found.kind, found.others) for found in finds(friends, "3", "Y1+3")] == [
        ("friend-dear", (2,)),
        ("friend", (2,)),
    ]
    alone = lobby(rules=rules["rules"], seats=("YR", "BG"))
    own = at(rules | pieces | {"seats": ["YR", "BG"]}, alone)
    assert kinds(own, "3", "Y1+3") == ["own"]


def test_third_sixes_and_arrivals() -> None:
    third = at(SPANISH | {"pieces": {"Y": ["20"]}})
    (found,) = finds(third, "6", "Y1+6", "6", "Y1+6", "6")
    assert (found.kind, found.seat, found.n) == ("third", 0, 27)
    assert kinds(at(SPANISH | {"pieces": {"Y": []}}), "6", "6", "6") == [], "without a piece there is no risk"
    assert kinds(at(SPANISH | {"pieces": {"Y": ["c4", "20"]}}), "4", "Y1+4") == ["first-in"]
    second = at(SPANISH | {"pieces": {"Y": ["c4", "20"], "B": ["F"]}})
    assert kinds(second, "4", "Y1+4") == [], "the line about the move says so"
    both = at(SPANISH | {"pieces": {"Y": ["c4", "20"], "B": ["30", "40", "F"]}})
    assert kinds(both, "4", "Y1+4", "Y2+10") == ["first", "hit-and-in"]


def test_numbers_saved_and_used_up_without_dice() -> None:
    def pools(*left: list[int], **pieces: list[str]) -> StartedTable:
        rules = {"preset": "diceless"}
        return at(SPANISH | {"rules": rules, "pieces": pieces, "pools": list(left)}, lobby(rules=rules))

    some = [3, 4]
    saved = finds(pools([5], some, some, some, Y=["10"], B=["30"]), "n5")
    assert [(found.kind, found.n) for found in saved] == [("saved", 5)]
    assert kinds(pools([4], some, some, some, Y=["10"], B=["30"]), "n4") == [], "a 4 is not worth saving"
    assert kinds(pools([4, 6], some, some, some, Y=["10", "20"]), "n6") == ["last-six"]
    assert kinds(pools([4, 6], [6], some, some, Y=["10", "20"]), "n6") == [], "somebody else has one"


def test_palma_s_slides_stakes_and_arrivals() -> None:
    def side(rules: dict[str, Any] | None = None, **pieces: list[str]) -> StartedTable:
        return at(
            {"game": "palma", "rules": rules or {"preset": "classic"}, "pieces": pieces},
            lobby("palma", rules, ("D", "J")),
        )

    assert kinds(side({"preset": "penalty"}, D=["21"]), "1", "D1+1") == ["slip"]
    assert kinds(side({"preset": "penalty"}, D=["23"]), "1", "D1+1") == ["slid-back"]
    assert kinds(side(D=["9"]), "1", "D1+1") == ["first-slide"]
    stakes = side({"preset": "classic", "hole5": "stake"}, D=["3"])
    (found, *_) = finds(stakes, "2", "D1+2")
    assert (found.kind, found.n) == ("first-stake", 5)
    assert kinds(side(D=["24"]), "1", "D1+1") == ["first-in"]
    assert kinds(side(D=["25", "3"]), "1", "D1+1") == [], "it was there before"


@pytest.mark.parametrize("name", SETS)
def test_every_variant_fills_its_places_and_names_everybody(name: str) -> None:
    table = started(lobby())
    values = {
        "n": 3,
        "total": 4,
        "hole": "15",
        "nth": "2nd",
        "medal": "🥈",
        "players": "Ana",
        "player": "Ana",
        "victim": "Bea",
        "m": 4,
        "mate": "Carlo",
        "hunter": "Irene",
        "prey": "Olga",
        "side": "Ana's team",
        "rival": "Bea's team",
        "left": 1,
        "how": "half a lap ahead of Bea",
        "needs": "Ana needs exactly 2",
        "squares": "3 squares",
    }
    for text, language in product(SETS[name], languages()):
        told = translator(language)(text, **values)
        assert "{" not in told
        other = translator(language)(text, **values | {"player": "Irene", "victim": "Olga", "mate": "Irene"})
        assert language != "es" or not re.search(r"\b(y Irene|o Olga)", other), "e Irene, u Olga"
        assert ("{victim}" not in text) or "Bea" in told
        assert ("{player" not in text) or "Ana" in told
        assert variant(table, SETS[name], 0) in SETS[name]


@pytest.mark.parametrize("games", [0, 1, 2, 7])
def test_a_game_has_each_wording_and_the_next_game_of_the_chat_begins_with_another(games: int) -> None:
    table, after = (
        replace(started(lobby()), story=Story(memory={BEST: (0, 0, 0, each)})) for each in (games, games + 1)
    )
    assert {variant(table, PLACE, place) for place in range(2, 2 + len(PLACE))} == {*PLACE}
    assert not games or variant(table, PLACE, 2) != variant(after, PLACE, 2)


def test_people_of_one_name_are_told_apart_by_their_signs() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["22", "40"], "B": ["25"]}}, lobby(names=("Ana", "Ana", "Carlo", "Dana")))
    (_, comment, *_), *_ = news(played(table, "3", "Y1+3"), 0, translator("en")).paragraphs
    assert plain(comment) == "💥 The peace is over. Complaints to 🟡 Ana."


def test_headlines_do_not_depend_on_the_secret() -> None:
    table = played(at(SPANISH | {"pieces": {"Y": ["22", "40"], "B": ["25"]}}), "3", "Y1+3")
    other = replace(table, seed=bytes(32))
    t = translator("it")
    assert news(table, 0, t) == news(other, 0, t)
