"""Headlines: a special sentence for whatever is remarkable, and never the same twice in a row."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.core.domain.table import StartedTable, Table
from bot.core.games.commentary import Headline
from bot.core.games.palma import commentary as palma
from bot.core.games.parchis import commentary as parchis
from bot.core.games.profiles import profile_of
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import languages, translator
from bot.core.views.headlines import LEAD, PLACE, VICTORY, sentence, variant
from bot.core.views.news import news
from engine import catalog
from engine.events import Captured
from engine.plies import Ply
from tests.fakes.word_tables import lobby, played, random_game, started

SPANISH = {"rules": {"preset": "spanish"}, "seats": ["Y", "B", "R", "G"]}
SETS = {
    f"{module.__name__.split('.')[-2]}.{name}": value
    for module in (parchis, palma)
    for name, value in vars(module).items()
    if name.isupper() and isinstance(value, tuple) and all(isinstance(text, str) and "{" in text for text in value)
} | {"won": VICTORY, "place": PLACE, "lead": LEAD}


def at(position: dict[str, Any], table: Table | None = None) -> StartedTable:
    """A table in play that stands in a position."""
    game = catalog.game(position.get("game", "parchis"))
    table = table or lobby(game.name, seats=position.get("seats", ("D", "J")))
    full = {"game": game.name, **position}
    if game.name == "parchis":
        full.setdefault("starter", 0)
    begun = started(table)
    return replace(begun, match=replace(begun.match, opening=game.from_position(full)))


def headlines(table: StartedTable, *moves: str) -> list[Headline]:
    match = played(table, *moves).match
    return [found for ply in match.plies for found in profile_of(table.game).headlines(ply)]


def kinds(table: StartedTable, *moves: str) -> list[Sequence[str]]:
    return [found.variants for found in headlines(table, *moves)]


def test_there_are_several_ways_to_say_each_thing_in_every_language() -> None:
    assert len(SETS) == 19
    for name, variants in SETS.items():
        for language in languages():
            told = [translator(language)(text) for text in variants]
            assert len(set(told)) == len(told) >= 3, (name, language)


def test_captures_of_others_of_friends_and_of_oneself() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["10", "30"], "B": ["13"]}})
    (found,) = headlines(table, "3", "Y1+3")
    assert (found.variants, found.seat, found.victim) == (parchis.CAPTURED, 0, 1)
    entering = at(SPANISH | {"pieces": {"Y": ["30"], "B": ["5", "5"]}})
    assert kinds(entering, "5", "Y2+in") == [parchis.CAPTURED], "whoever comes out captures too"
    rules = {"rules": {"preset": "spanish", "team_pair": "capture", "own_pair": "capture"}}
    pieces = {"pieces": {"Y": ["10"], "R": ["13"]}}
    teams = lobby(rules=rules["rules"], teams=[[0, 2], [1, 3]])
    friends = at(SPANISH | rules | pieces | {"teams": [[0, 2], [1, 3]]}, teams)
    (found,) = headlines(friends, "3", "Y1+3")
    assert (found.variants, found.victim) == (parchis.FRIEND_CAPTURED, 2)
    alone = lobby(rules=rules["rules"], seats=("YR", "BG"))
    own = at(rules | pieces | {"seats": ["YR", "BG"]}, alone)
    assert kinds(own, "3", "Y1+3") == [parchis.OWN_CAPTURED]


def test_sixes_barriers_and_arrivals() -> None:
    barrier = at(SPANISH | {"pieces": {"Y": ["20", "20", "30"]}})
    assert kinds(barrier, "6", "Y1+6") == [parchis.BARRIER]
    assert kinds(barrier, "3", "Y1+3") == [], "nobody had to open it"
    third = at(SPANISH | {"pieces": {"Y": ["20"]}})
    assert kinds(third, "6", "Y1+6", "6", "Y1+6", "6") == [parchis.THIRD_SIX]
    nobody = at(SPANISH | {"pieces": {"Y": []}})
    assert kinds(nobody, "6", "6", "6") == [parchis.THIRD_SIX_SPARED]
    first = at(SPANISH | {"pieces": {"Y": ["c4", "20"]}})
    (found,) = headlines(first, "4", "Y1+4")
    assert (found.variants, dict(found.values)) == (parchis.IN_GOAL, {"n": 1, "total": 4})
    (found,) = headlines(at(SPANISH | {"pieces": {"Y": ["F", "F", "c4", "20"]}}), "4", "Y3+4")
    assert (found.variants, dict(found.values)) == (parchis.ONE_LEFT, {"n": 3, "total": 4})
    on = {"preset": "spanish", "play_on": True}
    last = at(
        {"rules": on, "seats": ["Y", "B", "R"], "pieces": {"Y": ["F", "F", "F", "c4"]}}, lobby(rules=on, seats="YBR")
    )
    assert kinds(last, "4", "Y4+4") == [parchis.ALL_IN]
    win = at(SPANISH | {"pieces": {"Y": ["F", "F", "F", "c4"]}})
    assert kinds(win, "4", "Y4+4") == [], "the victory says it"


def test_palma_s_slides_stakes_rethrows_presents_and_arrivals() -> None:
    def side(rules: dict[str, Any] | None = None, **pieces: list[str]) -> StartedTable:
        return at(
            {"game": "palma", "rules": rules or {"preset": "classic"}, "pieces": pieces},
            lobby("palma", rules, ("D", "J")),
        )

    assert kinds(side(D=["9"]), "1", "D1+1") == [palma.SLID]
    assert kinds(side({"preset": "penalty"}, D=["21"]), "1", "D1+1") == [palma.SLID_BACK]
    assert kinds(side(D=["12"]), "3", "D1+3") == [palma.RETHROW]
    stakes = side({"preset": "classic", "hole5": "stake"}, D=["3"])
    (found,) = headlines(stakes, "2", "D1+2")
    assert (found.variants, dict(found.values)) == (palma.STAKE_WON, {"hole": "5"})
    (found,) = headlines(side(J=["3"]), "2", "J1+2")
    assert (found.variants, found.seat, found.victim) == (palma.PASSED, 0, 1)
    assert kinds(side(D=["24"]), "1", "D1+1") == [palma.ARRIVED]
    assert kinds(side(D=["26", "27", "28", "24"]), "1", "D4+1") == [palma.ONE_LEFT]
    assert kinds(side(D=["25", "3"]), "1", "D1+1") == [], "it was there before"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", SETS)
def test_every_variant_fills_its_places_and_names_everybody(name: str, language: str) -> None:
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
    }
    for text in SETS[name]:
        told = translator(language)(text, **values)
        assert "{" not in told
        assert ("{victim}" not in text) or "Bea" in told
        assert "Ana" in told
        assert variant(table, SETS[name], 0) in SETS[name]


def test_the_same_is_never_said_twice_in_a_row_and_a_capture_names_its_victim() -> None:
    t = translator("en")
    for seed in range(6):
        *_, table = random_game(lobby(names=("Ana", "Bea", "Carlo", "Dana")), random.Random(seed))
        assert isinstance(table, StartedTable)
        plies = table.match.plies
        last: dict[Sequence[str], str] = {}
        for number, ply in enumerate(plies):
            for found in parchis.headlines(ply):
                text = variant(table, found.variants, found.before(plies[:number]))
                assert last.get(found.variants) != text
                last[found.variants] = text
                told = plain(sentence(table, found, plies[:number], t))
                if isinstance(found.event, Captured):
                    assert table.seats[found.event.owner].name in told
                    assert table.seats[found.event.seat].name in told


def test_people_of_one_name_are_told_apart_by_their_signs() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["22", "40"], "B": ["25"]}}, lobby(names=("Ana", "Ana", "Carlo", "Dana")))
    (first, *_), *_ = news(played(table, "3", "Y1+3"), 0, translator("en")).paragraphs
    assert plain(first) == "💥 🟡 Ana captures one of 🔵 Ana's pieces!"


def test_headlines_do_not_depend_on_the_secret() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["22", "40"], "B": ["25"]}})
    found = headlines(table, "3", "Y1+3")[0]
    other = replace(table, seed=bytes(32))
    assert variant(table, found.variants, 0) == variant(other, found.variants, 0)
    plies: Sequence[Ply[Any]] = ()
    assert sentence(table, found, plies, translator("it")) == sentence(other, found, plies, translator("it"))
