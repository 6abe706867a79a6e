"""Pairs, invitations and entries that somebody takes over, in whole tournaments with random results."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.core.i18n.refusal import Refusal
from bot.core.tournaments import entering, life
from bot.core.tournaments.codec import body_of, record_of, tournament_of
from bot.core.tournaments.entering import Comer
from bot.core.tournaments.leagues import moved
from bot.core.tournaments.proof import check_proof, proof_of
from bot.core.tournaments.standings import standings
from bot.core.tournaments.terms import Admits, Format
from bot.core.tournaments.tournament import BOT, NOBODY, Stage, Standby, Tournament
from data.records import ChatKey
from tests.fakes.tournament_games import CHAT, announced, person, play

ELSEWHERE = ChatKey("discord", "7")


def comer(number: int, chat: ChatKey = CHAT) -> Comer:
    return Comer(person(number), f"P{number}", chat, 1000 + number)


def paired(pairs: int, **terms: object) -> Tournament:
    """Return a tournament of pairs: 0 with 1, 2 with 3 and so on, in two chats by turns."""
    tournament = announced(0, pairs=True, **terms)
    for first in range(0, 2 * pairs, 2):
        chat = ELSEWHERE if first % 4 else CHAT
        tournament = entering.ask(tournament, comer(first, chat), comer(first + 1, chat))
        assert first not in tournament.active
        tournament = entering.enter(tournament, comer(first + 1, chat))
    return tournament


@pytest.mark.parametrize("pairs", [5, 8])
@pytest.mark.parametrize(
    ("form", "sides"),
    [(Format.KNOCKOUT, 2), (Format.SWISS, 2), (Format.SWISS, 3), (Format.ALL, 2), (Format.ALL, 3), (Format.ARENA, 2)],
)
def test_a_pair_stays_together_for_the_whole_tournament(form: Format, sides: int, pairs: int) -> None:
    tournament = paired(pairs, format=form, sides=sides, span=1800.0)
    done, _ = play(tournament, random.Random(pairs))
    assert done.stage is Stage.OVER
    firsts = set(range(0, 2 * pairs, 2))
    assert {side for pairing in done.pairings for side in pairing.sides} - {BOT} == firsts
    assert {row.number for row in standings(done)} == firsts
    assert [done.members(one) for one in sorted(firsts)] == [(one, one + 1) for one in sorted(firsts)]
    assert all(check.passed for check in check_proof(proof_of(done)))
    assert tournament_of(record_of(done, None)) == done


def test_a_pair_is_in_once_the_partner_agrees() -> None:
    tournament = announced(0, pairs=True, most=3)
    with pytest.raises(Refusal, match="for pairs"):
        entering.enter(tournament, comer(0))
    tournament = entering.ask(tournament, comer(0), comer(1))
    with pytest.raises(Refusal, match="agree first"):
        entering.enter(tournament, comer(0))
    with pytest.raises(Refusal, match="deciding"):  # one question at a time
        entering.ask(tournament, comer(2), comer(1))
    with pytest.raises(Refusal, match="someone else"):
        entering.ask(tournament, comer(2), comer(2))
    said_no = entering.leave(tournament, person(1))
    assert [one.standby for one in said_no.entrants] == [Standby.OUT] * 2
    other = entering.ask(tournament, comer(0), comer(5))  # another partner: the first is free again
    assert other.entrants[1].standby is Standby.OUT
    assert entering.enter(other, comer(5)).active == (0,)
    assert entering.ask(tournament, comer(1), comer(0)).active == (0,)  # each has asked the other
    full = entering.enter(tournament, comer(1))
    for first in (2, 4, 6):
        full = entering.enter(entering.ask(full, comer(first), comer(first + 1)), comer(first + 1))
    assert full.active == (0, 2, 4)
    assert [one.standby for one in full.entrants[6:]] == [Standby.WAITING] * 2
    assert entering.leave(full, person(3)).active == (0, 4, 6)  # both leave, and both of the next pair come in
    with pytest.raises(Refusal):
        entering.ask(announced(3), comer(0), comer(9))


def test_a_pair_checks_in_together_and_leaves_together() -> None:
    tournament = paired(4, live=True)
    tournament = life.step(tournament, 400.0, {})
    for number in (0, 1, 2, 3, 4, 5, 6):  # the last partner doesn't come
        tournament = entering.check_in(tournament, person(number))
    begun = life.step(tournament, 1000.0, {})
    assert begun.active == (0, 2, 4)
    gone = entering.leave(begun, person(1))
    assert gone.active == (2, 4)
    assert gone.is_out(0)
    done, _ = play(gone, random.Random(1))
    assert {row.number for row in standings(done)} == {0, 2, 4}
    forgotten = replace(begun, entrants=(replace(begun.entrants[0], standby=Standby.OUT), *begun.entrants[1:]))
    assert forgotten.active == (2, 4)


def test_a_league_of_pairs_moves_pairs() -> None:
    done, _ = play(paired(8, format=Format.ALL, divisions=2), random.Random(3))
    entrants = moved(done)
    assert [one.number for one in entrants] == list(range(16))
    assert all(entrants[one.partner].partner == one.number for one in entrants)
    assert all(entrants[one.partner].division == one.division for one in entrants)
    before = {frozenset((one.person, done.entrants[one.partner].person)) for one in done.entrants}
    assert {frozenset((one.person, entrants[one.partner].person)) for one in entrants} == before


def test_only_invited_people_get_in_from_wherever_they_are() -> None:
    tournament = announced(0, admits=Admits.INVITED)
    assert entering.enter(tournament, comer(0)).active == (0,)  # the host
    with pytest.raises(Refusal, match="by invitation only"):
        entering.enter(tournament, comer(3))
    invited = entering.invite(tournament, comer(3))
    assert invited.active == ()
    with pytest.raises(Refusal):
        entering.check_in(invited, person(3))
    assert entering.enter(invited, comer(3, ELSEWHERE)).entrants[0].chat == ELSEWHERE
    band = entering.invite(announced(0, admits=Admits.INVITED, band=(900, 1001)), comer(3))
    with pytest.raises(Refusal, match="ratings"):
        entering.enter(band, comer(3))


@pytest.mark.parametrize(("form", "sides"), [(Format.SWISS, 4), (Format.KNOCKOUT, 2), (Format.ALL, 2)])
def test_somebody_takes_over_an_entry_with_its_points(form: Format, sides: int) -> None:
    tournament = life.step(announced(9, format=form, sides=sides), 1000.0, {})
    for pairing in tournament.pairings:
        places = tuple(1 if side == 5 else 2 for side in pairing.sides)
        tournament = life.step(tournament, 1100.0, {pairing.table: life.Result(places, (0,) * len(places), 1100.0)})
    points = {row.number: row.points for row in standings(tournament)}
    named = entering.invite(tournament, comer(50, ELSEWHERE), instead=5)
    assert named.active == tournament.active  # nothing changes before they agree
    taken = entering.enter(named, comer(50, ELSEWHERE))
    assert (taken.entrants[5].person, taken.entrants[5].chat) == (person(50), ELSEWHERE)
    assert {row.number: row.points for row in standings(taken)} == points
    assert taken.entrants[9].person == person(5)
    for again in (entering.enter, entering.invite):
        with pytest.raises(Refusal):  # who was replaced can't come back
            again(taken, comer(5))
    with pytest.raises(Refusal):  # nor can somebody who plays have two entries
        entering.invite(taken, comer(1), instead=2)
    done, _ = play(taken, random.Random(4), 1200.0)
    assert any(5 in pairing.sides for drawn in done.rounds[1:] for pairing in drawn.pairings)
    assert all(check.passed for check in check_proof(proof_of(done))), [
        str(one) for one in check_proof(proof_of(done))
    ]
    assert tournament_of(record_of(done, None)) == done
    assert "P5" not in body_of(done)


def test_an_entry_is_taken_over_before_the_start_and_not_once_it_has_lost() -> None:
    tournament = entering.enter(entering.invite(announced(4), comer(9), instead=2), comer(9))
    assert [one.person for one in tournament.entrants[:4]] == [person(0), person(1), person(9), person(3)]
    assert tournament.entrants[2].before == NOBODY
    begun = life.step(announced(4, format=Format.KNOCKOUT), 1000.0, {})
    pairing = begun.rounds[0].pairings[0]
    after = life.step(begun, 1100.0, {pairing.table: life.Result((1, 2), (0, 0), 1100.0)})
    with pytest.raises(Refusal, match="out of the knock-out"):
        entering.invite(after, comer(9), instead=pairing.sides[1])
    left = entering.leave(after, person(pairing.sides[0]))  # somebody plays on for a person who left
    back = entering.enter(entering.invite(left, comer(9), instead=pairing.sides[0]), comer(9))
    assert pairing.sides[0] in back.active
