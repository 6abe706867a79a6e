"""Who may do what: every action, by every kind of person, at a table in every state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from bot.core.domain import permissions as may
from bot.core.domain.chat_settings import ChatSettings, Opening
from bot.core.domain.permissions import ABANDONED, Actor
from bot.core.domain.table import Table, open_match
from bot.core.domain.table_values import Lobby, Offer, TableOptions
from bot.core.i18n.refusal import Refusal
from data.records import ChatKey, MoveRecord, PersonKey, SeatRecord, Status

NOW = 1_000_000.0
CHAT = ChatKey("fake", "room")
PEOPLE = {
    "host": PersonKey("fake", "ana"),
    "seated": PersonKey("fake", "bea"),
    "former": PersonKey("fake", "cai"),
    "called": PersonKey("fake", "dan"),
    "administrator": PersonKey("fake", "eva"),
    "bystander": PersonKey("fake", "fina"),
}
"""The host and another player, somebody who was sent away from the lobby or resigned, somebody who is invited, an
administrator of the chat who does not play, and anybody else.
"""
ALL = frozenset(PEOPLE)
NOBODY: frozenset[str] = frozenset()
HOST, ADMIN = frozenset({"host"}), frozenset({"administrator"})
PLAYERS = frozenset({"host", "seated"})
PAST = PLAYERS | {"former"}
INSIDE = PLAYERS | {"called"}


def table(status: Status) -> Table:
    """A table of four seats, touched just now: the host's, another player's, one given up, and one that is free."""
    lobby = status is Status.LOBBY
    gone = SeatRecord("R") if lobby else SeatRecord("R", PEOPLE["former"], "Cai", "greedy")
    made = Table(
        id="k7m2p4",
        chat=CHAT,
        game="parchis",
        host=PEOPLE["host"],
        seed=bytes(32),
        seats=(
            SeatRecord("Y", PEOPLE["host"], "Ana"),
            SeatRecord("B", PEOPLE["seated"], "Bea"),
            gone,
            SeatRecord("G") if lobby else SeatRecord("G", computer="greedy"),
        ),
        rules={"preset": "spanish"},
        options=TableOptions(rated=False),
        lobby=Lobby(invited=(PEOPLE["called"],), barred=(PEOPLE["former"],)),
        status=status,
        updated=NOW,
    )
    return made if lobby else made.with_match(open_match(made))


def actor(kind: str, now: float = NOW) -> Actor:
    return Actor(PEOPLE[kind], is_admin=kind == "administrator", now=now)


def private(now: Table) -> Table:
    return replace(now, lobby=replace(now.lobby, private=True))


def rated(now: Table) -> Table:
    return replace(now, options=replace(now.options, rated=True))


def away(now: Table) -> Table:
    """The player next to the host is away, and the one who was gone is no person's seat: a game of two people."""
    absent = replace(now.seats[1], computer="greedy", late=3)
    return now.with_seats({1: absent, 2: SeatRecord("R", computer="greedy")})


def forgiven(now: Table) -> Table:
    """Nobody was removed: the one who is gone has resigned."""
    return replace(now, lobby=replace(now.lobby, barred=()))


def kept(now: Table) -> Table:
    return replace(now, lobby=replace(now.lobby, offers=(Offer(3, PEOPLE["called"], "Dan"),)))


def full(now: Table) -> Table:
    """Somebody sits on every seat: computers on the two that were free."""
    return now.with_seats({number: SeatRecord(now.seats[number].colours, computer="greedy") for number in (2, 3)})


def asking(now: Table) -> Table:
    """The host asks the other player to swap."""
    return replace(now, lobby=replace(now.lobby, swap=(0, 1)))


Rule = Callable[[Table, Actor], object]
S = Status


def in_lobby(rule: Rule) -> Rule:
    """What only a lobby has is asked as its buttons do it."""

    def asked(now: Table, who: Actor) -> None:
        may.require_lobby(now)
        rule(now, who)

    return asked


def always(kinds: frozenset[str]) -> dict[Status, frozenset[str]]:
    return dict.fromkeys(S, kinds)


