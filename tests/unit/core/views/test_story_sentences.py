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
            {"Y": ["47"], "B": ["38"]},
            CHASE,
            "chase",
            "👀 Look behind you, Ana! Bea is still there. (square 50)",
        ),
        (
            {"Y": ["30", "30", "50"], "B": ["8"]},
            WALL,
            "wall",
            "🚧 Ana's barrier has stood for 4 rounds. Bring sandwiches. (square 30)",
        ),
        (
            {"Y": ["30", "30", "50"], "B": ["8"]},
            [*WALL, *WALL[:12], "6", "Y1+6"],
            "wall-falls",
            "🚧 6 rounds were enough: Ana takes the barrier down.",
        ),
        (
            {"Y": ["22", "40", "50", "F"], "B": ["25", "43", "48", "60"]},
            FEUD,
            "feud",
            "💥 It's getting personal: that's 3 of Bea's pieces for Ana.",
        ),
        (
            {"Y": ["22"], "B": ["25"], "R": ["45"]},
            ["3", "Y1+3", "Y1+20"],
            "spree",
            "💥 Ana goes bowling: 2 pieces in one turn, with apologies to Bea and Carlo.",
        ),
        (
            {"Y": ["F", "F", "c6", "c1"], "B": ["F", "F", "F", "c1"]},
            ["2", "Y3+2"],
            "photo",
            "🏁 Last pieces! Ana or Bea? Hold your breath.",
        ),
        (
            {"Y": ["F", "F", "c6", "c1"], "B": ["F", "F", "F", "c3"], "R": ["F"] * 3, "G": ["F", "F", "F", "60"]},
            ["2", "Y3+2"],
            "all-last",
            "🏁 One piece left for everyone! Shortest way: Bea.",
        ),
        ({"Y": [], "B": ["30"]}, SHUT, "drought", "💤 Turn 5 of the siege: Ana still waits for a 5."),
        ({"Y": [], "B": ["30"]}, [*SHUT, "5", "Y1+in"], "freed", "🚪 Ana leaves home! It only took 5 turns."),
        (
            {"Y": ["30"], "B": ["27", "28"]},
            ["1", "Y1+1", "1", "B2+1"],
            "escape",
            "✨ Not a scratch on Ana's piece, with 2 hunters at the ready. Sorry, Bea! (square 31)",
        ),
        ({"Y": ["30", "50"], "B": ["60", "65"]}, LEAD, "lead", "📈 Change at the top: Ana in front!"),
        (
            {"Y": ["F", "F", "c6", "c1"], "B": ["F", "F", "30", "c1"]},
            ["2", "Y3+2"],
            "near",
            "🎬 One piece to go for Ana. Last call for Bea!",
        ),
        (
            {"Y": ["F", "F", "6"], "B": ["24"]},
            STROLL,
            "at-half",
            "🎬 Halfway there for Ana. Bea has half a game to put it right.",
        ),
        (
            {"D": ["9"]},
            ["1", "D1+1"],
            "first-slid",
            "🛝 So that's what the slide is for: Ana goes from hole 10 straight to 24.",
        ),
        ({"D": ["12"]}, ["3", "D1+3"], "first-rethrow", "✨ Ana finds the lucky hole: number 15 means another roll."),
        ({"J": ["3"]}, ["2", "J1+2"], "passed", "🎁 Ana can't use the roll: a present for Bea!"),
        ({"D": ["24"]}, ["1", "D1+1"], "in-goal", "🏁 Ana spreads a towel at the top of the palm."),
        (
            {"D": ["26", "27", "28", "24"], "J": ["26", "27", "28"]},
            ["1", "D4+1"],
            "near",
            "🎬 One piece to go for Ana. Last call for Bea!",
        ),
        (
            {"D": ["26", "27", "28", "24"]},  # no race any more
            ["1", "D4+1"],
            "near-alone",
            "🎬 Ana needs just one more piece. Bea still has a long way to go.",
        ),
    ],
)
def test_a_sentence_from_a_few_plies(
    pieces: dict[str, list[str]], moves: Sequence[str], kind: str, expected: str
) -> None:
    assert (kind, expected) in told(table_of(pieces, *moves))


