"""Who may do what: every rule about people, at a table and in a chat, in this one file.

Each rule is a pure function that raises Refusal with the first reason. Conditions that don't depend on the person,
such as a free seat at the start, are checked elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.core.domain import presence
from bot.core.domain.bots import bot_name
from bot.core.domain.chat_settings import ChatSettings, Opening
from bot.core.domain.person_marks import mark_of
from bot.core.domain.seat_offers import offer_at, offers
from bot.core.domain.table import StartedTable, Table, begun, has_room
from bot.core.i18n.refusal import Refusal, typed
from bot.core.i18n.time_zones import moment
from bot.core.i18n.translator import N_
from data.records import OPEN, ChatKey, PersonKey, SeatRecord, Status
from engine.game import Turn

PUBLIC_PAGES = frozenset({"main", "options", "people"})
"""Pages of a lobby that everybody who sits may open."""
MOST_INVITED = 12
"""The number of people that invitations of one table may mention."""
WATCHERS = 20
"""The number of chats in which a table may be watched."""
REMOVED = N_("You've been removed from this table. Its host can invite you again.")


@dataclass(frozen=True, slots=True)
class Actor:
    """A person who acts. `is_admin`: of the chat in question; `now`: in Unix seconds."""

    person: PersonKey
    is_admin: bool = False
    now: float = 0.0

    def at(self, now: float) -> Actor:
        return replace(self, now=now)


# checks that many rules share ---------------------------------------------------------------------------------------


def require_admin(actor: Actor) -> None:
    if not actor.is_admin:
        raise Refusal(N_("Only admins of this chat can do that."))


def require_host(table: Table, actor: Actor) -> None:
    if actor.person != table.host:
        raise Refusal(N_("Only the table's host can do that."))


def require_open(table: Table) -> None:
    """Require a table that is neither over nor closed."""
    if table.status not in OPEN:
        raise Refusal(N_("This game is over."))


def require_lobby(table: Table) -> None:
    """Require a table whose game has not begun."""
    if table.status is not Status.LOBBY:
        raise Refusal(N_("This game has already started."))


def require_playing(table: Table) -> StartedTable:
    """Return the table with its game; raises Refusal unless that is under way."""
    game = begun(table)
    if table.status is not Status.PLAYING:
        raise Refusal(N_("This game is over."))
    return game


def require_place(table: Table, actor: Actor) -> int:
    """Return the first seat of a person who sits in a lobby."""
    seat = table.seat_of(actor.person)
    if seat is None:
        raise Refusal(N_("You don't have a seat here."))
    return seat


def require_seat(table: Table, actor: Actor) -> tuple[int, ...]:
    """Return the seats of a person who plays, or may come back; not after they resigned."""
    seats = table.seats_of(actor.person)
    if not seats:
        raise Refusal(N_("You're not playing at this table."))
    return seats


def require_turn(table: Table, actor: Actor) -> Turn:
    """Return the turn of a game, if it is this person's and no bot plays it for them."""
    game = require_playing(table)
    seat = game.turn_seat
    if seat.person != actor.person or seat.is_automated:
        bot = bot_name(game, game.match.turn.seat)
        raise Refusal(N_("It's {player}'s turn."), player=seat.name or (lambda t: t(bot) or seat.colours))
    return game.match.turn


def require_asked(seat: str, table: Table, actor: Actor) -> None:
    """Require the seat's holder for an answer: nobody else may answer for them."""
    if not seat.isdecimal() or int(seat) not in table.seats_of(actor.person):
        raise Refusal(N_("That question wasn't for you."))


def knows(table: Table, person: PersonKey) -> bool:
    """Return whether a person belongs to a table: sits there, was invited, or opened it."""
    return person == table.host or table.sits(person) or person in table.lobby.invited


# opening and finding tables ----------------------------------------------------------------------------------------


def may_open_table(settings: ChatSettings, actor: Actor) -> None:
    """Let everybody open tables, or only administrators, as the chat has chosen."""
    if settings.opening is Opening.ADMINS and not actor.is_admin:
        raise Refusal(N_("Only admins can open tables in this chat."))


def require_free_table(table: Table) -> None:
    """Require a table that belongs to no tournament: that one alone decides what becomes of it."""
    if table.links.tournament is not None:
        raise Refusal(
            N_("This table belongs to a tournament. To see it, type {command}."), command=typed("/tournament")
        )


def may_play_again(table: Table, actor: Actor) -> None:
    """Let players of a table open the next one like it, except those who were removed from it."""
    require_free_table(table)
    if not table.sits(actor.person):
        raise Refusal(N_("Only people who played can do that. Open a table with /play."))
    if actor.person in table.lobby.barred:
        raise Refusal(REMOVED)


def may_watch(chats: int) -> None:
    """Limit the chats that watch a table; `chats` watch it already."""
    if chats >= WATCHERS:
        raise Refusal(N_("Too many chats are watching this table already."))


