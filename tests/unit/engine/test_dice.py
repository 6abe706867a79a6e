"""Fair dice: what they are made of, that they are fair, and that they keep their secret.

The vectors in dice_vectors.json were computed from the description in engine/dice.py; here they are computed once
more, with hashlib and hmac alone, and compared with the dice.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import pickle
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalog import game
from engine.dice import STICKS, FairDice, Throw, commitment, device_for, terms

VECTORS = json.loads((Path(__file__).parent / "dice_vectors.json").read_text("utf-8"))
DIE = dict.fromkeys("123456", 1)
LOT = {"D": 1, "J": 1}
PALMA = {"1": 3, "2": 3, "3": 1, "5": 1}
SEED = bytes(range(32))

AGREED = terms("palma", {"preset": "classic"}, ["D", "J"], None)

# The value that a chi-square statistic exceeds once in a million, by degrees of freedom.
CHI_SQUARE = {1: 23.93, 3: 30.66, 5: 35.89, 7: 40.52}


def netstring(text: str) -> bytes:
    data = text.encode()
    return str(len(data)).encode() + b":" + data + b","


def stream(
    seed: bytes, game_id: str, contributions: list[str], counter: int, agreed: str | None = None
) -> Iterator[int]:
    """The bytes of one throw, from the description alone; without anything agreed the first version."""
    start = ["palmares dice 1", game_id] if agreed is None else ["palmares dice 2", game_id, agreed]
    head = [*start, str(len(contributions)), *contributions, str(counter)]
    block = 0
    while True:
        message = b"".join(netstring(text) for text in [*head, str(block)])
        yield from hmac.new(seed, message, hashlib.sha256).digest()
        block += 1


def dice_of(case: dict[str, Any]) -> FairDice:
    return FairDice(bytes.fromhex(case["seed"]), case["game_id"], tuple(case["contributions"]), case.get("terms"))


def bytes_of(case: dict[str, Any], counter: int) -> Iterator[int]:
    seed, game_id, words = bytes.fromhex(case["seed"]), case["game_id"], case["contributions"]
    return stream(seed, game_id, words, counter, case.get("terms"))


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
class TestVectors:
    def test_the_commitment_is_the_sha256_of_the_seed(self, case: dict[str, Any]) -> None:
        assert dice_of(case).commitment == commitment(bytes.fromhex(case["seed"])) == case["commitment"]
        assert hashlib.sha256(bytes.fromhex(case["seed"])).hexdigest() == case["commitment"]

    def test_dice(self, case: dict[str, Any]) -> None:
        for counter, known in enumerate(case["die"]):
            bytes_ = bytes_of(case, counter)
            assert known == next(str(byte % 6 + 1) for byte in bytes_ if byte < 252)
            assert dice_of(case).throw(counter, DIE) == Throw(known, (known,))

    def test_lots(self, case: dict[str, Any]) -> None:
        for counter, known in enumerate(case["lot"]):
            bytes_ = bytes_of(case, counter)
            assert known == "DJ"[next(bytes_) & 1]
            assert dice_of(case).throw(counter, LOT) == Throw(known, (known,))

    def test_h10_sticks(self, case: dict[str, Any]) -> None:
        for counter, known in enumerate(case["sticks"]):
            bytes_ = bytes_of(case, counter)
            assert known == "".join("ms"[next(bytes_) & 1] for _ in range(3))
            faces = tuple({"s": "sun", "m": "moon"}[letter] for letter in known)
            value = {"mmm": "5", "sss": "3"}.get(known) or str(known.count("s"))
            assert dice_of(case).throw(counter, PALMA) == Throw(value, faces)


def test_a_die_skips_the_bytes_that_would_favour_low_numbers() -> None:
    skips = VECTORS["skips"]
    dice = FairDice(bytes.fromhex(skips["seed"]), skips["game_id"])
    for counter, known in skips["throws"].items():
        assert next(stream(dice.seed, dice.game_id, [], int(counter))) >= 252
        assert dice.throw(int(counter), DIE).outcome == known


def chi_square(seen: Counter[str], odds: dict[str, int]) -> float:
    total = sum(seen.values())
    expected = {outcome: total * weight / sum(odds.values()) for outcome, weight in odds.items()}
    assert seen.keys() <= expected.keys()
    return sum((seen[outcome] - mean) ** 2 / mean for outcome, mean in expected.items())


@pytest.mark.parametrize("odds", [DIE, LOT, PALMA], ids=["die", "lot", "sticks"])
def test_sixty_thousand_throws_are_fair(odds: dict[str, int]) -> None:
    throws = 60_000 // 3
    seen: Counter[str] = Counter()
    for word in ("uno", "dos", "tres"):
        dice = FairDice(hashlib.sha256(word.encode()).digest(), "statistics", (word,))
        seen.update(dice.throw(counter, odds).outcome for counter in range(throws))
    assert seen.total() == 60_000
    assert chi_square(seen, odds) < CHI_SQUARE[len(odds) - 1]


def test_sticks_fall_alike_in_every_place_and_one_throw_says_nothing_of_the_next() -> None:
    dice = FairDice(SEED, "statistics")
    fallen = ["".join(face[0] for face in dice.throw(counter, PALMA).faces) for counter in range(16_000)]
    every_way = {f"{a}{b}{c}": 1 for a in "sm" for b in "sm" for c in "sm"}
    assert chi_square(Counter(fallen), every_way) < CHI_SQUARE[7]
    pairs = Counter(a[0] + b[0] for a, b in zip(fallen[::2], fallen[1::2], strict=True))
    assert chi_square(pairs, dict.fromkeys(("ss", "sm", "ms", "mm"), 1)) < CHI_SQUARE[3]


def test_a_throw_depends_on_nothing_but_its_number() -> None:
    dice, again = FairDice(SEED, "t"), FairDice(SEED, "t")
    forwards = [dice.throw(counter, DIE) for counter in range(50)]
    assert [again.throw(counter, DIE) for counter in reversed(range(50))] == forwards[::-1]


@pytest.mark.parametrize(
    "other",
    [
        FairDice(SEED[::-1], "t", ("ab", "c")),
        FairDice(SEED, "u", ("ab", "c")),
        FairDice(SEED, "t", ("a", "bc")),
        FairDice(SEED, "t", ("c", "ab")),
        FairDice(SEED, "t", ("abc",)),
        FairDice(SEED, "t", ("ab", "c", "")),
        FairDice(SEED, "t"),
        FairDice(SEED, "t", ("ab", "c"), ""),
        FairDice(SEED, "t", ("ab", "c"), AGREED),
        FairDice(SEED, "t", ("c",), "ab"),
    ],
)
def test_seed_game_and_every_contribution_matter(other: FairDice) -> None:
    mine = FairDice(SEED, "t", ("ab", "c"))
    assert [mine.throw(k, DIE) for k in range(60)] != [other.throw(k, DIE) for k in range(60)]


@given(st.binary(min_size=32, max_size=32), st.text(), st.lists(st.text(), max_size=3), st.integers(0, 10**30))
def test_any_words_will_do_and_faces_tell_the_outcome(seed: bytes, name: str, words: list[str], counter: int) -> None:
    dice = FairDice(seed, name, tuple(words))
    assert dice.throw(counter, DIE).outcome in DIE
    fallen = dice.throw(counter, PALMA)
    assert fallen.outcome == STICKS.read(fallen.faces)
    assert set(fallen.faces) <= {"sun", "moon"}


def test_the_terms_are_one_text_however_they_are_written_down() -> None:
    written = terms("parchis", {"preset": "italian", "colours": 4}, ("YR", "BG"), None)
    assert written == ('{"game":"parchis","rules":{"colours":4,"preset":"italian"},"seats":["YR","BG"],"teams":null}')
    assert terms("parchis", {"colours": 4, "preset": "italian"}, ["YR", "BG"], None) == written
    assert terms("palma", None, ("D", "J"), None) == '{"game":"palma","rules":{},"seats":["D","J"],"teams":null}'
    assert terms("parchis", {}, "YBRG", ((0, 2), (1, 3))).endswith('"teams":[[0,2],[1,3]]}')
    assert terms("parchis", {"ñ": "ñ"}, "YB", None).isascii()


@pytest.mark.parametrize(
    "other",
    [
        terms("parchis", {"preset": "italian", "colours": 4}, ["YR", "BG"], None),
        terms("palma", {"preset": "penalty"}, ["D", "J"], None),
        terms("palma", {"preset": "classic", "hole5": "rethrow"}, ["D", "J"], None),
        terms("palma", {"preset": "classic"}, ["J", "D"], None),
        terms("palma", {"preset": "classic"}, ["D", "J"], [[0], [1]]),
    ],
)
def test_whoever_changes_game_rules_seats_or_teams_changes_the_throws(other: str) -> None:
    mine, theirs = FairDice(SEED, "t", ("a",), AGREED), FairDice(SEED, "t", ("a",), other)
    assert [mine.throw(k, DIE) for k in range(60)] != [theirs.throw(k, DIE) for k in range(60)]


def test_half_a_character_is_a_word_too() -> None:
    assert FairDice(SEED, "\ud83d", ("\udfb2",)).throw(0, DIE).outcome in DIE


def test_the_order_and_the_scale_of_the_odds_do_not_matter() -> None:
    dice = FairDice(SEED, "t")
    for counter in range(20):
        assert dice.throw(counter, dict(reversed(DIE.items()))) == dice.throw(counter, DIE)
        assert dice.throw(counter, {outcome: 2 * weight for outcome, weight in PALMA.items()}) == dice.throw(
            counter, PALMA
        )


def test_h10_three_coins_give_the_odds_of_the_rules() -> None:
    assert STICKS.odds() == PALMA
    assert device_for(PALMA) is STICKS


def test_every_throw_of_every_game_has_its_device() -> None:
    palma, parchis = game("palma"), game("parchis")
    lot = palma.odds(palma.start())
    sticks = palma.odds(palma.apply(palma.start(), "D").state)
    die = parchis.odds(parchis.start())
    assert device_for(lot).faces == ("D", "J")
    assert device_for(sticks) is STICKS
    assert device_for(die).faces == tuple("123456")


def test_other_odds_are_faces_of_one_die() -> None:
    device = device_for({"yes": 3, "no": 1})
    assert device.faces == ("no", "yes", "yes", "yes")
    assert device.odds() == {"no": 1, "yes": 3}


@pytest.mark.parametrize("odds", [{}, {"a": 0}, {"a": 200, "b": 57}])
def test_what_no_die_can_show_is_refused(odds: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="no die has"):
        FairDice(SEED, "t").throw(0, odds)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_of_another_size_is_refused_without_telling_it(size: int) -> None:
    seed = b"\xabsecret" * 8
    with pytest.raises(ValueError, match=f"not {size}") as caught:
        FairDice(seed[:size], "t")
    assert "secret" not in str(caught.value)


def test_a_throw_before_the_first_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot follow -1"):
        FairDice(SEED, "t").throw(-1, DIE)


def test_the_seed_is_in_no_text_of_the_dice() -> None:
    dice = FairDice(b"S" * 32, "t", ("a",))
    for text in (repr(dice), str(dice), f"{dice}", repr([dice])):
        assert "SSS" not in text
        assert (b"S" * 32).hex() not in text


def test_dice_are_values() -> None:
    dice = FairDice(SEED, "t", ("a",))
    assert pickle.loads(pickle.dumps(dice)) == dice  # noqa: S301
    assert len({dice, FairDice(SEED, "t", ("a",))}) == 1
