"""The narration: the sentence for each event, in each language."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.core.domain.table import Table
from bot.core.i18n.text_format import plain, words
from bot.core.i18n.translator import languages, translator
from bot.core.views.board import board_screen, scene_of
from bot.core.views.narration import Narrator
from bot.core.views.news import MAX_TURNS, News, fitting, news
from engine import catalog
from engine.events import Event, Thrown
from engine.game import TurnKind
from engine.match import Match
from engine.plies import Ply
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
    paragraphs = news(played(table, *moves), 0, translator(language)).paragraphs
    return [plain(line) for paragraph in paragraphs for line in paragraph]


SPANISH = {"rules": {"preset": "spanish"}, "seats": ["Y", "B", "R", "G"]}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "🟡 Ana 2: piece 1, 5 → 7."),
        ("es", "🟡 Ana 2: la 1 va de 5 a 7."),
        ("it", "🟡 Ana 2: la 1 va da 5 a 7."),
    ],
)
def test_an_ordinary_move_is_as_short_as_can_be(language: str, line: str) -> None:
    assert told(at(SPANISH | {"pieces": {"Y": ["5", "30"]}}), "2", "Y1+2", language=language) == [line]


@pytest.mark.parametrize(
    ("position", "moves", "line"),
    [
        (
            SPANISH | {"pieces": {"Y": ["8", "30"], "B": ["40"]}},
            ("6", "Y1+6", "2", "Y2+2", "1", "B1+1", "3", "1"),
            "",
        ),
        (
            SPANISH | {"pieces": {"Y": ["8", "30"], "B": ["40"]}},
            ("6", "Y1+6", "2", "Y2+2", "1", "B1+1", "3", "5", "G1+in", "4", "Y1+4"),
            "🟢 Dana 5: a piece comes out.",
        ),
        (
            {"game": "palma", "pieces": {"D": ["29"], "J": ["17", "25"]}},
            ("1", "J1+1", "5", "J3+in", "5", "J3+5", "1", "J1+1"),
            "",
        ),
    ],
)
def test_the_history_has_events_and_no_plain_moves(position: dict[str, Any], moves: Sequence[str], line: str) -> None:
    table = played(at(position), *moves)
    told = Narrator(table, translator("en"), told=(), events=True).tell(table.match.plies)
    assert [plain(line) for each in told for line in each] == line.splitlines()


def test_a_capture_has_its_victim_before_the_comment() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["22", "40"], "B": ["25"]}})
    wanted = {
        "en": [
            "🟡 Ana 3: piece 1 takes 🔵 Bea's piece 1 on 25; 20 extra squares: piece 1, 25 → 45.",
            "💥 The peace is over. Complaints to Ana.",
        ],
        "es": [
            "🟡 Ana 3: la 1 se come la 1 de 🔵 Bea en la 25; y cuenta 20: la 1 va de 25 a 45.",
            "💥 Se acabó la paz. Quejas, a Ana.",
        ],
        "it": [
            "🟡 Ana 3: la 1 mangia la 1 di 🔵 Bea sulla 25; e conta 20: la 1 va da 25 a 45.",
            "💥 La pace è finita. Reclami ad Ana.",
        ],
    }
    for language, lines in wanted.items():
        assert told(table, "3", "Y1+3", "Y1+20", language=language) == lines


def test_palma_is_told_in_holes_in_spanish_and_italian() -> None:
    table = at({"game": "palma", "pieces": {"D": ["9", "12"], "J": ["3"]}})
    spanish = "🐕 Ana 1: el perro 1 va de 9 a 10, y se desliza hasta el 24."
    assert told(table, "1", "D1+1", language="es")[0] == spanish
    italian = "🐕 Ana 1: il cane 1 va da 9 a 10, poi scivola fino alla buca 24."
    assert told(table, "1", "D1+1", language="it")[0] == italian
    lost = at({"game": "palma"})
    assert told(lost, "3", language="es") == ["🐕 Ana 3: necesita un 5."]
    assert told(lost, "3", language="it") == ["🐕 Ana 3: serve un 5."]


def test_entering_opening_climbing_and_arriving() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["c5", "10", "66"]}})
    out = "⚡ Nobody left at home: Ana's 6 counts 7 from now on."
    assert told(table, "5", "Y4+in") == ["🟡 Ana 5: piece 4 comes out.", out]
    assert told(table, "3", "Y1+3", "Y2+10")[0] == (
        "🟡 Ana 3: piece 1 reaches the goal (1 of 4); 10 extra squares: piece 2, 10 → 20."
    )
    assert told(table, "1", "Y1+1") == ["🟡 Ana 1: piece 1, corridor 5 → 6."]
    assert told(table, "4", "Y3+4")[0] == "🟡 Ana 4: piece 3, 66 → corridor 2."


def test_sixes_and_what_cannot_be_moved() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["20", "20", "30"]}})
    assert told(table, "6", "Y1+6", "3", "Y3+3")[0] == ("🟡 Ana 6: piece 1, 20 → 26; then a 3: piece 3, 30 → 33.")
    stuck = at(SPANISH | {"pieces": {"Y": ["F", "F", "F", "c6"]}})
    assert told(stuck, "4")[0] == "🟡 Ana 4: needs exactly 2 for the goal."
    third = at(SPANISH | {"pieces": {"Y": ["20"]}})
    assert told(third, "6", "Y1+6", "6", "Y1+6", "6")[0].endswith("; then a 6: piece 1 goes home.")
    safe = at(SPANISH | {"rules": {"preset": "italian"}, "pieces": {"Y": ["c1", "17"]}})
    lines = told(safe, "6", "Y2+6", "6", "Y1+6", "6")
    assert lines[0].endswith("; then a 6: piece 1 is safe in the corridor.")


def test_a_piece_that_goes_on_with_the_next_number_is_told_once() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["24", "40"], "B": ["60"]}})
    lines = (told(table, "6", "Y1+6", "1", "Y1+1", language=language) for language in ("en", "es", "it"))
    assert [line for (line, *_) in lines] == [
        "🟡 Ana 6+1: piece 1, 24 → 30 → 31.",
        "🟡 Ana 6+1: la 1 va de 24 a 30 → 31.",
        "🟡 Ana 6+1: la 1 va da 24 a 30 → 31.",
    ]
    other = told(table, "6", "Y1+6", "1", "Y2+1")[0]
    assert other == "🟡 Ana 6: piece 1, 24 → 30; then a 1: piece 2, 40 → 41."
    bonus = at(SPANISH | {"pieces": {"Y": ["24", "40"], "B": ["30"]}})
    assert told(bonus, "6", "Y1+6", "Y2+20", "1", "Y2+1")[0] == (
        "🟡 Ana 6: piece 1 takes 🔵 Bea's piece 1 on 30; 20 extra squares: piece 2, 40 → 60; "
        "then a 1: piece 2, 60 → 61."
    )


def test_who_plays_several_colours_has_the_sign_before_each_piece() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["10"], "R": ["50"]}, "seats": ["YR", "BG"]}, lobby(seats=("YR", "BG")))
    assert told(table, "2", "R1+2") == ["🟡🔴 Ana 2: 🔴 red 1, 50 → 52."]
    assert told(table, "2", "R1+2", language="es") == ["🟡🔴 Ana 2: 🔴 la roja 1 va de 50 a 52."]


def test_the_opening_is_told_in_short() -> None:
    table = started(lobby())
    assert told(table, "6", "2", "6", "1") == [
        "🎲 Who starts? 🟡 Ana 6, 🔵 Bea 2, 🔴 Carlo 6 and 🟢 Dana 1.",
        "A tie! 🟡 Ana and 🔴 Carlo roll again.",
    ]
    assert told(table, "6", "2", "6", "1", "1", "2")[2:] == [
        "🎲 Who starts? 🟡 Ana 1 and 🔴 Carlo 2. 🔴 Carlo begins!"
    ]
    assert told(started(lobby("palma", seats=("D", "J"))), "J") == ["🎲 🐺 Bea begins!"]


def test_the_winner_is_named_before_the_last_places_and_teams_are_listed() -> None:
    first = {"Y": ["F", "F", "F", "F"], "B": ["F", "F", "F", "c6"], "R": ["10"]}
    rules = {"preset": "spanish", "play_on": True, "colours": 3}
    table = at(
        {"rules": rules, "seats": ["Y", "B", "R"], "pieces": first, "finished": [0], "seat": 1},
        lobby(rules=rules, seats=("Y", "B", "R")),
    )
    (_, victory, second) = told(table, "2", "B4+2")
    assert re.fullmatch(r"🏆 .*Ana.*!", victory)
    assert re.fullmatch(r"🥈 .*Bea.*!", second)
    pair = at(
        SPANISH
        | {
            "teams": [[0, 2], [1, 3]],
            "pieces": {"Y": ["F", "F", "F", "c6"], "R": ["F", "F", "F", "F"], "B": ["10"]},
        },
        lobby(teams=[[0, 2], [1, 3]], names=("Ana", "Bea", "Irene", "Dana")),
    )
    for language, line in (("en", "Ana and 🔴 Irene"), ("es", "Ana e 🔴 Irene"), ("it", "Ana e 🔴 Irene")):
        assert line in told(pair, "2", "Y4+2", language=language)[-1]


def test_picks_and_the_null() -> None:
    table = started(lobby(rules={"preset": "diceless"}), ["6", "1", "1", "1"])
    assert told(table, "n6", "Y1+6", "n0")[1:] == [
        "🟡 Ana 6: piece 1, 5 → 11; then passes.",
    ]


def test_what_somebody_is_asked_about_is_told_in_the_question_alone() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["10", "30"], "B": ["13"]}})
    t = translator("en")
    assert told(table, "3") == []
    screen = board_screen(played(table, "3"), 1, t, NO_PICTURES)
    assert screen.text.plain.splitlines()[-1] == "🟡 Ana, you rolled a 3. Which piece?"
    earned = played(table, "3", "Y1+3")
    assert told(earned)[0] == "🟡 Ana 3: piece 1 takes 🔵 Bea's piece 1 on 13."
    assert (
        plain(board_screen(earned, 1, t, NO_PICTURES).text.lines[-1])
        == "🟡 Ana, you move 20 for the capture! Which piece?"
    )
    passed = played(at({"game": "palma", "pieces": {"J": ["3", "9"]}}), "2")
    assert told(passed) == []
    assert board_screen(passed, 1, t, NO_PICTURES).text.plain.splitlines()[-1] == (
        "🐺 Bea, use the 2 that Ana can't. Which piece?"
    )
    picked = started(lobby(rules={"preset": "diceless"}), ["6", "1", "1", "1", "n4"])
    assert board_screen(picked, 5, t, NO_PICTURES).text.plain.endswith("🟡 Ana, you play a 4. Which piece?")


def test_a_board_that_begins_within_a_turn_says_what_was_rolled() -> None:
    table = played(at(SPANISH | {"pieces": {"Y": ["10", "20"]}}), "6", "Y1+6")
    for since, line in ((0, "🟡 Ana 6: piece 1, 10 → 16."), (1, "🟡 Ana 6: piece 1, 10 → 16.")):
        assert [[plain(each) for each in part] for part in news(table, since, translator("en")).paragraphs] == [
            [line]
        ]
    bonus = played(at(SPANISH | {"pieces": {"Y": ["22", "40"], "B": ["25"]}}), "3", "Y1+3", "Y1+20")
    lines = [plain(line) for part in news(bonus, 2, translator("en")).paragraphs for line in part]
    assert lines == ["🟡 Ana moves 20 for the capture: piece 1, 25 → 45."]


def test_palma_slides_rethrows_and_passed_throws() -> None:
    table = at({"game": "palma", "pieces": {"D": ["9", "12"], "J": ["3"]}})
    assert told(table, "1", "D1+1") == [
        "🐕 Ana 1: hound 1, 9 → 10, slides on to 24.",
        "🛝 Who needs feet? Ana sits down and is 14 holes further.",
    ]
    assert told(table, "3", "D2+3") == ["🐕 Ana 3: hound 2, 12 → 15, and rolls again."]
    passed = at({"game": "palma", "pieces": {"J": ["3"]}})
    assert told(passed, "2", "J1+2") == ["🐺 Bea uses Ana's 2: jackal 1, 3 → 5."]


@pytest.mark.parametrize("language", languages())
def test_unknown_events_and_those_of_other_games_do_no_harm(language: str) -> None:
    for table in (started(lobby()), started(lobby("palma", seats=("D", "J")))):
        assert isinstance(table.match, Match)
        plies = [
            Ply("x", 0, TurnKind.CHOOSE, (event,), None, 0, table.match.opening)
            for event in (*EXAMPLES.values(), Event())
        ]
        lines = Narrator(table, translator(language)).tell(plies)
        assert all("{" not in plain(line) for paragraph in lines for line in paragraph)


def test_news_that_does_not_fit_is_counted() -> None:
    t = translator("en")
    turns = tuple((words(f"line {n}"),) for n in range(30))

    def kept(news: News, limit: int) -> list[str]:
        return [plain(line) for line in fitting(news, limit, t)]

    newest = [f"line {n}" for n in range(30 - MAX_TURNS, 30)]
    assert kept(News(turns), 1000) == [f"({30 - MAX_TURNS} earlier turns left out)", *newest]
    assert kept(News(turns), 60) == ["(28 earlier turns left out)", "line 28", "line 29"]
    assert kept(News(turns[:2]), 1000) == ["line 0", "line 1"]
    assert kept(News(turns[:2], 7), 1000) == ["(7 earlier turns left out)", "line 0", "line 1"]
    assert kept(News(), 1000) == []
    assert kept(News(turns, first=(words("you"),)), 64) == [
        "you",
        "(28 earlier turns left out)",
        "line 28",
        "line 29",
    ]


def test_of_a_turn_too_long_its_end_is_told_and_it_is_not_counted_as_left_out() -> None:
    turn = tuple(words(f"line {n}") for n in range(9))
    lines = fitting(News((turn,), 3), 60, translator("en"))
    assert [plain(line) for line in lines] == ["(3 earlier turns left out)", "line 7", "line 8"]


def test_of_a_long_absence_only_the_last_turns_are_told_and_drawn() -> None:
    *_, last = random_game(lobby(names=(None,) * 4), random.Random(4))
    told = news(last, 0, translator("en"))
    turns = sum(ply.ends_turn for ply in last.match.plies) if last.match else 0
    assert len(told.paragraphs) <= 2 * MAX_TURNS
    assert told.untold >= turns - 2 * MAX_TURNS
    scene = scene_of(last, 0, translator("en"), ())
    assert sum(isinstance(event, Thrown) for event in scene.trail) <= 3 * 4 + 3
    assert news(started(lobby(), ["6", "1", "1", "1"]), 0, translator("en")).untold == 0


def labels(table: Table, language: str = "en") -> list[str]:
    screen = board_screen(table, table.plies, translator(language), NO_PICTURES)
    return [button.label for row in screen.rows for button in row]


def test_labels_say_where_to_and_what_happens() -> None:
    table = at(SPANISH | {"pieces": {"Y": ["10", "20", "20", "c4"], "B": ["13"]}})
    assert labels(played(table, "3")) == [
        "A · 🟡1 +3 → 13 × 🔵1",
        "B · 🟡2 +3 → 23 🚧",
        "C · 🟡4 +3 → corridor 7",
    ]
    assert labels(played(table, "4"))[-1] == "C · 🟡4 +4 → goal"
    entering = played(at(SPANISH | {"pieces": {"Y": ["10"]}, "seats": ["YR", "BG"]}), "5")
    assert labels(entering, "es") == ["A · 🟡2 sale", "B · 🔴1 sale"]
    assert labels(at(SPANISH), "it") == ["🎲 Tira"]
    palma = at({"game": "palma", "pieces": {"D": ["9", "12"]}})
    assert labels(played(palma, "1")) == ["A · 🐕1 +1 → 10 ⤳ 24", "B · 🐕2 +1 → 13"]
    assert labels(played(palma, "3"))[-1] == "A · 🐕2 +3 → 15 (roll again)"
    assert labels(played(palma, "5"), "it")[-1] == "C · 🐕3 entra"
    assert labels(palma) == ["🌗 Throw the sticks"]


def test_hints_explain_a_narrow_choice() -> None:
    def shown(position: dict[str, Any], *moves: str) -> str:
        return board_screen(played(at(SPANISH | position), *moves), 0, translator("en"), NO_PICTURES).text.plain

    assert "A piece must come out." in shown({"pieces": {"Y": ["10"]}}, "5")
    assert "With a 6 you must open a barrier." in shown({"pieces": {"Y": ["20", "20", "30"]}}, "6")
    italian = {"rules": {"preset": "italian"}, "pieces": {"Y": ["10", "30", "50", "c1"]}}
    assert "so your 6 counts 12. Move just 6 and your turn ends." in shown(italian, "6")
    assert "your turn ends" not in shown({"pieces": {"Y": ["10", "30"]}}, "6")


def test_the_picture_is_told_in_words() -> None:
    table = played(at(SPANISH | {"pieces": {"Y": ["12", "20", "20", "c3"], "B": ["12", "F"]}}), "4")
    screen = board_screen(table, 0, translator("en"), NO_PICTURES)
    assert screen.picture is not None
    assert screen.picture.alt == (
        "Parchís board. Yellow, Ana. Pieces: 1 on 12; 2 and 3 on 20 (barrier); 4 on corridor square 3. "
        "Blue, Bea. Pieces: 1 on 12; 2 in the goal; 3 and 4 at home. Red, Carlo. Pieces: 1, 2, 3 and 4 at home. "
        "Green, Dana. Pieces: 1, 2, 3 and 4 at home. On safe squares: 12. Shared by two colours: 12. "
        "Ana, you rolled a 4. Which piece? You can choose: A: yellow 1 goes from 12 to 16; "
        "B: yellow 2 goes from 20 to 24, opens the barrier on 20; C: yellow 4 moves up its corridor from 3 to 7."
    )


def test_a_shared_square_that_stops_everybody_is_told() -> None:
    pieces = {"Y": ["12", "20"], "B": ["12"]}
    italian = at(SPANISH | {"rules": {"preset": "italian"}, "pieces": pieces})
    screen = board_screen(italian, 0, translator("en"), NO_PICTURES)
    assert screen.picture is not None
    assert "Shared by two colours: 12 (nobody passes)." in screen.picture.alt


def test_a_third_6_has_a_comment_or_a_line_with_as_many_squares() -> None:
    table = played(at(SPANISH | {"pieces": {"Y": ["8", "30"], "B": ["40"]}}), "6", "Y1+6", "6", "Y1+6", "6")
    plies, t = table.match.plies, translator("en")
    (((comment,),), ((line,),)) = (
        [[plain(each) for each in told] for told in narrator.tell(plies)]
        for narrator in (Narrator(table, t, events=True), Narrator(table, t, told=(), events=True))
    )
    assert re.findall(r"\(−(\d+)\)", line) == re.findall(r"(\d+) squares", comment) == ["15"]