def may_stop_watching(table: Table, chat: ChatKey, *, is_shown: bool, is_played: bool) -> None:
    """Let a chat stop watching a table of another chat that nobody plays from here."""
    if not is_shown:
        raise Refusal(N_("This table isn't shown here."))
    if table.chat == chat:
        raise Refusal(N_("This table was opened here. Its host can close it with /close."))
    if is_played:
        raise Refusal(N_("Someone here is playing at this table."))


# seats of a lobby --------------------------------------------------------------------------------------------------


def may_start(table: Table, actor: Actor) -> None:
    """Let anybody who sits start a full table; with free seats only the host."""
    if has_room(table) and actor.person != table.host and table.sits(actor.person):
        raise Refusal(N_("While a seat is free, only the host can start."))
    if not table.sits(actor.person):
        require_host(table, actor)


def may_sit(table: Table, actor: Actor, number: int) -> None:
    """Let a person take a free seat, or the host a bot's, unless it is kept for somebody else.

    People who were removed stay out until invited again; a private table is for the invited only.
    """
    seat, person = table.seats[number], actor.person
    if seat.person == person:
        raise Refusal(N_("That's already your seat."))
    if seat.person is not None:
        raise Refusal(N_("{player} has that seat already."), player=seat.name)
    if seat.is_automated and person != table.host:
        raise Refusal(N_("A bot sits there; only the host can remove it."))
    if person in table.lobby.barred:
        raise Refusal(REMOVED)
    if table.lobby.private and not knows(table, person):
        raise Refusal(N_("This table is private: its host can invite you or give you the secret code for /join."))
    offer = offer_at(table, number)
    if offer is not None and offer.person != person:
        raise Refusal(N_("That seat is kept for {player}."), player=offer.name)


def may_rise(table: Table, actor: Actor, number: int) -> None:
    if table.seats[number].person != actor.person:
        raise Refusal(N_("That's not your seat."))


def may_leave(table: Table, actor: Actor) -> None:
    """Let a person leave who sits or has a seat kept for them."""
    if all(offer.person != actor.person for offer in offers(table)):
        require_place(table, actor)


def may_move_to(table: Table, actor: Actor, number: int) -> int:
    """Return the seat of a person who may move to another seat, or ask its holder to swap."""
    mine, seat = require_place(table, actor), table.seats[number]
    if seat.person == actor.person:
        raise Refusal(N_("That's already your seat."))
    if (offer := offer_at(table, number)) is not None:
        raise Refusal(N_("That seat is kept for {player}."), player=offer.name)
    if seat.is_automated:
        require_host(table, actor)
    return mine


def may_answer_swap(table: Table, actor: Actor, word: str) -> None:
    """Let the person asked to swap say `yes` or `no`, and the one who asked withdraw by `no`."""
    asking, asked = (table.seats[seat].person for seat in table.lobby.swap)
    if actor.person not in {"yes": (asked,), "no": (asking, asked)}.get(word, ()):
        raise Refusal(N_("That question wasn't for you."))


def may_turn_page(table: Table, actor: Actor, page: str) -> None:
    """Let the host open any page of a lobby, and those who sit the options and the people."""
    if not (table.sits(actor.person) and {page, table.lobby.page} <= PUBLIC_PAGES):
        require_host(table, actor)


# other people ------------------------------------------------------------------------------------------------------


def may_tell_code(table: Table, actor: Actor) -> None:
    """Let those who belong to a table share its code; only the host if it is private."""
    if table.lobby.private:
        require_host(table, actor)
    elif not knows(table, actor.person):
        raise Refusal(N_("Only people with a seat at a table can invite others to it."))


def may_invite(table: Table, actor: Actor, guest: PersonKey) -> None:
    """Let those who sit invite, each guest once: nobody gets repeated pings.

    Only the host invites to a private table, or brings back a person who was removed.
    """
    lobby = table.lobby
    if actor.person != table.host and not table.sits(actor.person):
        raise Refusal(N_("Only people with a seat at a table can invite others to it."))
    if table.sits(guest):
        raise Refusal(N_("Already at this table."))
    if guest in lobby.barred or lobby.private:
        require_host(table, actor)
    if guest in lobby.invited:
        raise Refusal(N_("Already invited."))
    if len(lobby.invited) >= MOST_INVITED:
        raise Refusal(N_("A table can invite {n} people at most."), n=MOST_INVITED)


def may_kick(table: Table, actor: Actor) -> None:
    """Let the host and the chat's administrators remove people from a lobby."""
    if not actor.is_admin:
        require_host(table, actor)


def may_kick_from_game(table: Table, actor: Actor, gone: SeatRecord) -> PersonKey:
    """Return whom an administrator may remove from a game: a player, present or away.

    No player may do so in a rated game, since the game would become unrated.
    """
    require_admin(actor)
    require_free_table(table)
    if gone.person is None or (gone.is_automated and not gone.is_away):
        raise Refusal(N_("A bot sits there."))
    if table.is_rated and table.sits(actor.person):
        raise Refusal(N_("In a rated game, players can't remove each other."))
    return gone.person


