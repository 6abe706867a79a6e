"""The narration: what is told of each event, in each language."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.core.domain.table import Table
from bot.core.i18n.text_format import plain, words
from bot.core.i18n.translator import languages, translator
from bot.core.views.board import board_screen, scene_of
from bot.core.views.narration import MAX_LINES, Narrator, News, fitting, news
from engine import catalog
from engine.events import Event, Thrown
from engine.game import TurnKind
from engine.match import Match, Ply
from tests.fakes.events import EXAMPLES
from tests.fakes.word_tables import NO_PICTURES, lobby, played, random_game, started


def at(position: dict[str, Any], table: Table | None = None) -> Table:
    """A table in play that stands in a position."""
    game = catalog.game(position.get("game", "parchis"))
    table = table or lobby(game.name, seats=position.get("seats", ("D", "J")))
    full = {"game": game.name, **position}
    if game.name == "parchis":
        full.setdefault("starter", 0)
    begun = started(table)
    return replace(begun, match=replace(begun.match, opening=game.from_position(full)))


def told(table: Table, *moves: str, language: str = "en") -> list[str]:
    return [plain(line) for line in news(played(table, *moves), 0, translator(language)).lines]


SPANISH = {"rules": {"preset": "spanish"}, "seats": ["Y", "B", "R", "G"]}


def test_a_turn_is_told_in_one_line() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["10", "30"], "B": ["13"]}})
    assert told(table, "3", "Y1+3", "Y1+20") == [
        "🟡 Ana throws 3: 🟡 yellow 1 goes from 10 to 13, captures 🔵 blue 1. "
        "20 more: 🟡 yellow 1 goes from 13 to 33."
    ]


def test_the_same_turn_in_spanish_and_italian() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["10", "30"], "B": ["13"]}})
    assert told(table, "3", "Y1+3", "Y1+20", language="es") == [
        "🟡 Ana saca un 3: 🟡 amarillo 1 va de la 10 a la 13, se come a 🔵 azul 1. "
        "Cuenta 20: 🟡 amarillo 1 va de la 13 a la 33."
    ]
    assert told(table, "3", "Y1+3", "Y1+20", language="it") == [
        "🟡 Ana fa 3: 🟡 giallo 1 va dalla 10 alla 13, mangia 🔵 blu 1. Altri 20: 🟡 giallo 1 va dalla 13 alla 33."
    ]


def test_palma_is_told_in_holes_in_spanish_and_italian() -> None:
    table = at({"game": "palma", "pieces": {"D": ["9", "12"], "J": ["3"]}})
    assert told(table, "1", "D1+1", language="es") == [
        "🐕 Ana saca un 1: 🐕 sabueso 1 va del hoyo 9 al 10, se desliza hasta el 24."
    ]
    assert told(table, "1", "D1+1", language="it") == [
        "🐕 Ana fa 1: 🐕 segugio 1 va dal foro 9 al foro 10, scivola fino al foro 24."
    ]
    passed = at({"game": "palma", "pieces": {"J": ["3"]}})
    assert told(passed, "2", language="es")[0] == "🐕 Ana saca un 2. No puede usarlo y lo pasa a 🐺 Bea."
    assert told(passed, "2", language="it")[0] == "🐕 Ana fa 2. Non può usarlo e lo passa a 🐺 Bea."


def test_entering_opening_climbing_and_arriving() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["c5", "10", "66"]}})
    assert told(table, "5") == ["🟡 Ana throws 5."]
    assert told(table, "5", "Y4+in") == ["🟡 Ana throws 5: 🟡 yellow 4 comes out on 5."]
    assert told(table, "3", "Y1+3", "Y2+10") == [
        "🟡 Ana throws 3: 🟡 yellow 1 reaches the goal. 10 more: 🟡 yellow 2 goes from 10 to 20."
    ]
    assert told(table, "1", "Y1+1") == ["🟡 Ana throws 1: 🟡 yellow 1 climbs its corridor from 5 to 6."]
    assert told(table, "4", "Y3+4") == ["🟡 Ana throws 4: 🟡 yellow 3 goes from 66 into its corridor, to 2."]


def test_barriers_sixes_and_what_cannot_be_moved() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["20", "20", "30"]}})
    assert told(table, "6", "Y1+6", "2") == [
        "🟡 Ana throws 6: 🟡 yellow 1 goes from 20 to 26, opens the barrier on 20. Then 2."
    ]
    stuck = at(SPANISH | {"pieces": {"Y": ["F", "F", "F", "c6"]}})
    assert told(stuck, "4") == ["🟡 Ana throws 4: no piece can move it."]
    third = at(SPANISH | {"pieces": {"Y": ["20"]}})
    assert told(third, "6", "Y1+6", "6", "Y1+6", "6")[0].endswith(
        "Then 6: the third 6 in a row, and 🟡 yellow 1 goes home."
    )


def test_the_opening_is_told_in_short() -> None:
    table = started(lobby())
    assert told(table, "6", "2", "6", "1") == [
        "Throws for the start: 🟡 Ana 6, 🔵 Bea 2, 🔴 Carlo 6, 🟢 Dana 1.",
        "A tie: 🟡 Ana and 🔴 Carlo throw again.",
    ]
    assert told(table, "6", "2", "6", "1", "1", "2")[2:] == [
        "Throws for the start: 🟡 Ana 1, 🔴 Carlo 2.",
        "🔴 Carlo begins.",
    ]


def test_the_winner_is_named_before_the_last_places_and_teams_are_listed() -> None:
    first = {"Y": ["F", "F", "F", "F"], "B": ["F", "F", "F", "c6"], "R": ["10"]}
    rules = {"preset": "spanish", "play_on": True, "colours": 3}
    table = at(
        {"rules": rules, "seats": ["Y", "B", "R"], "pieces": first, "finished": [0], "seat": 1},
        lobby(rules=rules, seats=("Y", "B", "R")),
    )
    assert told(table, "2", "B4+2")[-2:] == ["Victory for 🟡 Ana!", "Place 2 for 🔵 Bea!"]
    pair = at(
        SPANISH
        | {
            "teams": [[0, 2], [1, 3]],
            "pieces": {"Y": ["F", "F", "F", "c6"], "R": ["F", "F", "F", "F"], "B": ["10"]},
        },
        lobby(teams=[[0, 2], [1, 3]]),
    )
    for language, line in (("en", "Ana and 🔴"), ("es", "Ana y 🔴"), ("it", "Ana e 🔴")):
        assert line in told(pair, "2", "Y4+2", language=language)[-1]


def test_picks_and_the_null() -> None:
    table = started(lobby(rules={"preset": "diceless"}), ["6", "1", "1", "1"])
    assert told(table, "n6", "Y1+6", "n0", "n1")[2:] == [
        "🟡 Ana picks 6: 🟡 yellow 1 goes from 5 to 11. 🟡 Ana picks the null and passes.",
        "🔵 Bea picks 1.",
    ]


def test_palma_slides_rethrows_and_passed_throws() -> None:
    table = at({"game": "palma", "pieces": {"D": ["9", "12"], "J": ["3"]}})
    assert told(table, "1", "D1+1") == ["🐕 Ana throws 1: 🐕 hound 1 goes from hole 9 to 10, slides on to 24."]
    assert told(table, "3", "D2+3") == ["🐕 Ana throws 3: 🐕 hound 2 goes from hole 12 to 15, and throws again."]
    passed = at({"game": "palma", "pieces": {"J": ["3"]}})
    assert told(passed, "2", "J1+2") == [
        "🐕 Ana throws 2. It is of no use there and passes to 🐺 Bea.",
        "🐺 Bea: 🐺 jackal 1 goes from hole 3 to 5.",
    ]
    assert told(at({"game": "palma"}), "3") == ["🐕 Ana throws 3: nobody can use it."]
    assert told(started(lobby("palma", seats=("D", "J"))), "J") == ["The lot says: 🐺 Bea begins."]


@pytest.mark.parametrize("language", languages())
def test_unknown_events_and_those_of_other_games_do_no_harm(language: str) -> None:
    for table in (started(lobby()), started(lobby("palma", seats=("D", "J")))):
        assert isinstance(table.match, Match)
        plies = [Ply("x", 0, TurnKind.CHOOSE, (event,), None, 0, None) for event in (*EXAMPLES.values(), Event())]
        lines = Narrator(table, translator(language)).tell(plies)
        assert all("{" not in plain(line) for line in lines)


def test_news_that_does_not_fit_is_counted() -> None:
    t = translator("en")
    lines = tuple(words(f"line {n}") for n in range(30))

    def kept(news: News, limit: int) -> list[str]:
        return [plain(line) for line in fitting(news, limit, t)]

    newest = [f"line {n}" for n in range(30 - MAX_LINES, 30)]
    assert kept(News(lines), 1000) == [f"… and {30 - MAX_LINES} turns before", *newest]
    assert kept(News(lines), 60) == ["… and 28 turns before", "line 28", "line 29"]
    assert kept(News(lines[:2]), 1000) == ["line 0", "line 1"]
    assert kept(News(lines[:2], 7), 1000) == ["… and 7 turns before", "line 0", "line 1"]
    assert kept(News(), 1000) == []


def test_of_a_long_absence_only_the_last_turns_are_told_and_drawn() -> None:
    *_, last = random_game(lobby(names=(None,) * 4), random.Random(4))
    told = news(last, 0, translator("en"))
    turns = sum(ply.ends_turn for ply in last.match.plies) if last.match else 0
    assert len(told.lines) <= 2 * MAX_LINES
    assert told.untold >= turns - 2 * MAX_LINES
    scene = scene_of(last, 0, translator("en"), ())
    assert sum(isinstance(event, Thrown) for event in scene.trail) <= 3 * 4 + 3
    assert news(started(lobby(), ["6", "1", "1", "1"]), 0, translator("en")).untold == 0


def labels(table: Table, language: str = "en") -> list[str]:
    screen = board_screen(table, table.plies, translator(language), NO_PICTURES)
    return [button.label for row in screen.rows for button in row]


def test_labels_say_where_to_and_what_happens() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["10", "20", "20", "c4"], "B": ["13"]}})
    assert labels(played(table, "3")) == [
        "🟡1 +3 → 13 × 🔵1",
        "🟡2 +3 → 23 (opens a barrier)",
        "🟡4 +3 → corridor 7",
    ]
    assert labels(played(table, "4"))[-1] == "🟡4 +4 → goal"
    entering = played(at(SPANISH | {"pieces": {"Y": ["10"]}, "seats": ["YR", "BG"]}), "5")
    assert labels(entering, "es") == ["🟡2 sale", "🔴1 sale"]
    assert labels(at(SPANISH), "it") == ["🎲 Tira"]
    palma = at({"game": "palma", "pieces": {"D": ["9", "12"]}})
    assert labels(played(palma, "1")) == ["🐕1 +1 → 10 ⤳ 24", "🐕2 +1 → 13"]
    assert labels(played(palma, "3"))[-1] == "🐕2 +3 → 15 (throws again)"
    assert labels(played(palma, "5"), "it")[-1] == "🐕3 entra"
    assert labels(palma) == ["🌗 Throw the sticks"]


def test_hints_explain_a_narrow_choice() -> None:
    def shown(position: dict[str, Any], *moves: str) -> str:
        return board_screen(played(at(SPANISH | position), *moves), 0, translator("en"), NO_PICTURES).text.plain

    assert "A 5 must bring a piece out." in shown({"pieces": {"Y": ["10"]}}, "5")
    assert "A 6 must open a barrier." in shown({"pieces": {"Y": ["20", "20", "30"]}}, "6")
    italian = {"rules": {"preset": "italian"}, "pieces": {"Y": ["10", "30", "50", "c1"]}}
    assert "do not play again" in shown(italian, "6")
    assert "play again" not in shown({"pieces": {"Y": ["10", "30"]}}, "6")


def test_the_picture_is_told_in_words() -> None:
    table = played(at(SPANISH | {"pieces": {"Y": ["12", "20", "20", "c3"], "B": ["12", "F"]}}), "4")
    screen = board_screen(table, 0, translator("en"), NO_PICTURES)
    assert screen.picture is not None
    assert screen.picture.alt == (
        "Parchís board. Yellow, Ana: 1 on 12; 2 and 3 on 20 (barrier); 4 on corridor square 3. "
        "Blue, Bea: 1 on 12; 2 in the goal; 3 and 4 at home. Red, Carlo: 1, 2, 3 and 4 at home. "
        "Green, Dana: 1, 2, 3 and 4 at home. On shelters: 12. Shared by two colours: 12. "
        "Ana, you have a 4. Which piece do you move? You can choose: yellow 1 goes from 12 to 16; "
        "yellow 2 goes from 20 to 24, opens the barrier on 20; yellow 4 climbs its corridor from 3 to 7."
    )


def test_a_shared_square_that_stops_everybody_is_told() -> None:
    pieces = {"Y": ["12", "20"], "B": ["12"]}
    italian = at(SPANISH | {"rules": {"preset": "italian"}, "pieces": pieces})
    screen = board_screen(italian, 0, translator("en"), NO_PICTURES)
    assert screen.picture is not None
    assert "Shared by two colours: 12 (nobody passes)." in screen.picture.alt