STRANGER = PersonKey("fake", "gil")
RULES: dict[str, tuple[Rule, dict[Status, frozenset[str]]]] = {
    "administer": (lambda _, who: may.require_admin(who), always(ADMIN)),
    "be the host": (may.require_host, always(HOST)),
    "open a table": (lambda _, who: may.may_open_table(ChatSettings(), who), always(ALL)),
    "open a table where administrators do": (
        lambda _, who: may.may_open_table(ChatSettings(opening=Opening.ADMINS), who),
        always(ADMIN),
    ),
    "play again": (may.may_play_again, always(PLAYERS)),
    "play again after resigning": (
        lambda now, who: may.may_play_again(forgiven(now), who),
        always(PAST) | {S.LOBBY: PLAYERS},
    ),
    "remove who is away": (lambda now, who: may.may_kick_from_game(now, who, away(now).seats[1]), always(ADMIN)),
    "sit": (in_lobby(lambda now, who: may.may_sit(now, who, 3)), {S.LOBBY: ALL - {"former"}}),
    "sit at a private table": (
        in_lobby(lambda now, who: may.may_sit(private(now), who, 3)),
        {S.LOBBY: INSIDE},
    ),
    "sit where somebody sits": (in_lobby(lambda now, who: may.may_sit(now, who, 1)), {}),
    "sit where a computer sits": (
        in_lobby(lambda now, who: may.may_sit(now.with_seats({3: SeatRecord("G", computer="greedy")}), who, 3)),
        {S.LOBBY: HOST},
    ),
    "sit on a seat that is kept": (
        in_lobby(lambda now, who: may.may_sit(kept(now), who, 3)),
        {S.LOBBY: frozenset({"called"})},
    ),
    "start while a seat is free": (in_lobby(may.may_start), {S.LOBBY: HOST}),
    "start with somebody on every seat": (
        in_lobby(lambda now, who: may.may_start(full(now), who)),
        {S.LOBBY: PLAYERS},
    ),
    "rise": (in_lobby(lambda now, who: may.may_rise(now, who, 1)), {S.LOBBY: frozenset({"seated"})}),
    "leave": (in_lobby(may.may_leave), {S.LOBBY: PLAYERS}),
    "leave or say no": (in_lobby(lambda now, who: may.may_leave(kept(now), who)), {S.LOBBY: INSIDE}),
    "add words": (in_lobby(may.require_place), {S.LOBBY: PLAYERS}),
    "move to a free seat": (in_lobby(lambda now, who: may.may_move_to(now, who, 3)), {S.LOBBY: PLAYERS}),
    "move to a computer's seat": (
        in_lobby(lambda now, who: may.may_move_to(now.with_seats({3: SeatRecord("G", computer="greedy")}), who, 3)),
        {S.LOBBY: HOST},
    ),
    "move to a seat that is kept": (in_lobby(lambda now, who: may.may_move_to(kept(now), who, 3)), {}),
    "agree to swap": (
        in_lobby(lambda now, who: may.may_answer_swap(asking(now), who, "yes")),
        {S.LOBBY: frozenset({"seated"})},
    ),
    "say no to a swap": (
        in_lobby(lambda now, who: may.may_answer_swap(asking(now), who, "no")),
        {S.LOBBY: PLAYERS},
    ),
    "say nonsense to a swap": (in_lobby(lambda now, who: may.may_answer_swap(asking(now), who, "perhaps")), {}),
    "look at the options": (in_lobby(lambda now, who: may.may_turn_page(now, who, "options")), {S.LOBBY: PLAYERS}),
    "look at the people": (in_lobby(lambda now, who: may.may_turn_page(now, who, "people")), {S.LOBBY: PLAYERS}),
    "look at the rules": (in_lobby(lambda now, who: may.may_turn_page(now, who, "rules")), {S.LOBBY: HOST}),
    "tell the code": (in_lobby(may.may_tell_code), {S.LOBBY: INSIDE}),
    "tell the secret code": (in_lobby(lambda now, who: may.may_tell_code(private(now), who)), {S.LOBBY: HOST}),
    "invite": (in_lobby(lambda now, who: may.may_invite(now, who, STRANGER)), {S.LOBBY: PLAYERS}),
    "invite to a private table": (
        in_lobby(lambda now, who: may.may_invite(private(now), who, STRANGER)),
        {S.LOBBY: HOST},
    ),
    "invite whoever was sent away": (
        in_lobby(lambda now, who: may.may_invite(now, who, PEOPLE["former"])),
        {S.LOBBY: HOST},
    ),
    "invite whoever sits": (in_lobby(lambda now, who: may.may_invite(now, who, PEOPLE["seated"])), {}),
    "invite twice": (in_lobby(lambda now, who: may.may_invite(now, who, PEOPLE["called"])), {}),
    "kick from a lobby": (in_lobby(may.may_kick), {S.LOBBY: HOST | ADMIN}),
    "kick from a game": (lambda now, who: may.may_kick_from_game(now, who, now.seats[1]), always(ADMIN)),
    "kick a computer": (lambda now, who: may.may_kick_from_game(now, who, now.seats[2]), {}),
    "throw": (may.require_turn, {S.PLAYING: HOST}),
    "resign": (lambda now, who: (may.require_playing(now), may.require_seat(now, who)), {S.PLAYING: PLAYERS}),
    "answer what the second seat was asked": (
        lambda now, who: may.require_asked("1", now, who),
        always(frozenset({"seated"})),
    ),
    "undo": (may.may_take_back, {S.PLAYING: PLAYERS}),
    "take back in a rated game": (lambda now, who: may.may_take_back(rated(now), who), {}),
    "come back": (lambda now, who: may.may_return(away(now), who), {S.PLAYING: frozenset({"seated"})}),
    "vote where nobody is away": (may.may_vote, {}),
    "vote": (lambda now, who: may.may_vote(away(now), who), {S.PLAYING: HOST}),
    "claim from a silent player": (
        lambda now, who: may.may_claim(now, who, now.seats[1]),
        always(HOST),
    ),
    "close": (may.may_close, {S.LOBBY: HOST | ADMIN, S.PLAYING: HOST | ADMIN}),
    "close what nobody touches": (
        lambda now, who: may.may_close(now, replace(who, now=NOW + ABANDONED[S.LOBBY])),
        {S.LOBBY: ALL, S.PLAYING: HOST | ADMIN},
    ),
    "cancel": (may.may_cancel, {S.LOBBY: HOST | ADMIN, S.PLAYING: HOST | ADMIN}),
    "answer for the host": (lambda _, who: may.require_mark(may.mark_of(PEOPLE["host"]), who), always(HOST)),
    "see the host's figures": (
        lambda _, who: may.may_see_figures("Ana", who, PEOPLE["host"], is_hidden=False),
        always(ALL),
    ),
    "see the host's hidden figures": (
        lambda _, who: may.may_see_figures("Ana", who, PEOPLE["host"], is_hidden=True),
        always(HOST),
    ),
    "choose in the host's lesson": (lambda _, who: may.may_learn(PEOPLE["host"].user, who), always(HOST)),
}


