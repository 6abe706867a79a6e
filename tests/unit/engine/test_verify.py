"""Checking an exported game: true ones pass, and whatever is changed in one fails by name, at its ply."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import catalog
from engine.__main__ import main
from engine.dice import FairDice
from engine.game import Move, Result, TurnKind
from engine.match import Match
from engine.notation import BadNotation, Record, read, write
from engine.verify import Check, Proof, check, verify

DICE = FairDice(bytes(range(32)), "mesa 7", ("suerte", "fortuna"))


def fair_game(name: str, dice: FairDice = DICE, plies: int = 10_000, **start: Any) -> Match[Any]:
    """A game with fair dice and drawn moves, so far."""
    rng = random.Random(3)
    match = Match.start(catalog.game(name), **start)
    while match.turn.kind is not TurnKind.OVER and len(match.plies) < plies:
        if match.turn.kind is TurnKind.THROW:
            match = match.play(dice.throw(match.throws, match.game.odds(match.state)).outcome)
        else:
            match = match.play(rng.choice(match.legal))
    return match


def record_of(match: Match[Any], dice: FairDice = DICE) -> Record:
    return Record.of(
        match, game_id=dice.game_id, contributions=dice.contributions, commitment=dice.commitment, seed=dice.seed
    )


PALMA = fair_game("palma")
PARCHIS = fair_game("parchis", rules={"preset": "italian"}, seats=["YR", "BG"])
TRUE = record_of(PALMA)
MATCHES = {"palma": PALMA, "parchis": PARCHIS, "so far": PALMA.at(60)}


def failed(checks: Sequence[Check]) -> dict[str, str]:
    """What was found false."""
    return {one.name: one.found for one in checks if not one.passed}


def with_move(record: Record, ply: int, move: Move) -> Record:
    return replace(record, moves=(*record.moves[: ply - 1], move, *record.moves[ply:]))


@pytest.mark.parametrize("match", MATCHES.values(), ids=MATCHES)
def test_a_true_game_passes_every_check(match: Match[Any]) -> None:
    checks = verify(write(record_of(match)))
    proved = [one.name for one in checks if one.proof is Proof.REPLAY]
    assert proved == ["seed", "rules", "moves", "dice", "turns", *(["result"] if match.result else [])]
    assert failed(checks) == {}
    assert all(str(one)[:6] in ("ok    ", "said  ") and "\n" not in str(one) for one in checks)


def test_a_game_without_dice_needs_no_seed_but_for_its_opening() -> None:
    match = fair_game("parchis", rules={"preset": "diceless"})
    assert failed(check(record_of(match))) == {}
    assert failed(check(replace(record_of(match), seed=None))).keys() == {"seed", "dice"}
    assert failed(check(Record.of(Match.start(match.game, match.rules)))) == {}


@pytest.mark.parametrize("match", [PALMA, PARCHIS.at(120)], ids=["palma", "parchis"])
def test_each_throw_that_is_changed_is_found_at_its_ply(match: Match[Any]) -> None:
    record = record_of(match)
    for ply, was in enumerate(match.plies, start=1):
        if was.kind is not TurnKind.THROW:
            continue
        others = [move for move in match.at(ply - 1).legal if move != was.move]
        found = failed(check(with_move(record, ply, others[ply % len(others)])))
        assert found["dice"].startswith(f"ply {ply}, throw {was.throws}: the game says {others[ply % len(others)]}")
        assert found["dice"].endswith(f"the dice fell {was.move}")


def test_each_move_that_cannot_be_is_found_at_its_ply() -> None:
    for ply, was in enumerate(PALMA.plies, start=1):
        if was.kind is TurnKind.CHOOSE:
            found = failed(check(with_move(TRUE, ply, "D1+4")))
            assert found["moves"].startswith(f"ply {ply}, D1+4: ")
            assert "result" in found


def test_another_legal_move_is_found_by_what_it_leads_to() -> None:
    others = changed = 0
    for ply, was in enumerate(PALMA.plies, start=1):
        if was.kind is TurnKind.CHOOSE:
            for other in set(PALMA.at(ply - 1).legal) - {was.move}:
                found = failed(check(with_move(TRUE, ply, other)))
                others += 1
                changed += bool(found)
                assert not found or all("ply " in text for text in found.values())
    assert changed > others / 2, "the rest are legal games with the same end"


def test_moves_in_another_order_are_found() -> None:
    for ply in range(1, len(TRUE.moves)):
        here, there = TRUE.moves[ply - 1 : ply + 1]
        if here != there:
            swapped = with_move(with_move(TRUE, ply, there), ply + 1, here)
            found = failed(check(swapped))
            assert found, f"plies {ply} and {ply + 1} were swapped"
            assert f"ply {ply}" in found.get("moves", "") + found.get("dice", "")


@pytest.mark.parametrize("ply", [1, 2, 30, len(TRUE.moves) - 1])
def test_a_ply_that_is_left_out_is_found(ply: int) -> None:
    assert failed(check(replace(TRUE, moves=TRUE.moves[: ply - 1] + TRUE.moves[ply:])))


def test_a_game_cut_short_or_played_on_is_found() -> None:
    assert failed(check(replace(TRUE, moves=TRUE.moves[:-1]))) == {
        "result": f"the game claims an end that the moves do not reach (ply {len(TRUE.moves) - 1})"
    }
    assert failed(check(replace(TRUE, result=None))).keys() == {"result"}
    longer = failed(check(replace(TRUE, moves=(*TRUE.moves, "5"))))
    assert longer.keys() == {"moves"}
    assert longer["moves"].startswith(f"ply {len(TRUE.moves) + 1}, 5: ")


def test_another_seed_is_found() -> None:
    found = failed(check(replace(TRUE, seed=DICE.seed[::-1])))
    assert "not the commitment" in found["seed"]
    assert "ply " in found["dice"]
    other = FairDice(DICE.seed[::-1], DICE.game_id)
    found = failed(check(replace(TRUE, seed=other.seed, commitment=other.commitment)))
    assert found.keys() == {"dice"}, "a seed that was not the one committed to in the chat"


@pytest.mark.parametrize(
    "contributions",
    [(), ("suerte",), ("fortuna", "suerte"), ("suerte", "fortuna", ""), ("suerte", "Fortuna"), ("suert", "efortuna")],
)
def test_another_contribution_is_found(contributions: tuple[str, ...]) -> None:
    found = failed(check(replace(TRUE, contributions=contributions)))
    assert found.keys() == {"dice"}
    assert found["dice"].startswith("ply ")


@pytest.mark.parametrize("game_id", [None, "mesa 8"])
def test_the_name_of_another_game_is_found(game_id: str | None) -> None:
    assert failed(check(replace(TRUE, game_id=game_id))).keys() == {"dice"}


def test_a_seed_or_a_commitment_that_is_missing_proves_nothing() -> None:
    assert failed(check(replace(TRUE, seed=None))).keys() == {"seed", "dice"}
    assert failed(check(replace(TRUE, commitment=None))).keys() == {"seed"}


@pytest.mark.parametrize("result", [Result((2, 1), "home"), Result((1, 1), "home"), Result((1, 2), "resigned")])
def test_another_result_is_found(result: Result) -> None:
    result = result if result != TRUE.result else Result((1, 2), "home")
    found = failed(check(replace(TRUE, result=result)))
    assert found.keys() == {"result"}
    assert f"ply {len(TRUE.moves)}: the game says" in found["result"]


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"rules": {"preset": "none"}},
        {"seats": ("D",)},
        {"teams": ((0, 1),)},
    ],
)
def test_a_game_that_cannot_start_is_found(changes: dict[str, Any]) -> None:
    assert failed(check(replace(TRUE, **changes))).keys() == {"rules"}


def test_other_rules_are_found_by_the_moves() -> None:
    assert failed(check(replace(TRUE, rules={"first": "D"})))["moves"].startswith("ply 1, ")


def test_false_turns_are_found() -> None:
    text = write(record_of(PARCHIS))
    assert "ply 1" in failed(verify(text.replace("1.YR:", "1.BG:", 1)))["turns"]
    assert "3.BG:" in text or "3.YR:" in text
    assert "turns" in failed(verify(text.replace(" 3.", " 4.", 1)))
    at = PARCHIS.turns()
    assert "ply" in failed(verify(text.replace(f" {len(at)}.", f" {len(at) + 1}.")))["turns"]


class TestCommandLine:
    @pytest.fixture
    def true_game(self, tmp_path: Path) -> Path:
        file = tmp_path / "game.txt"
        file.write_text(write(TRUE), "utf-8")
        return file

    def test_a_true_game_gives_0(self, true_game: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["verify", str(true_game)]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line[:4] for line in lines] == ["ok  "] * 6 + ["said"] * 2

    def test_a_false_game_gives_1(self, true_game: Path, capsys: pytest.CaptureFixture[str]) -> None:
        true_game.write_text(true_game.read_text("utf-8").replace("suerte", "Suerte"), "utf-8")
        assert main(["verify", str(true_game)]) == 1
        lines = capsys.readouterr().out.splitlines()
        assert [line.split(":")[0] for line in lines if line.startswith("FAIL")] == ["FAIL  dice"]

    @pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"[Game", b'[Game "palma"]'])
    def test_no_game_gives_2(self, data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = tmp_path / "no game"
        file.write_bytes(data)
        assert main(["verify", str(file)]) == 2
        out, err = capsys.readouterr()
        assert not out
        assert err.startswith(f"{file}: ")

    @pytest.mark.parametrize("name", ["", "absent"])
    def test_no_file_gives_2(self, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["verify", str(tmp_path / name)]) == 2
        assert capsys.readouterr().err

    def test_what_play_writes_is_true(self, tmp_path: Path) -> None:
        engine = [sys.executable, "-m", "engine"]
        played = subprocess.run(  # noqa: S603
            [*engine, "play", "palma", "--seed", "5", "--players", "greedy", "random"],
            capture_output=True,
            check=True,
        )
        again = subprocess.run([*engine, "verify", "-"], input=played.stdout, capture_output=True, check=False)  # noqa: S603
        assert again.returncode == 0
        assert again.stdout.count(b"ok  ") == 5
        assert b"said  dice" in again.stdout, "its seed is known to all"
        assert read(played.stdout.decode("utf-8")).players == ("greedy", "random")

    @pytest.mark.parametrize("rules", ["{", '{"preset": "none"}', "[" * 100_000, "7"])
    def test_play_refuses_bad_rules(self, rules: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["play", "parchis", "--rules", rules]) == 2
        assert capsys.readouterr().err


def test_a_text_that_is_no_game_is_not_checked() -> None:
    with pytest.raises(BadNotation):
        verify("1. e4 e5")


def with_takebacks(name: str) -> Match[Any]:
    """A game in which something is taken back now and then, up to its end."""
    rng = random.Random(5)
    match = Match.start(catalog.game(name))
    while match.turn.kind is not TurnKind.OVER:
        if match.turn.kind is TurnKind.THROW:
            match = match.play(DICE.throw(match.throws, match.game.odds(match.state)).outcome)
        else:
            match = match.play(rng.choice(match.legal))
        if rng.random() < 0.02 and match.turn.kind is not TurnKind.OVER:
            match = match.take_back(rng.randint(1, min(6, len(match.plies))))
    return match


@pytest.mark.parametrize("name", catalog.names())
def test_takebacks_are_in_the_text_and_every_throw_of_theirs_is_checked(name: str) -> None:
    match = with_takebacks(name)
    assert len(match.taken) > 2
    text = write(record_of(match))
    record = read(text)
    assert record.moves == match.log
    assert record.match() == match
    assert failed(check(record)) == {}
    assert f"{len(match.taken)} takebacks among them" in str(check(record)[2])
    assert write(record) == text
    gone = next(number for number, _, ply in match.played() if ply.kind is TurnKind.THROW and number > 20)
    other = next(move for move in "12345" if move != match.log[gone - 1])
    assert f"ply {gone}, " in failed(check(with_move(record, gone, other)))["dice"]
    back = next(at for at, entry in enumerate(match.log, start=1) if entry.startswith("-"))
    hidden = replace(record, moves=(*match.log[: back - 2], *match.log[back:]))
    assert failed(check(hidden)), "a takeback cannot be left out"
