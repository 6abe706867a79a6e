"""Worked examples of the commentary: from a position and a few plies to the sentences, word for word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from bot.core.domain.recaps import recap
from bot.core.domain.road import Road
from bot.core.domain.story import LUCK, Told, folded
from bot.core.domain.storytelling import turns_before
from bot.core.domain.table import StartedTable
from bot.core.games.commentary import Find
from bot.core.games.wordings import ROLLS_OUT
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import languages, translator
from bot.core.views.board import board_screen
from bot.core.views.headlines import PLACE, VICTORY, sentence
from bot.core.views.narration import Narrator
from bot.core.views.retelling import OF_SIDES
from bot.locales.faults import style
from tests.fakes.word_tables import NO_PICTURES, lobby, played, started

PARTNERS = [[0, 2], [1, 3]]
HELP = {"preset": "spanish", "stuck_helps": True}


def table_of(
    pieces: dict[str, list[str]],
    *moves: str,
    teams: list[list[int]] | None = None,
    rules: dict[str, Any] | None = None,
) -> StartedTable:
    """Make a table that goes on from a position with some moves; sides D and J play Palma."""
    game, seats = ("palma", ("D", "J")) if set(pieces) <= {"D", "J"} else ("parchis", ("Y", "B", "R", "G"))
    table = started(lobby(game, rules, seats=seats, teams=teams))
    position: dict[str, Any] = {"game": game, "rules": table.rules, "pieces": pieces}
    if game == "parchis":
        position |= {"seats": list(seats), "starter": 0, "teams": teams}
    opening = table.match.game.from_position(position)
    return played(replace(table, match=replace(table.match, opening=opening)), *moves)


def told(table: StartedTable, best: tuple[int, ...] = ()) -> list[tuple[str, str]]:
    story = folded(table.match, whole=True, best=best)
    return [(each.find.kind, plain(sentence(table, each, translator("en")))) for each in story.told]


def rounds(count: int, *moves: str) -> list[str]:
    """Return the moves of some rounds in which those at home roll a 1."""
    return [*moves] * count


CHASE = rounds(3, "1", "Y1+1", "1", "B1+1", "1", "1")
WALL = rounds(5, "1", "Y3+1", "1", "B1+1", "1", "1")
SHUT = rounds(5, "4", "1", "B1+1", "1", "1")
STROLL = rounds(13, "1", "Y3+1", "1", "B1+1", "1", "1")
LEAD = (
    "1", "Y1+1", "1", "B1+1", "1", "1", "6", "Y1+6", "6", "Y1+6", "4", "Y1+4", "1", "B1+1", "1", "1",
    "6", "Y2+6", "6", "Y1+6", "4", "Y1+4",
)  # fmt: skip
FEUD = (
    "3", "Y1+3", "Y3+20", "1", "B2+1", "1", "1", "4", "Y2+4", "Y1+20", "1", "B3+1", "1", "1", "4", "Y1+4",
)  # fmt: skip


@pytest.mark.parametrize(
    ("pieces", "moves", "kind", "expected"),
    [
        (
            {"Y": ["47"], "B": ["41"]},
            CHASE,
            "chase",
            "👀 No time for photos on 50, Ana: Bea is coming, from 44.",
        ),
        (
            {"Y": ["30", "30", "50"], "B": ["8"]},
            [*WALL, *WALL[:12], "6", "Y1+6"],
            "wall-falls",
            "🚧 After six rounds Ana lifts the barrier. Horns and applause!",
        ),
        (
            {"Y": ["22", "40", "50", "F"], "B": ["25", "43", "48", "60"]},
            FEUD,
            "feud",
            "💥 Ana has driven Bea home three times now. They know the road by heart.",
        ),
        (
            {"Y": ["22"], "B": ["25"], "R": ["45"]},
            ["3", "Y1+3", "Y1+20"],
            "raid",
            "💥 Ana goes bowling: two pieces in one turn, with apologies to Bea and Carlo.",
        ),
        (
            {"Y": ["F", "F", "c6", "c1"], "B": ["F", "F", "F", "c3"], "R": ["F"] * 3, "G": ["F", "F", "F", "60"]},
            ["2", "Y3+2"],
            "near",
            "🎬 Still to do: Bea needs exactly 5; Ana has one piece left to bring in, 7 squares from the goal.",
        ),
        ({"Y": [], "B": ["30"]}, SHUT, "drought", "💤 Five turns at home: Ana and that 5 aren't on speaking terms."),
        ({"Y": [], "B": ["30"]}, [*SHUT, "5", "Y1+in"], "freed", "🚪 Ana leaves home! It only took five turns."),
        (
            {"Y": ["40"], "B": ["37", "38"]},
            ["1", "Y1+1", "1", "B2+1"],
            "escape",
            "✨ Nobody bit: Ana's piece is still on 41, one number away from two of Bea's pieces.",
        ),
        (
            {"Y": ["30", "50"], "B": ["60", "65"]},
            LEAD,
            "lead-first",
            "📈 Someone had to go in front: Ana, 20 squares ahead of Bea.",
        ),
        (
            {"Y": ["F", "F", "c6", "c1"], "B": ["F", "F", "30", "c1"]},
            ["2", "Y3+2"],
            "near",
            "🎬 Still to do: Ana has one piece left to bring in, 7 squares from the goal; "
            "Bea has two pieces left to bring in, 70 squares in all.",
        ),
        (
            {"Y": ["F", "F", "6"], "B": ["24"]},
            STROLL,
            "at-half",
            "🎬 The halfway bar opens, and Ana drinks first, with two in the goal.",
        ),
        ({"D": ["24"]}, ["1", "D1+1"], "first-in", "🏁 Ana spreads a towel at the top of the palm."),
        (
            {"D": ["26", "27", "28", "24"], "J": ["26", "27", "28"]},
            ["1", "D4+1"],
            "near",
            "🎬 Still to do: Ana needs one last piece, all the way up; Bea needs 2 pieces, all still in hand.",
        ),
    ],
)
def test_a_sentence_from_a_few_plies(
    pieces: dict[str, list[str]], moves: Sequence[str], kind: str, expected: str
) -> None:
    assert (kind, expected) in told(table_of(pieces, *moves))


def test_palma_s_back_slide_and_stake() -> None:
    back = table_of({"D": ["22"]}, "2", "D1+2", rules={"preset": "penalty"})
    assert told(back) == [("slid-back", "😖 Ana forgot something 14 holes ago and goes to fetch it.")]
    near = table_of({"D": ["21"]}, "1", "D1+1", rules={"preset": "penalty"})
    assert told(near) == [("slip", "😅 Up to 22 and down again: for Ana, the view was worth it.")]
    stakes = {"preset": "classic", "hole5": "stake", "hole15": "stake"}
    stake = table_of({"D": ["3", "14"]}, "2", "D1+2", "1", "D2+1", rules=stakes)
    first = "💰 Ana is the first to stop in hole 5: the stake is taken."
    assert told(stake)[0] == ("first-stake", first)
    assert [kind for kind, _ in told(stake)].count("first-stake") == 1


def test_partners_save_open_the_way_and_give_their_bonus() -> None:
    pieces = {"Y": ["48"], "B": ["50", "c2"], "R": ["54"]}
    saved = table_of(pieces, "2", "Y1+2", "Y1+20", "1", "B2+1", "2", "R1+2", teams=PARTNERS)
    assert told(saved) == [("rescue", "💥 Ana covers Carlo's back. Bea came too close.")]
    barrier = {"Y": ["50", "50"], "B": ["30"], "R": ["48"]}
    opened = table_of(barrier, "3", "Y1+3", "1", "B1+1", "4", "R1+4", teams=PARTNERS)
    assert told(opened) == [("way", "🤝 The barrier on 50 lifts: Ana lets Carlo pass.")]
    waits = ("1", "R1+1", "1", "B1+1", "1", "Y1+1", "1", "B1+1", "4", "R1+4")
    late = table_of(barrier, "3", "Y1+3", "1", "B1+1", *waits, teams=PARTNERS)
    assert "way" not in dict(told(late)), "the partner gained nothing in the next turn"
    blocked = {"Y": ["22"], "B": ["25", "28", "1"], "G": ["30", "30", "64"], "R": ["40"]}
    others = ("1", "B3+1", "1", "R1+1", "1", "G3+1")
    given = table_of(blocked, "3", "Y1+3", "R1+20", *others, "3", "Y1+3", "R1+20", teams=PARTNERS, rules=HELP)
    assert [kind for kind, _ in told(given)] == ["first", "gift"], "a turn of a game of teams has one comment"
    home = table_of(
        {"Y": ["c6", "20"], "G": ["25", "25", "F"], "R": ["40"]}, "2", "Y1+2", "R1+10", teams=PARTNERS, rules=HELP
    )
    assert told(home)[-1] == (
        "gift-of-goal",
        "🤝 What's Ana's is Carlo's: in the goal, and 10 steps for a friend.",
    )


@pytest.mark.parametrize(
    "pieces",
    [
        {"Y": ["40"], "B": ["35", "36"]},  # only a 5 or 6 would do, and a 5 has to bring a piece out
        {"Y": ["38"], "B": ["35", "36"]},  # it goes to a safe square
        {"Y": ["42"], "B": ["36", "37"], "G": ["39", "39"]},  # a barrier stands between
    ],
    ids=["a 5 enters", "safe", "barrier"],
)
def test_no_escape_where_no_legal_move_could_capture(pieces: dict[str, list[str]]) -> None:
    table = table_of(pieces, "1", "Y1+1", "1", "B1+1", "1", "1", *(["G1+1"] if "G" in pieces else []), "1")
    assert "escape" not in dict(told(table))


def test_a_recap_names_the_capture_that_turned_the_game_and_what_is_at_stake() -> None:
    table, t = (
        table_of({"Y": ["50", "60"], "B": ["57"], "R": ["45"]}, "1", "Y1+1", "1", "B1+1", "1", "R1+1", "1"),
        translator("en"),
    )
    memory = {
        "saga": [1, 0, 0, 1],
        "front": [0, 1, 2],
        "taken": [0, 95, 1, 0, 2, 1, 34],
        "then": [0, 20, 5, 0],
        "shut": [0, 0, 0, 4],
    }
    ply = table.match.plies[-1]
    found = recap(table.match, ply, Road.after(table.match, ply), memory, 99)
    assert found[0] == Find("turned", 0, (1, 1), 34)
    assert [find.kind for find in found[1:]] == ["overtakes", "in-reach"]
    one, two = (plain(sentence(table, Told(1, 99, 0, find), t)) for find in (found[0], found[2]))
    assert one == "🎬 The capture on 34 cost Bea the lead. Now Ana is in front, 66 squares ahead."
    assert two == "If Bea rolls a 2, Ana's piece on 60 goes home."


def test_a_record_of_the_chat_falls_only_once_it_is_beaten() -> None:
    quick = table_of({"Y": ["22"], "B": ["25"]}, "3", "Y1+3")
    record = "🎺 Only turn 1, and a piece of Bea's goes home: Ana breaks this chat's record!"
    assert told(quick, (4, 9, 30)) == [("quickest", record)]
    assert [kind for kind, _ in told(quick, (1, 9, 30))] == ["first"]
    assert [kind for kind, _ in told(quick)] == ["first"]
    dry = table_of({"Y": [], "B": ["30"]}, *SHUT)
    assert told(dry, (4, 5, 30))[-1][0] == "drought"
    longer = table_of({"Y": [], "B": ["30"]}, *SHUT, "4")
    record = "🏜 A record nobody wanted: 6 turns without a piece in play for Ana."
    assert told(longer, (4, 5, 30))[-1] == ("longest", record)
    assert "longest" not in dict(told(longer, (4, 6, 30)))


# a team in place of a player ----------------------------------------------------------------------------------------

_PLACE = re.compile(r"(\w+)?([^\w{}]*)\{(?:player|players|victim)\}([^\w{}]*)(\w+)?")


@pytest.mark.parametrize("language", languages())
def test_no_verb_agrees_with_a_team(language: str) -> None:
    """Next to a list of a team's names stands no verb, which would have to agree."""
    t, safe = translator(language), set(style(language)["teams"]["near"].split())
    for text in (*OF_SIDES, *VICTORY, *PLACE):
        for before, gap, after_gap, after in _PLACE.findall(t(text)):
            sentence_ends = any(mark in after_gap for mark in ".!:;,?")
            assert not before or any(mark in gap for mark in ".!:;,?¡¿") or before.lower() in safe, (t(text), before)
            assert not after or sentence_ends or after.lower() in safe, (t(text), after)