@pytest.mark.parametrize("action", RULES)
def test_who_may(action: str) -> None:
    rule, allowed = RULES[action]
    for status, kind in product(Status, PEOPLE):
        if kind in allowed.get(status, NOBODY):
            rule(table(status), actor(kind))
        else:
            with pytest.raises(Refusal):
                rule(table(status), actor(kind))


def test_every_rule_is_tried() -> None:
    rules = {name for name in vars(may) if name.startswith(("require_", "may_"))}
    names = {name for rule, _ in RULES.values() for name in _names(rule)} | {"may_watch", "may_stop_watching"}
    assert rules - names == set()


def _names(rule: Rule) -> set[str]:
    """The rules that a function names, also through another one that it closes over."""
    inner = [cell.cell_contents for cell in rule.__closure__ or () if callable(cell.cell_contents)]
    return {rule.__name__, *rule.__code__.co_names}.union(*(_names(one) for one in inner))


def test_in_a_rated_game_nobody_who_plays_closes_or_kicks() -> None:
    game = rated(table(Status.PLAYING))
    moved = game.with_match(open_match(game), log=tuple(_one_move()))
    for kind in PLAYERS:
        with pytest.raises(Refusal, match="rated game"):
            may.may_cancel(moved, Actor(PEOPLE[kind], is_admin=True, now=NOW))
        with pytest.raises(Refusal, match="rated game"):
            may.may_kick_from_game(moved, Actor(PEOPLE[kind], is_admin=True), moved.seats[1])
    may.may_cancel(moved, actor("administrator"))
    may.may_kick_from_game(moved, actor("administrator"), moved.seats[1])


def test_an_abandoned_rated_game_is_closed_by_those_it_does_not_wait_for() -> None:
    game = rated(table(Status.PLAYING))
    game = replace(game, clock=replace(game.clock, closes=NOW + 1.0))
    moved = game.with_match(open_match(game), log=tuple(_one_move()))
    may.may_cancel(moved, actor("seated"))
    with pytest.raises(Refusal, match="rated game"):
        may.may_cancel(moved, actor("host"))


def test_whoever_is_refused_learns_from_when_on_anybody_may_close() -> None:
    with pytest.raises(Refusal, match="anyone can after") as refused:
        may.may_close(table(Status.LOBBY), actor("bystander"))
    assert "time" in refused.value.values
    with pytest.raises(Refusal, match="for days"):
        may.may_close(table(Status.PLAYING), actor("bystander"))


def test_chats_look_on_as_long_as_there_is_room_and_nobody_plays_from_there() -> None:
    may.may_watch(may.WATCHERS - 1)
    with pytest.raises(Refusal, match="Too many"):
        may.may_watch(may.WATCHERS)
    now, elsewhere = table(Status.PLAYING), ChatKey("fake", "elsewhere")
    may.may_stop_watching(now, elsewhere, is_shown=True, is_played=False)
    with pytest.raises(Refusal, match="isn't shown here"):
        may.may_stop_watching(now, elsewhere, is_shown=False, is_played=True)
    with pytest.raises(Refusal, match="was opened here"):
        may.may_stop_watching(now, CHAT, is_shown=True, is_played=True)
    with pytest.raises(Refusal, match="is playing at this table"):
        may.may_stop_watching(now, elsewhere, is_shown=True, is_played=True)


def _one_move() -> list[MoveRecord]:
    return [MoveRecord(0, 1, "5", 0, None, NOW)]
