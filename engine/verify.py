"""Verifies an exported game from its text alone: the seed, every roll, every move, the result.

Only the signer can vouch for when the commitment was shown, who played, when, which legal moves were chosen, and
resignations. Signatures need more than the standard library and are checked by `palmares verify`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from engine import catalog
from engine.dice import SCHEMES, commitment
from engine.errors import BadRules, EngineError, clipped, echo
from engine.game import TurnKind
from engine.match import IllegalPly, Match
from engine.notation import Record, markers, read, seat_labels


class Proof(StrEnum):
    """What supports a check: the replay, a valid signature, or only the text."""

    REPLAY = "ok"
    SIGNATURE = "sign"
    NOTHING = "said"


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name, what was found, the line of the text if any, and what proves it."""

    name: str
    passed: bool
    found: str
    line: int | None = None
    proof: Proof = Proof.REPLAY

    def __str__(self) -> str:
        at = "" if self.line is None else f"line {self.line}: "
        return f"{self.proof if self.passed else 'FAIL':<4}  {self.name}: {at}{self.found}"


def verify(text: str) -> tuple[Check, ...]:
    """Verify an exported game; raises BadNotation for text that is not a game."""
    return check(read(text))


def check(record: Record) -> tuple[Check, ...]:
    """Verify a record. The checks are independent: a false seed says nothing about the moves."""
    try:
        match = Match.start(catalog.game(record.game), record.rules, record.seats, record.teams)
    except EngineError as error:
        header = "Rules" if isinstance(error, BadRules) else "Game"
        found = Check("rules", passed=False, found=str(error), line=_line(record, header, "Seats", "Teams", "Game"))
        return _seed(record, needed=True), found, _signature(record)
    played, moves = _moves(match, record)
    return (
        _seed(record, needed=_throws(played)),
        Check("rules", passed=True, found=f"a game of {record.game} can start so"),
        moves,
        _dice(played, record),
        _turns(played, record),
        _result(played, record),
        *_said(played, record),
        _signature(record),
    )


def signed(checks: tuple[Check, ...], signature: Check) -> tuple[Check, ...]:
    """Insert the signature's check; if it is valid, it also supports all that the text only claims."""
    found = [signature if each.name == signature.name else each for each in checks]
    if signature.passed and signature.proof is Proof.SIGNATURE:
        found = [replace(each, proof=Proof.SIGNATURE) if each.proof is Proof.NOTHING else each for each in found]
    return tuple(found)


def _line(record: Record, *headers: str) -> int | None:
    """Return the line of the first of these headers that the text has."""
    return next((record.lines[name] for name in headers if name in record.lines), None)


def _line_of(record: Record, entry: int) -> int | None:
    """Return the line of a log entry, counted from 1; past the end, the last line."""
    return record.move_lines[min(entry, len(record.move_lines)) - 1] if record.move_lines else None


def _seed(record: Record, *, needed: bool) -> Check:
    if record.seed is None:
        found = f"not shown, {'so the throws prove nothing' if needed else 'and not needed'}"
        return Check("seed", not needed, found)
    line = _line(record, "Seed")
    if record.commitment is None:
        return Check("seed", passed=False, found="there is no commitment to compare it with", line=line)
    same = commitment(record.seed) == record.commitment
    found = f"its SHA-256 is {'' if same else 'not '}the commitment {record.commitment}"
    return Check("seed", same, found, None if same else line)


def _moves(match: Match[Any], record: Record) -> tuple[Match[Any], Check]:
    """Play the match as far as the moves are legal."""
    try:
        whole = Match.fold(match.game, record.rules, record.seats, record.teams, record.moves)
    except IllegalPly as error:
        legal = record.moves[: error.ply - 1]
        played = Match.fold(match.game, record.rules, record.seats, record.teams, legal)
        return played, Check("moves", passed=False, found=str(error), line=_line_of(record, error.ply))
    back = f", {len(whole.taken)} takebacks among them" if whole.taken else ""
    return whole, Check("moves", passed=True, found=f"all {len(record.moves)} are legal{back}")


def _throws(match: Match[Any]) -> bool:
    return match.throws > 0


def _dice(match: Match[Any], record: Record) -> Check:
    """Recompute the rolls as far as the match goes."""
    dice = record.fair_dice()
    if dice is None or not _throws(match):
        return Check("dice", not _throws(match), f"{match.throws} throws, none recomputed")
    for number, state, ply in match.played():
        if ply.kind is TurnKind.THROW:
            fallen = dice.throw(ply.throws - 1, match.game.odds(state)).outcome
            if fallen != ply.move:
                found = f"ply {number}, throw {ply.throws}: the game says {ply.move}, the dice fell {fallen}"
                return Check("dice", passed=False, found=found, line=_line_of(record, number))
    found = f"all {match.throws} throws fell as the game says, by {SCHEMES[record.dice - 1]}"
    if record.dice == 1:
        found += ", which binds neither rules nor seats"
    if record.demonstration:
        return Check("dice", passed=True, found=f"{found}, but from a seed that was known", proof=Proof.NOTHING)
    return Check("dice", passed=True, found=found)


def _turns(match: Match[Any], record: Record) -> Check:
    """Check turn numbers and seats: they may be missing, but false ones mislead readers."""
    true = dict(markers(match))
    for at, marker in record.markers or ():
        if at < len(match.log) and true.get(at) != marker:
            found = f"ply {at + 1}: the game says {echo(marker)} where {true.get(at, 'no turn')} begins"
            return Check("turns", passed=False, found=found, line=_line_of(record, at + 1))
    return Check("turns", passed=True, found=f"{len(true)}, numbered and named as they were played")


