"""An exported game: what it looks like, that it reads back, and what is said of a text that is none."""

from __future__ import annotations

import contextlib
import random
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import catalog
from engine.dice import FairDice
from engine.errors import EngineError
from engine.game import Result
from engine.match import IllegalPly, Match
from engine.notation import WIDTH, BadNotation, Record, read, seat_labels, signed_text, write
from engine.players.playout import random_game
from engine.plies import Automation

DICE = FairDice(bytes(range(32)), "mesa 7", ("suerte", "¡fortuna!"))

SHORT = Record(
    game="parchis",
    moves=("1", "2", "3", "4", "5", "G2+in", "3", "Y1+3"),
    rules={"preset": "italian", "six_all_out": 7},
    players=("Ana", 'Bo "el Rayo"', "Çelik", "山田"),
    date="2025-11-02",
    game_id=DICE.game_id,
    automations=(Automation.FORCED_MOVE,),
    commitment=DICE.commitment,
    contributions=DICE.contributions,
)

SHORT_TEXT = """\
[Game "parchis"]
[Rules {"preset": "italian", "six_all_out": 7}]
[Players ["Ana", "Bo \\"el Rayo\\"", "Çelik", "山田"]]
[Date "2025-11-02"]
[Id "mesa 7"]
[Automations ["forced_move"]]
[Commitment "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"]
[Contributions ["suerte", "¡fortuna!"]]
[Result "*"]

1.Y: 1 2.B: 2 3.R: 3 4.G: 4 5.G: 5 G2+in 6.Y: 3 Y1+3 *
"""

SEATINGS: list[tuple[str, dict[str, Any]]] = [
    ("parchis", {}),
    ("parchis", {"rules": {"preset": "italian", "turns_by_colour": True}, "seats": ("YR", "BG")}),
    ("parchis", {"rules": {"preset": "diceless"}, "teams": ((0, 2), (1, 3))}),
    ("parchis", {"rules": {"preset": "spanish", "colours": 6, "play_on": True}, "seats": ("Y", "R", "O")}),
    ("palma", {}),
    ("palma", {"rules": {"preset": "penalty", "hole5": "stake"}, "seats": ("D", "J")}),
]


def whole_game(name: str, start: dict[str, Any], seed: int = 1) -> Match[Any]:
    game = catalog.game(name)
    moves, _ = random_game(game, game.start(**start), random.Random(seed))
    return Match.fold(game, moves=moves, **start)


def words(text: str) -> str:
    """The shortest game with a text in place of its moves."""
    return f'[Game "palma"]\n\n{text}'


def test_a_game_looks_like_this() -> None:
    assert write(SHORT) == SHORT_TEXT


def test_it_reads_back() -> None:
    assert read(SHORT_TEXT) == SHORT


@pytest.mark.parametrize(("name", "start"), SEATINGS)
def test_whole_games_read_back_to_the_same_match(name: str, start: dict[str, Any]) -> None:
    match = whole_game(name, start)
    record = Record.of(match, players=("a", "b"), seed=DICE.seed, commitment=DICE.commitment)
    text = write(record)
    assert read(text) == record
    assert read(text).match() == match
    assert write(read(text)) == text
    assert read(text).result == match.result
    body = text.split("\n\n", 1)[1]
    assert max(map(len, body.splitlines())) <= WIDTH
    assert body.split()[-1] == "/".join(map(str, match.result.places if match.result else ()))


def test_turns_are_numbered_and_bear_the_seats_colours() -> None:
    match = whole_game("parchis", {"seats": ("YR", "BG")})
    assert seat_labels(match) == ("YR", "BG")
    found = re.findall(r"(\d+)\.([A-Z]+):", write(Record.of(match)))
    assert [int(number) for number, _ in found] == list(range(1, len(match.turns()) + 1))
    assert [seat for _, seat in found] == [("YR", "BG")[turn[0].seat] for turn in match.turns()]
    assert seat_labels(whole_game("palma", {})) == ("D", "J")


def test_a_game_that_is_none_is_not_written() -> None:
    with pytest.raises(IllegalPly, match="ply 1, J1"):
        write(Record(game="palma", moves=("J1+5",)))
    with pytest.raises(catalog.UnknownGame):
        write(Record(game="chess"))


def test_a_game_not_begun_has_nothing_but_its_end() -> None:
    assert write(Record(game="palma")) == '[Game "palma"]\n[Result "*"]\n\n*\n'
    assert read('[Game\n  "palma"] *') == Record(game="palma")


