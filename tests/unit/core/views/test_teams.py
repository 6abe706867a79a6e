"""Teams have names and show how far they are, in the lobby and on the board."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from bot.core.domain.pings import pressed_in_turn
from bot.core.domain.table import StartedTable
from bot.core.games.game_words import words_of
from bot.core.i18n.lists import listed
from bot.core.i18n.numbers import in_percent
from bot.core.i18n.text_format import capital, plain, unsigned
from bot.core.i18n.translator import languages, translator
from bot.core.messages.content import Picture
from bot.core.views.board import TEXT_LIMIT, board_screen
from bot.core.views.excerpt import excerpt
from bot.core.views.lobby import lobby_screen
from bot.core.views.lobby_board import with_board
from bot.core.views.players import emblem
from bot.core.views.teams import team_name
from data.records import SeatRecord
from tests.fakes.word_tables import NO_PICTURES, lobby, played, random_game, started

TEAMS = [[0, 2], [1, 3]]
DIGITS = re.compile(r"\d+")


@pytest.mark.parametrize("language", languages())
def test_a_lobby_names_who_plays_together(language: str) -> None:
    t, table = translator(language), lobby(names=("Ana", "Bruno", "Carla", "Diego"), teams=TEAMS)
    assert team_name(table, 0, t) == "🟡 Ana + 🔴 Carla"
    assert f"🌞 🟡 Ana + 🔴 Carla{t.marks.semicolon}🌙 🔵 Bruno + 🟢 Diego" in lobby_screen(table, t).text.plain


@pytest.mark.parametrize("language", languages())
def test_a_board_says_how_far_each_team_is_when_one_passes_another_tenth(language: str) -> None:
    t = translator(language)
    shares, silent, since = [], 0, 0
    for number, table in enumerate(random_game(lobby(teams=TEAMS), random.Random(3))):
        if number % 7 or not isinstance(table, StartedTable) or table.result is not None or pressed_in_turn(table):
            continue
        text = board_screen(table, since, t, NO_PICTURES).text.plain
        since = len(table.match.plies)
        lines = [each for each in text.split("\n") if "🟡 Ana + 🔴 Carlo " in each and "🔵 Bea + 🟢 Dana " in each]
        shares += [int(DIGITS.findall(line.partition("🔴 Carlo ")[2])[0]) for line in lines]
        silent += not lines
        assert len(text) <= TEXT_LIMIT
    assert shares[0] < 10
    assert max(shares) > 50
    assert len(shares) < silent


FORMS = [
    (("Y", "B", "R", "G"), [[0, 2], [1, 3]]),
    (("Y", "B", "R", "G", "P", "O"), [[0, 3], [1, 4], [2, 5]]),
    (("Y", "B", "R", "G", "P", "O"), [[0, 2, 4], [1, 3, 5]]),
]
PEOPLE = ("Ana", "Bea", "Carlo", "Dana", "Eva", "Fina")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("seats", "teams"), FORMS)
def test_text_and_alt_text_name_each_team_and_its_state(
    seats: tuple[str, ...], teams: list[list[int]], language: str
) -> None:
    t, table = translator(language), lobby(rules={"colours": len(seats)}, seats=seats, teams=teams)
    waiting = with_board(lobby_screen(table, t), table, t, Picture(b"", ""), [()] * len(seats))
    playing = board_screen(started(table), 0, t, NO_PICTURES)
    assert waiting.picture is not None
    assert playing.picture is not None
    for team in teams:
        together = " + ".join(f"{emblem(table, seat)} {PEOPLE[seat]}" for seat in team)
        aloud = listed(t, [PEOPLE[seat] for seat in team])
        assert together in waiting.text.plain
        assert f"{together} {in_percent(0, t)}" in playing.text.plain
        assert unsigned(together) in waiting.picture.alt
        assert aloud in playing.picture.alt
    assert playing.picture.alt.count("%") == len(teams)


@pytest.mark.parametrize("language", languages())
def test_a_player_of_two_colours_is_named_with_both(language: str) -> None:
    t, table = translator(language), started(lobby(seats=("YR", "BG")))
    picture = board_screen(table, 0, t, NO_PICTURES).picture
    assert picture is not None
    assert f"{capital(words_of('parchis').side(t, 'YR'))}, Ana. " in picture.alt
    assert "%" not in picture.alt


@pytest.mark.parametrize("language", languages())
def test_a_free_seat_of_a_team_has_its_colour_as_its_name(language: str) -> None:
    t, table = translator(language), lobby(teams=TEAMS)
    free = replace(table, seats=(*table.seats[:3], SeatRecord("G")))
    assert team_name(free, 1, t) == f"🔵 Bea + 🟢 {words_of('parchis').side(t, 'G')}"


def test_without_teams_there_is_no_such_line() -> None:
    *_, table = random_game(lobby(), random.Random(3))
    assert isinstance(table, StartedTable)
    assert "Team progress" not in board_screen(table, 0, translator("en"), NO_PICTURES).text.plain


def test_a_teams_history_says_who_moves_for_whom_and_whose_piece_is_taken() -> None:
    rules = {"preset": "spanish", "stuck_helps": True}
    table = started(lobby(rules=rules, teams=TEAMS))
    pieces = {"Y": ["22", "c6", "40"], "R": ["25"], "B": ["48"], "G": ["10"]}
    position = {"game": "parchis", "rules": table.rules, "pieces": pieces, "seats": list("YBRG"), "starter": 0}
    opening = table.match.game.from_position(position | {"teams": TEAMS})
    table = replace(table, match=replace(table.match, opening=opening))
    table = played(table, "3", "Y1+3", "Y1+20", "1", "B1+1", "4", "Y1+4", "Y3+20", "1", "G1+1", "2", "Y2+2", "Y3+10")
    lines = [plain(line) for line in excerpt(table, slice(0, 12), TEXT_LIMIT, translator("en"))]
    told = " · ".join(line.rstrip(".") for line in lines if line[0] in "🌞🌙")
    assert told.split(" · ") == [
        "🌞🟡 Ana 3: takes 🔴 Carlo's piece on 25 (−54) (own team!)",
        "🌞🔴 Carlo 4: with 🟡 Ana's piece takes 🌙🔵 Bea's piece on 49 (−27)",
        "🌞🟡 Ana 2: a piece reaches the goal (team: 1 of 8)",
    ]