def _result(match: Match[Any], record: Record) -> Check:
    claimed, reached = record.result, match.result
    end = _line_of(record, len(record.moves))
    if claimed is not None and reached is None:
        found = f"the game claims an end that the moves do not reach (ply {len(match.plies)})"
        return Check("result", passed=False, found=found, line=end)
    if reached is None:
        return _unfinished(match, record)
    if claimed is None:
        found = f"the moves end a game said to go on (ply {len(match.plies)})"
        return Check("result", passed=False, found=found, line=end)
    if record.ended is not None or record.places:
        found = "Ended and Places are for games that the moves do not end"
        return Check("result", passed=False, found=found, line=_line(record, "Ended", "Places"))
    places = "/".join(map(str, reached.places))
    if claimed == reached:
        return Check("result", passed=True, found=f"places {places}, {reached.reason}")
    stated = clipped("/".join(map(str, claimed.places)))
    found = (
        f"ply {len(match.plies)}: the game says {stated} {clipped(claimed.reason)}, "
        f"the moves give {places} {reached.reason}"
    )
    header = "Reason" if claimed.places == reached.places else "Result"
    return Check("result", passed=False, found=found, line=_line(record, header) or end)


def _unfinished(match: Match[Any], record: Record) -> Check:
    """Check that an unfinished game does not contradict itself. Why it ended, only the text says."""
    if not record.places:
        if record.ended is None:
            found = "not over; a game that was cut short looks the same"
            return Check("result", passed=True, found=found, proof=Proof.NOTHING)
        found = f"ended by {echo(record.ended)}, without places; no move proves it"
        return Check("result", passed=True, found=found, proof=Proof.NOTHING)
    line, places = _line(record, "Places"), clipped("/".join(map(str, record.places)))
    seats = len(seat_labels(match))
    if record.ended is None:
        found = "places without a word why the game has ended"
        return Check("result", passed=False, found=found, line=line)
    sides = record.teams or [(seat,) for seat in range(seats)]
    if len(record.places) != seats or min(record.places) != 1 or max(record.places) > seats:
        return Check("result", passed=False, found=f"{places} is not a place for each of {seats} seats", line=line)
    if any(len({record.places[seat] for seat in side}) > 1 for side in sides):
        return Check("result", passed=False, found=f"{places} gives a team two places", line=line)
    found = f"ended by {echo(record.ended)}, places {places}; no move proves it"
    return Check("result", passed=True, found=found, proof=Proof.NOTHING)


def _said(match: Match[Any], record: Record) -> tuple[Check, ...]:
    """List what no replay can prove: the choices among legal moves, and other claims of the text."""
    chosen = sum(ply.kind is TurnKind.CHOOSE for _, _, ply in match.played())
    found = []
    if chosen:
        told = f"{chosen} moves chosen; another legal one that leads to the same end would pass"
        found.append(Check("choices", passed=True, found=told, proof=Proof.NOTHING))
    if record.contributors and len(record.contributors) != len(record.contributions):
        told = f"{len(record.contributors)} names for {len(record.contributions)} contributions"
        line = _line(record, "Contributors")
        return (*found, Check("about", passed=False, found=told, line=line))
    seats = len(seat_labels(match))
    if record.players and len(record.players) > seats:
        told = f"{len(record.players)} names for {seats} seats"
        return (*found, Check("about", passed=False, found=told, line=_line(record, "Players")))
    if record.counted and (len(record.counted) != seats or min(record.counted) != 1 or max(record.counted) > seats):
        told = f"{clipped('/'.join(map(str, record.counted)))} is not a place for each of {seats} seats"
        return (*found, Check("about", passed=False, found=told, line=_line(record, "Counted")))
    if record.counted and match.result is None and not record.places:
        told = "places that count, of a game without places"
        return (*found, Check("about", passed=False, found=told, line=_line(record, "Counted")))
    wrong = _false_hint(match, record)
    if wrong:
        return (*found, Check("about", passed=False, found=wrong, line=_line(record, "Hints")))
    about = {
        "Players": record.players,
        "Date": record.date,
        "Automations": record.automations,
        "Contributors": record.contributors,
        "Counted": record.counted,
        "Stakes": record.stakes,
        "Hints": record.hints,
    }
    names = [*(name for name, value in about.items() if value), *sorted(record.extra)]
    if names:
        told = clipped(", ".join(names))
        found.append(Check("about", passed=True, found=told, proof=Proof.NOTHING))
    return tuple(found)


def _false_hint(match: Match[Any], record: Record) -> str | None:
    """Return what is wrong with a hint: it must be for a choice of its seat, made or still to be made."""
    labels = seat_labels(match)
    plies = {number: ply for number, _, ply in match.played()} if record.hints else {}
    for seat, entries in record.hints.items():
        if seat not in labels:
            return f"hints for {echo(seat)}, who has no seat"
        for entry in entries:
            ply = plies.get(entry)
            if ply is not None and (ply.kind is not TurnKind.CHOOSE or labels[ply.seat] != seat):
                return f"a hint for ply {entry}, which {echo(seat)} did not choose"
            if entry > len(record.moves) + 1:
                return f"a hint for ply {entry}, of {len(record.moves)}"
    return None


def _signature(record: Record) -> Check:
    if record.signature is None:
        return Check("signature", passed=True, found="there is none", proof=Proof.NOTHING)
    if record.key is None:
        line = _line(record, "Signature")
        return Check("signature", passed=False, found="there is no key to check it with", line=line)
    told = f"by the key {record.key.hex()}; not checked here, `palmares verify` does"
    return Check("signature", passed=True, found=told, proof=Proof.NOTHING)
