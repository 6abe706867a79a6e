"""Check an exported game with nothing but its own text: the seed, every throw, every move, the result.

What the text cannot prove is when the commitment was shown: compare it with the one in the chat. Nor does it show a
choice put in place of another, if the game goes on from there by the rules and with the same throws to the same end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine import catalog
from engine.dice import FairDice, commitment
from engine.errors import EngineError
from engine.game import TurnKind
from engine.match import IllegalPly, Match
from engine.notation import Record, markers, read


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked, and what was found."""

    name: str
    passed: bool
    found: str

    def __str__(self) -> str:
        """One line for people."""
        return f"{'ok  ' if self.passed else 'FAIL'}  {self.name}: {self.found}"


def verify(text: str) -> tuple[Check, ...]:
    """All checks of an exported game; raises BadNotation for a text that is none."""
    return check(read(text))


def check(record: Record) -> tuple[Check, ...]:
    """All checks of a record. They are independent: a false seed says nothing about the moves."""
    try:
        match = Match.start(catalog.game(record.game), record.rules, record.seats, record.teams)
    except EngineError as error:
        return _seed(record, needed=True), Check("rules", passed=False, found=str(error))
    played, moves = _moves(match, record)
    return (
        _seed(record, needed=_throws(played)),
        Check("rules", passed=True, found=f"a game of {record.game} can start so"),
        moves,
        _dice(played, record),
        _turns(played, record),
        _result(played, record),
    )


def _seed(record: Record, *, needed: bool) -> Check:
    if record.seed is None:
        return Check(
            "seed", not needed, f"not shown, {'so the throws prove nothing' if needed else 'and not needed'}"
        )
    if record.commitment is None:
        return Check("seed", passed=False, found="there is no commitment to compare it with")
    same = commitment(record.seed) == record.commitment
    return Check("seed", same, f"its SHA-256 is {'' if same else 'not '}the commitment {record.commitment}")


def _moves(match: Match[Any], record: Record) -> tuple[Match[Any], Check]:
    """The match as far as the moves are legal."""
    try:
        whole = Match.fold(match.game, record.rules, record.seats, record.teams, record.moves)
    except IllegalPly as error:
        legal = record.moves[: error.ply - 1]
        played = Match.fold(match.game, record.rules, record.seats, record.teams, legal)
        return played, Check("moves", passed=False, found=str(error))
    back = f", {len(whole.taken)} takebacks among them" if whole.taken else ""
    return whole, Check("moves", passed=True, found=f"all {len(record.moves)} are legal{back}")


def _throws(match: Match[Any]) -> bool:
    return match.throws > 0


def _dice(match: Match[Any], record: Record) -> Check:
    """Recompute the throws as far as the match goes."""
    if record.seed is None or not _throws(match):
        return Check("dice", not _throws(match), f"{match.throws} throws, none recomputed")
    dice = FairDice(record.seed, record.game_id or "", record.contributions)
    for number, state, ply in match.played():
        if ply.kind is TurnKind.THROW:
            fallen = dice.throw(ply.throws - 1, match.game.odds(state)).outcome
            if fallen != ply.move:
                found = f"ply {number}, throw {ply.throws}: the game says {ply.move}, the dice fell {fallen}"
                return Check("dice", passed=False, found=found)
    return Check("dice", passed=True, found=f"all {match.throws} throws fell as the game says")


def _turns(match: Match[Any], record: Record) -> Check:
    """Turn numbers and seats are for the reader: whoever leaves them out hides nothing, false ones mislead."""
    true = dict(markers(match))
    for at, marker in record.markers or ():
        if at < len(match.log) and true.get(at) != marker:
            found = f"ply {at + 1}: the game says {marker} where {true.get(at, 'no turn')} begins"
            return Check("turns", passed=False, found=found)
    return Check("turns", passed=True, found=f"{len(true)}, numbered and named as they were played")


def _result(match: Match[Any], record: Record) -> Check:
    claimed, reached = record.result, match.result
    if claimed is None or reached is None:
        if claimed is reached:
            return Check("result", passed=True, found="not over, as the game says")
        found = (
            "the game claims an end that the moves do not reach" if claimed else "the moves end a game said to go on"
        )
        return Check("result", passed=False, found=f"{found} (ply {len(match.plies)})")
    places = "/".join(map(str, reached.places))
    if claimed == reached:
        return Check("result", passed=True, found=f"places {places}, {reached.reason}")
    stated = "/".join(map(str, claimed.places))
    found = (
        f"ply {len(match.plies)}: the game says {stated} {claimed.reason}, the moves give {places} {reached.reason}"
    )
    return Check("result", passed=False, found=found)