@pytest.mark.parametrize(
    "text",
    [
        SHORT_TEXT.replace("\n", "\r\n"),
        SHORT_TEXT.replace("\n", "\r"),
        "\ufeff" + SHORT_TEXT,
        re.sub(r"(?<=[]:,\d]) ", "\n\n\t", SHORT_TEXT),
        SHORT_TEXT.replace("5 G2+in", "5{enters}G2+in {at last, [and] more\n}"),
        "{a game}" + SHORT_TEXT.replace("]\n", "] {of ours}\n") + "\n {that is all}\n\n",
        SHORT_TEXT.replace("1.Y: 1 2.B: 2", "1.Y:1 2. B: 2"),
        re.sub(r"\d+\.[A-Z]:", "", SHORT_TEXT),
        SHORT_TEXT.replace("\n", " "),
        SHORT_TEXT.replace('[Result "*"]\n', ""),
    ],
    ids=["CRLF", "CR", "BOM", "wrapped", "comments", "more comments", "close", "no turns", "one line", "no result"],
)
def test_form_does_not_matter(text: str) -> None:
    assert read(text) == SHORT


NAMES = st.text(st.characters(codec=None, exclude_characters="\0"), max_size=20) | st.sampled_from(
    ["\ud800", "\u2028{", "]\r\n[", "\u202e", '"\\']
)


@given(
    st.lists(NAMES, min_size=1, max_size=4),
    NAMES,
    st.dictionaries(st.from_regex(r"X[a-z]{1,5}", fullmatch=True), NAMES),
)
def test_any_name_reads_back(players: list[str], word: str, extra: dict[str, str]) -> None:
    record = Record(game="palma", players=tuple(players), game_id=word, contributions=(word,), date=word, extra=extra)
    text = write(record)
    assert read(text) == record
    assert read(text.replace("\n", "\r\n")) == record
    assert text.replace("\n", "").isprintable(), "nothing in it hides or turns the writing"
    text.encode("utf-8")


def test_headers_of_other_programs_stay() -> None:
    record = read('[Game "palma"] [Event {"deep": [1, 2.5, null]}] [Round 3] *')
    assert record.extra == {"Event": {"deep": [1, 2.5, None]}, "Round": 3}
    assert read(write(record)) == record


def test_long_headers_are_broken() -> None:
    record = replace(SHORT, players=tuple(f"player {n:>20}" for n in range(4)))
    assert max(map(len, write(record).splitlines())) <= WIDTH
    assert read(write(record)) == record


def test_the_result_has_its_reason() -> None:
    record = read(words("1/2").replace("]", '] [Result "1/2"] [Reason "home"]'))
    assert record.result == Result((1, 2), "home")


def test_the_seed_shows_only_in_the_text() -> None:
    record = replace(SHORT, seed=DICE.seed)
    assert read(write(record)).seed == DICE.seed
    assert DICE.seed.hex() not in repr(record)
    assert repr(DICE.seed) not in repr(record)