def test_palma_s_back_slide_and_stake() -> None:
    back = table_of({"D": ["21"]}, "1", "D1+1", rules={"preset": "penalty"})
    assert told(back) == [("slid-back", "😖 Ana slips and loses 2 holes.")]
    stakes = {"preset": "classic", "hole5": "stake", "hole15": "stake"}
    stake = table_of({"D": ["3", "14"]}, "2", "D1+2", "1", "D2+1", rules=stakes)
    first = "💰 The stake of hole 5 goes to Ana: an extra point for being there first. The game itself goes on."
    assert told(stake)[0] == ("first-stake", first)
    assert told(stake)[-1] == ("stake", "💰 The stake of hole 15 goes to Ana!")


def test_partners_save_open_the_way_and_give_their_bonus() -> None:
    pieces = {"Y": ["48"], "B": ["50"], "R": ["54"]}
    saved = table_of(pieces, "2", "Y1+2", "Y1+20", "1", "2", "R1+2", teams=PARTNERS)
    assert told(saved) == [("rescue", "💥 Ana covers Carlo's back. Bea came too close.")]
    barrier = {"Y": ["50", "50"], "B": ["30"], "R": ["48"]}
    opened = table_of(barrier, "3", "Y1+3", "1", "B1+1", "4", "R1+4", teams=PARTNERS)
    assert told(opened) == [("way", "🤝 Ana opens the way for Carlo! (square 50)")]
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
        {"Y": ["30"], "B": ["25", "26"]},  # only a 5 or 6 would do, and a 5 has to bring a piece out
        {"Y": ["28"], "B": ["25", "26"]},  # it goes to a safe square
        {"Y": ["32"], "B": ["26", "27"], "G": ["29", "29"]},  # a barrier stands between
    ],
    ids=["a 5 enters", "safe", "barrier"],
)
def test_no_escape_where_no_legal_move_could_capture(pieces: dict[str, list[str]]) -> None:
    table = table_of(pieces, "1", "Y1+1", "1", "B1+1", "1", "1", *(["G1+1"] if "G" in pieces else []), "1")
    assert "escape" not in dict(told(table))


def test_a_recap_names_the_capture_that_turned_the_game_and_what_to_look_for() -> None:
    table, t = (
        table_of({"Y": ["50", "60"], "B": ["57"], "R": ["45"]}, "1", "Y1+1", "1", "B1+1", "1", "R1+1", "1"),
        translator("en"),
    )
    memory = {"saga": [1, 0, 0, 1], "taken": [0, 9, 1, 0, 2, 1, 34], "then": [0, 20, 5, 0], "shut": [0, 0, 0, 3]}
    ply = table.match.plies[-1]
    found = recap(table.match, ply, Road.after(table.match, ply), memory, 99)
    assert found[0] == Find("turned", 0, (1, 2, 1), 34)
    assert [find.kind for find in found[1:]] == ["overtakes", "at-risk", "shut-in"]
    one, two = (plain(sentence(table, Told(1, 99, 0, find), t)) for find in (found[0], found[2]))
    assert one == "🎬 Bea was in front until Carlo's capture on 34. Now Ana leads."
    assert two == "Watch square 60: Bea has an eye on Ana's piece."


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
        Told(ply=0, turn=0, wording=0, find=Find("captured", 0, (3,)), luck=time << LUCK) for time in range(1, 60)
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
    "others",
    [
        {"B": ["F", "F", "F", "c1"], "R": ["F", "F", "F", "30"]},  # a third player has one piece left too
        {"B": ["F", "F", "F"]},  # it is at home
        {"B": ["F", "F", "F", "40"]},  # far behind
    ],
    ids=["three", "home", "far"],
)
def test_no_neck_and_neck_of_two_where_the_board_says_otherwise(others: dict[str, list[str]]) -> None:
    finds = dict(told(table_of({"Y": ["F", "F", "c6", "c1"], **others}, "2", "Y3+2")))
    assert "near" in finds
    assert not {"photo", "all-last"} & set(finds)


def test_nobody_cheers_for_a_capture_in_the_own_team() -> None:
    """A team mate's piece is no part of a spree, and no reason for a present."""
    table = table_of({"Y": ["22"], "R": ["25"], "B": ["45"]}, "3", "Y1+3", "Y1+20", teams=PARTNERS)
    assert [kind for kind, _ in told(table)] == ["friend", "mixed"]