# what bots say ------------------------------------------------------------------------------------------------------


def test_a_bot_says_nothing_twice_in_a_game_and_mostly_nothing() -> None:
    table, t = started(lobby(names=("Ana", "Bea", "Carlo", None))), translator("en")
    captures = [
        Told(ply=0, turn=0, wording=0, find=Find("feud", 0, (3,), 3), luck=time << LUCK) for time in range(1, 60)
    ]
    said = [line for told in captures if "“" in (line := plain(sentence(table, told, t)))]
    assert len(set(said)) == len(said) == 8


# the lines that people read most ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_a_player_shut_in_is_asked_in_other_words_in_each_turn_and_reads_the_same_short_fact(language: str) -> None:
    table, t = table_of({"Y": [], "B": ["30"]}), translator(language)
    questions, reports = [], set[str]()
    for number in range(len(ROLLS_OUT)):
        moves = table.match.plies[-1:] and ["1", f"B1+{1}", "1", "1"]
        table = played(table, *moves)
        screen = board_screen(table, len(table.match.plies), t, NO_PICTURES)
        questions.append(screen.text.plain.splitlines()[-1])
        table = played(table, "4")
        (line,) = Narrator(table, t, told=()).tell(table.match.plies[-1:], len(table.match.plies) - 1)
        reports.add(plain(line[-1]))
        assert turns_before(table, len(table.match.plies))[0] == number
    assert len(set(questions)) >= 4
    assert all(one != other for one, other in pairwise(questions))
    (report,) = reports
    assert report.startswith(f"🟡 Ana 4{t.marks.colon}")
    assert len(report) < 25