@pytest.mark.parametrize(
    ("line", "why", "text"),
    [
        (1, r"no \[Game", ""),
        (1, r"no \[Game", "1.D: D *"),
        (1, r"\[Name value\]", "[ *"),
        (1, "Game is not JSON", "[Game palma] *"),
        (2, "Rules is not JSON", '[Game "palma"]\n[Rules {"preset": NaN}] *'),
        (3, "Rules is not JSON", '[Game "palma"]\n[Rules {"preset":\n oops}] *'),
        (1, "Rules is too deep", '[Game "palma"] [Rules ' + "[" * 200_000),
        (1, "Round is not JSON", '[Game "palma"] [Round ' + "9" * 10_000 + "] *"),
        (1, "does not end", '[Game "palma" *'),
        (2, "second header Game", '[Game "palma"]\n[Game "palma"] *'),
        (3, "must be a list of texts", '[Game "palma"]\n\n[Seats "DJ"] *'),
        (1, "must be a list of texts", '[Game "palma"] [Players [1]] *'),
        (1, "must be a text", "[Game 7] *"),
        (1, "must be a text", "[Game null] *"),
        (1, "must be an object", '[Game "palma"] [Rules "classic"] *'),
        (1, "must be lists of seat numbers", '[Game "palma"] [Teams [[0, true]]] *'),
        (1, "must be some of forced_move", '[Game "palma"] [Automations ["all"]] *'),
        (1, "must be 64 hexadecimal", '[Game "palma"] [Seed "00"] *'),
        (1, "must be 64 hexadecimal", f'[Game "palma"] [Commitment "{"G" * 64}"] *'),
        (1, "Result must be what", '[Game "palma"] [Result "1/2"] 2/1'),
        (1, "Result must be what", '[Game "palma"] [Result "1/2"] *'),
        (2, "Reason must be left out", '[Game "palma"]\n[Reason "Ana gave up"] *'),
        (2, "a name comes twice", '[Game "palma"]\n[Rules {"preset": "modern", "preset": "classic"}] *'),
        (4, "'D1=2' is not a move", words("1.D: D\n2.D: D1=2 *")),
        (3, "is not a move", words("1.D: " + "D" * 50 + " *")),
        (3, "is not a move", words("1.D: [Seed] *")),
        (5, "do not end", words("1.D: D\n2.D: 5\n")),
        (4, "comment has no end", words("1.D: D\n{2.D: 5 *")),
        (4, r"after the end, \*, comes '5'", words("1.D: D *\n5")),
        (3, "after the end", words("* *")),
        (2, "Players must be without a NUL", '[Game "palma"]\n[Players ["An\\u0000a", "Bo"]] *'),
        (2, "Event must be without a NUL", '[Game "palma"]\n[Event {"a": [{"\\u0000": 1}]}] *'),
        (2, "Dice must be one of palmares dice 1, palmares dice 2", '[Game "palma"]\n[Dice "palmares dice 3"] *'),
        (2, "Places must be a place for each seat", '[Game "palma"]\n[Places "2/0"] *'),
        (2, "Places must be a place for each seat", '[Game "palma"]\n[Places "2"] *'),
        (2, "Counted must be a place for each seat", '[Game "palma"]\n[Counted "2"] *'),
        (2, "Stakes must be points from 1 to 100", '[Game "palma"]\n[Stakes {"5": 0}] *'),
        (2, "Stakes must be points from 1 to 100", '[Game "palma"]\n[Stakes {"5": true}] *'),
        (2, "Stakes must be points from 1 to 100", '[Game "palma"]\n[Stakes [5]] *'),
        (2, "Demonstration must be true", '[Game "palma"]\n[Demonstration false] *'),
        (2, "Contributors must be a list", '[Game "palma"]\n[Contributors "Ana"] *'),
        (2, "Ended must be a text", '[Game "palma"]\n[Ended null] *'),
        (2, "Key must be 64 hexadecimal", f'[Game "palma"]\n[Key "{"0" * 63}"] *'),
        (2, "Signature must be 128 hexadecimal", f'[Game "palma"]\n[Signature "{"0" * 64}"] *'),
        (1, "a second header XX", f'[Game "palma"] [{"X" * 9000} 1] [{"X" * 9000} 1] *'),
        (1, "X… is not JSON", f'[Game "palma"] [{"X" * 9000} ?] *'),
        (1, "comes '5'", words("1" + "/1" * 9000 + " 5").replace("\n", " ")),
    ],
)
def test_a_text_that_is_no_game_is_told_so_with_its_line(line: int, why: str, text: str) -> None:
    with pytest.raises(BadNotation, match=why) as caught:
        read(text)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")
    assert isinstance(caught.value, EngineError)
    assert caught.value.code == "bad_request"
    assert len(str(caught.value)) < 200


def test_it_knows_on_which_lines_headers_and_moves_stood() -> None:
    record = read('[Game "palma"]\n{a\ncomment} [Id\n"x"]\n\n1.D: D\n2.D: 5\nD1+in -1 *')
    assert record.lines == {"Game": 1, "Id": 3}
    assert record.move_lines == (6, 7, 8, 8)


def test_all_that_an_export_of_the_bot_says_reads_back() -> None:
    record = replace(
        SHORT,
        dice=2,
        seed=DICE.seed,
        demonstration=True,
        contributors=("Ana", ""),
        ended="resigned",
        places=(2, 1, 1, 1),
        stakes={"5": 100},
        key=bytes(range(32)),
        signature=bytes(range(64)),
    )
    text = write(record)
    assert read(text) == record
    assert text.index("[Id ") < text.index("[Dice ") < text.index("[Contributors ") < text.index("[Ended ")
    assert text.splitlines()[-4].startswith("[Key ")
    assert signed_text(read(text)) == signed_text(read(text.replace("\n", "\r\n").replace("] ", "]{so} ")))
    unsigned = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("[Signature "))
    assert signed_text(read(text)) == unsigned.encode(), "the text as it was written, less one line"


@given(st.text() | st.text(alphabet='[]{}"\\ \n*/.:+1DJGame'))
def test_reading_raises_nothing_else(text: str) -> None:
    for whole in (text, words(text), f'[Game "palma"] [Rules {text}] *'):
        with contextlib.suppress(BadNotation):
            read(whole)


def test_a_hostile_text_is_read_in_no_time() -> None:
    many = "".join(f"[X{n} {n}]" for n in range(30_000))
    assert len(read(f'[Game "palma"]{many} *').extra) == 30_000
    assert len(read(words("5 " * 100_000 + "*")).moves) == 100_000
