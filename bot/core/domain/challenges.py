"""Challenges: who may answer one, what becomes of it, and the game it is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.core.common.entropy import Entropy
from bot.core.domain import lobby
from bot.core.domain.new_table import new_table, rules_of
from bot.core.domain.series import begun
from bot.core.domain.table import Table
from bot.core.domain.table_values import Series
from bot.core.games.profiles import profile_of
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Person
from data.event_records import ChallengeRecord, ChallengeState
from data.records import ChatKey, PersonKey

OFFERED = 86400.0
"""Seconds for which a challenge waits for its answer."""
A_DAY = 5
"""How many challenges a person may make in a day."""
BEST = "best"
"""The option for the most games of a match."""
OPEN = (ChallengeState.OFFERED, ChallengeState.LATER)
NOT_YOURS = N_("That question wasn't for you.")

Options = Mapping[str, str]


def is_open(challenge: ChallengeRecord) -> bool:
    return challenge.state in OPEN


def best_of(options: Options) -> int:
    """Return the most games of a match; 1 for a single game."""
    word = options.get(BEST, "1")
    return int(word) if word.isdecimal() else 1


def lobby_of(chat: ChatKey, person: Person, options: Options, entropy: Entropy, now: float) -> Table:
    """Return the table that a challenge is about, before anybody has answered. Raises Refusal."""
    chosen = {name: value for name, value in options.items() if name != BEST}
    if "seats" not in chosen:
        game, rules = rules_of(chosen)
        seatings = profile_of(game).seatings(int(rules.get("colours", 4)))
        pairs = [way for way in seatings if len(way.seats) == 2 and way.teams is None]
        if not pairs:
            raise Refusal(N_("This game isn't for two."))
        pair = min(pairs, key=lambda way: len("".join(way.seats)))
        if len(seatings) > 1:
            chosen["seats"] = ",".join(pair.seats)
    return new_table(chat, person, chosen, entropy, now)


def game_of(challenge: ChallengeRecord, options: Options, entropy: Entropy, now: float) -> Table:
    """Return the first game of an accepted challenge, begun, under the code chosen for it. Raises Refusal."""
    assert challenge.guest is not None  # noqa: S101 - it was accepted
    table = lobby_of(challenge.chat, Person(challenge.person, challenge.name), options, entropy, now)
    table = lobby.sit(replace(table, id=challenge.table), Person(challenge.guest, challenge.guest_name), "1")
    best = best_of(options)
    if best > 1:
        table = replace(table, links=replace(table.links, series=Series(best)))
    return begun(table, now)


def accepted(challenge: ChallengeRecord, person: Person, table: str) -> ChallengeRecord:
    """Return the challenge that a person accepts, with the code of its first game. Raises Refusal."""
    if person.key == challenge.person or challenge.guest not in (None, person.key):
        raise Refusal(NOT_YOURS)
    return challenge.after(state=ChallengeState.ACCEPTED, guest=person.key, guest_name=person.name, table=table)


def put_off(challenge: ChallengeRecord, person: PersonKey) -> ChallengeRecord:
    """Return the challenge that its guest will answer later. Raises Refusal."""
    if person != challenge.guest:
        raise Refusal(NOT_YOURS)
    return challenge.after(state=ChallengeState.LATER)


def refused(challenge: ChallengeRecord, person: PersonKey) -> ChallengeRecord:
    """Return the challenge that its guest declines, or that its maker withdraws. Raises Refusal."""
    if person == challenge.person:
        return challenge.after(state=ChallengeState.WITHDRAWN)
    if person != challenge.guest:
        raise Refusal(NOT_YOURS)
    return challenge.after(state=ChallengeState.DECLINED)


def expired(challenge: ChallengeRecord, now: float) -> ChallengeRecord:
    """Return the challenge after its time; the same while that is not over."""
    if not is_open(challenge) or now < challenge.created + OFFERED:
        return challenge
    return challenge.after(state=ChallengeState.EXPIRED)