@pytest.mark.parametrize(
    ("pieces", "how"),
    [
        ({"Y": ["31"], "B": ["46"]}, "2 squares ahead of Bea"),
        ({"Y": ["50"], "B": ["46"]}, "21 squares ahead of Bea"),
        ({"Y": ["50", "65"], "B": ["46"]}, "a whole lap ahead of Bea"),
        ({"Y": ["F", "F", "50", "65"], "B": ["46", "46"]}, "with two in the goal"),
        ({"Y": ["F"], "B": ["c6", "c6"]}, "with 1 in the goal, though Bea has come further"),
    ],
    ids=str,
)
def test_by_how_much_somebody_leads(pieces: dict[str, list[str]], how: str) -> None:
    table = table_of(pieces, "1")
    line = sentence(table, Told(0, 9, 0, Find("steady", 0, (1,))), translator("en"))
    assert plain(line) == f"🎬 Still in front: Ana, {how}."


def test_nobody_cheers_for_a_capture_in_the_own_team() -> None:
    """A team mate's piece is no part of a spree, and no reason for a present."""
    table = table_of({"Y": ["22"], "R": ["25"], "B": ["45", "c2"]}, "3", "Y1+3", "Y1+20", teams=PARTNERS)
    assert [kind for kind, _ in told(table)] == ["friend-dear", "mixed"]