# a game under way --------------------------------------------------------------------------------------------------


def may_take_back(table: Table, actor: Actor) -> tuple[int, ...]:
    """Return the seats of a person who may ask to take a choice back, or answer that; not in rated games."""
    game = require_playing(table)
    seats = require_seat(game, actor)
    if game.is_rated:
        raise Refusal(
            N_("This is a rated game, so nothing can be undone. For a casual table, type {command}."),
            command=typed("/play rated=no"),
        )
    return seats


def may_return(table: Table, actor: Actor) -> None:
    if not presence.is_away(table, actor.person):
        raise Refusal(N_("You're not away at this table."))


def may_claim(table: Table, actor: Actor, silent: SeatRecord | None) -> PersonKey:
    """Return the silent player, for opponents who claim the game."""
    if silent is None or silent.person is None or actor.person not in presence.rivals(table, silent.person):
        raise Refusal(N_("Only opponents of the player who isn't responding can do that."))
    return silent.person


def may_vote(table: Table, actor: Actor) -> None:
    """Let those present vote to end the game, if a player is away whose absence allows it."""
    if table.status is not Status.PLAYING:
        raise Refusal(N_("This game is over."))
    if not presence.may_end(table):
        raise Refusal(N_("Nobody has been away long enough to end this game."))
    if actor.person not in presence.present(table):
        raise Refusal(N_("Only players who aren't away can do that."))


# closing tables ----------------------------------------------------------------------------------------------------

ABANDONED: Mapping[Status, float] = {Status.LOBBY: 3600.0, Status.PLAYING: 3 * 86400.0}
"""Seconds without activity after which anybody may close a table: a lobby, or a game of one person."""


def abandoned_from(table: Table) -> float | None:
    """Return when an open table counts as abandoned if nobody touches it; None if unknown so far.

    With several people that is once its closing is announced, so never while a clock runs. Outages don't count.
    """
    clock = table.clock
    alone = len(table.people) < 2 and clock.deadline is None
    if clock.closes is not None and table.status is Status.PLAYING:
        return table.updated
    if table.status is Status.LOBBY or alone:
        return table.updated + clock.out + ABANDONED[table.status]
    return None


def abandoned(table: Table, now: float) -> bool:
    """Return whether an open table was untouched for so long that anybody may close it."""
    since = abandoned_from(table) if table.status in ABANDONED else None
    return since is not None and now >= since


def may_close(table: Table, actor: Actor) -> None:
    """Let the host and administrators close an open table, and anybody an abandoned one.

    The refusal gives the time from which anybody may.
    """
    require_open(table)
    require_free_table(table)
    if actor.is_admin or actor.person == table.host or abandoned(table, actor.now):
        return
    since = abandoned_from(table)
    if since is None:
        raise Refusal(N_("Only the host can close the table. If it stays idle for days, I'll say when it closes."))
    raise Refusal(
        N_("Only the host can close the table; if it stays idle, anyone can after {time}."),
        time=moment(since),
    )


def may_cancel(table: Table, actor: Actor) -> None:
    """Let those close a table who may, except players of a rated game, who could avoid a loss.

    They may once it is abandoned, unless it waits for them.
    """
    may_close(table, actor)
    if not (isinstance(table, StartedTable) and table.is_rated and table.sits(actor.person)):
        return
    acted = any(entry.automation is None for entry in table.standing)  # a lot drawn for all binds nobody
    if acted and (not abandoned(table, actor.now) or _is_awaited(table, actor.person)):
        raise Refusal(
            N_("This is a rated game, so its players can't close it. To resign, type {command}."),
            command=typed("/resign"),
        )


def _is_awaited(table: Table, person: PersonKey) -> bool:
    """Return whether a table waits for a person or their side."""
    if not isinstance(table, StartedTable):
        return False
    turn = table.match.turn.seat
    side = next(side for side in table.sides if turn in side)
    return any(table.seats[seat].person == person for seat in side)


# one person's alone -------------------------------------------------------------------------------------------------


def require_mark(mark: str, actor: Actor) -> None:
    """Require the person whom a question was put to."""
    if mark != mark_of(actor.person):
        raise Refusal(N_("That question wasn't for you."))


def may_see_figures(name: str, actor: Actor, person: PersonKey, *, is_hidden: bool) -> None:
    """Let everybody see a person's games and ratings, unless that person has left the rankings."""
    if is_hidden and person != actor.person:
        raise Refusal(N_("{name} doesn't appear in the leaderboards."), name=name[:40])


def may_learn(pupil: str, actor: Actor) -> None:
    """Require the lesson's pupil, by the platform's id."""
    if pupil != actor.person.user:
        raise Refusal(N_("This isn't your lesson. Start your own with /learn."))
