"""Forged texts of one true game: what an attacker may write, and what must be said about it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.core.services.signing import Signer
from engine import catalog
from engine.dice import FairDice
from engine.game import TurnKind
from engine.match import Match
from engine.notation import DICE, Record, read, terms_of, write

SIGNER, STRANGER = Signer(b"k" * 32), Signer(b"s" * 32)
SEED, CODE, WORDS = bytes(range(32)), "abc234", ("blue elephants", "red whales")


def game() -> Record:
    """A whole game of Palma, of the second version, with words of both."""
    rng = random.Random(3)
    match = Match.start(catalog.game("palma"), {"preset": "classic"}, ["D", "J"])
    dice = FairDice(SEED, CODE, WORDS, terms_of(match))
    while match.turn.kind is not TurnKind.OVER:
        throws = match.turn.kind is TurnKind.THROW
        odds = match.game.odds(match.state) if throws else {}
        match = match.play(dice.throw(match.throws, odds).outcome if throws else rng.choice(match.legal))
    return Record.of(
        match,
        players=("Ana", "Bea"),
        date="2026-11-02",
        game_id=CODE,
        dice=DICE,
        commitment=dice.commitment,
        contributions=WORDS,
        contributors=("Bea", "Ana"),
        seed=SEED,
    )


UNSIGNED = game()
TRUE = SIGNER.signed(UNSIGNED)
TEXT = write(TRUE)
RESIGNED = write(
    SIGNER.signed(replace(UNSIGNED, moves=UNSIGNED.moves[:60], result=None, ended="resigned", places=(2, 1)))
)


@dataclass(frozen=True)
class Attack:
    """How a text is forged, which check by replay must fail, with words of it, or none, and at which part of it."""

    forge: Callable[[str], str]
    fails: str | None = None
    words: str = ""
    header: str | None = None
    """The header whose line has the finding; None for a line of the moves."""


def swap(one: str, other: str) -> Callable[[str], str]:
    """Replace one piece of the text, which must be there."""

    def forge(text: str) -> str:
        assert one in text, one
        return text.replace(one, other, 1)

    return forge


def dropped(plies: int) -> Callable[[str], str]:
    """Cut the last plies off and claim that somebody resigned."""

    def forge(text: str) -> str:
        record = read(text)
        cut = replace(record, moves=record.moves[:-plies], result=None, ended="resigned", places=(2, 1))
        return write(cut)

    return forge


def another_choice(text: str) -> str:
    """One legal choice for another, so that all that follows is legal and the end is the same."""
    record = read(text)
    match = record.match()
    for at, ply in enumerate(match.plies):
        if ply.kind is not TurnKind.CHOOSE:
            continue
        for other in match.at(at).legal:
            if other == ply.move:
                continue
            try:
                forged = replace(record, moves=(*record.moves[:at], other, *record.moves[at + 1 :]))
                if forged.match().result == record.result:
                    return write(forged)
            except ValueError:
                continue
    raise AssertionError("there is no such choice")


def another_throw(text: str) -> str:
    record = read(text)
    at = next(at for at, move in enumerate(record.moves) if move in "125" and at)
    return swap(f" {record.moves[at]} ", f" {'3' if record.moves[at] != '3' else '1'} ")(text)


def without(header: str) -> Callable[[str], str]:
    return lambda text: re.sub(rf"^\[{header} .*\]\n", "", text, flags=re.MULTILINE)


OTHER_SEED = bytes(range(1, 33))

ATTACKS: dict[str, Attack] = {
    "the last plies dropped, and resigned": Attack(dropped(9)),
    "half of it dropped, and resigned": Attack(dropped(100)),
    "players swapped": Attack(swap('["Ana", "Bea"]', '["Bea", "Ana"]')),
    "another player": Attack(swap('"Ana"', '"Eve"')),
    "another date": Attack(swap("2026-11-02", "2020-01-01")),
    "one legal choice for another": Attack(another_choice),
    "who said the words": Attack(swap('[Contributors ["Bea", "Ana"]]', '[Contributors ["Ana", "Bea"]]')),
    "more names than words": Attack(
        swap('[Contributors ["Bea", "Ana"]]', '[Contributors ["Bea", "Ana", "Eve"]]'),
        "about",
        "3 names for 2",
        "Contributors",
    ),
    "more names than seats": Attack(
        swap('["Ana", "Bea"]', '["Ana", "Bea", "Eve"]'), "about", "3 names for 2", "Players"
    ),
    "a throw": Attack(another_throw, "dice", "the game says 3"),
    "an illegal move": Attack(swap("D1+in", "D1+4"), "moves", "D1+4"),
    "a turn named wrongly": Attack(swap(" 3.", " 33."), "turns", "'33."),
    "the winner": Attack(
        lambda text: text.replace("1/2", "X").replace("2/1", "1/2").replace("X", "2/1"),
        "result",
        "the moves give",
        "Result",
    ),
    "the reason": Attack(swap('[Reason "home"]', '[Reason "resigned"]'), "result", "resigned", "Reason"),
    "resigned though the moves end it": Attack(
        swap("[Key ", '[Ended "resigned"]\n[Places "2/1"]\n[Key '),
        "result",
        "for games that the moves do not",
        "Ended",
    ),
    "other places though the moves end it": Attack(
        swap("[Key ", '[Places "1/2"]\n[Key '), "result", "for games that the moves do not", "Places"
    ),
    "other rules": Attack(
        swap('[Rules {"preset": "classic"}]', '[Rules {"preset": "classic", "hole5": "stake"}]'), "dice", "ply "
    ),
    "the same rules in other words": Attack(
        swap('[Rules {"preset": "classic"}]', '[Rules {"preset": "classic", "penalty": false}]'), "dice", "ply "
    ),
    "rules that do not exist": Attack(swap('"classic"', '"' + "x" * 500 + '"'), "rules", "unknown preset", "Rules"),
    "the words": Attack(swap("red whales", "red shoals"), "dice", "ply "),
    "the order of the words": Attack(
        swap('["blue elephants", "red whales"]', '["red whales", "blue elephants"]'), "dice", "ply "
    ),
    "the version of the dice": Attack(without("Dice"), "dice", "ply "),
    "another game's code": Attack(swap(CODE, "zzz234"), "dice", "ply "),
    "the seed": Attack(swap(SEED.hex(), OTHER_SEED.hex()), "seed", "not the commitment", "Seed"),
    "seed and seal": Attack(
        lambda text: swap(TRUE.commitment or "", FairDice(OTHER_SEED, CODE).commitment)(
            swap(SEED.hex(), OTHER_SEED.hex())(text)
        ),
        "dice",
        "ply ",
    ),
    "no seal": Attack(without("Commitment"), "seed", "no commitment", "Seed"),
    "called a demonstration": Attack(swap("[Key ", "[Demonstration true]\n[Key ")),
    "an end without end": Attack(
        lambda text: text.replace(text.split()[-1], f"1{'/1' * 5000}"),
        "result",
        "…",
        "Result",
    ),
    "places without end": Attack(
        swap("[Key ", f'[Ended "{"x" * 5000}"]\n[Places "1{"/1" * 5000}"]\n[Key '),
        "result",
        "for games that",
        "Ended",
    ),
    "places that counted": Attack(swap("[Key ", '[Counted "1/2"]\n[Key ')),
    "places that cannot have counted": Attack(
        swap("[Key ", '[Counted "3/1"]\n[Key '), "about", "3/1 is not a place for each of 2 seats", "Counted"
    ),
    "a header more": Attack(swap("[Key ", '[Event "World Championship"]\n[Key ')),
}
"""All forged from the true, signed text of a whole game."""

OF_A_RESIGNED_ONE: dict[str, Attack] = {
    "the other one resigned": Attack(swap('[Places "2/1"]', '[Places "1/2"]')),
    "called off instead": Attack(lambda text: without("Places")(swap('"resigned"', '"called off"')(text))),
    "cut short": Attack(lambda text: without("Places")(without("Ended")(text))),
    "a place too few": Attack(swap('[Places "2/1"]', '[Places "2/1/1"]'), "result", "not a place for each", "Places"),
    "nobody first": Attack(swap('[Places "2/1"]', '[Places "2/2"]'), "result", "not a place for each", "Places"),
    "places beyond the seats": Attack(swap('[Places "2/1"]', '[Places "9/1"]'), "result", "not a place", "Places"),
    "places for no reason": Attack(without("Ended"), "result", "without a word why", "Places"),
}
"""All forged from the true, signed text of a game that somebody gave up."""
