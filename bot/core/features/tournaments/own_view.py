"""What one person reads of their tournament: place, present game, and questions that only they answer."""

from __future__ import annotations

from bot.core.features.tournaments.standing_view import TournamentView, number_of
from bot.core.features.tournaments.view import CUP, HERE, QUIT
from bot.core.i18n.text_format import named, strong, text_of, words
from bot.core.i18n.time_zones import moment
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Part, Screen
from bot.core.tournaments.draws import through_of
from bot.core.tournaments.terms import Format
from bot.core.tournaments.tournament import NOBODY, Entrant, Stage, Standby, Tournament
from bot.core.views.buttons import main, side
from data.records import ChatKey

AGREE = ButtonVerb("guest", 2)
"""The tournament, and the answer of somebody who was asked or invited."""
YES, NO = "yes", "no"


def question_screen(tournament: Tournament, guest: Entrant, by: str, t: Translator, *, called: bool) -> Screen:
    """Ask somebody to be a partner, to enter, or to take over an entry; `by`: who asks."""
    told = {"guest": named(guest.name, guest.person, called=called), "title": strong(tournament.title)}
    if guest.standby is Standby.ASKED:
        asker = tournament.entrants[guest.partner]
        line = t.text("🏆 {guest}, will you enter {title} as a pair with {name}?", **told,
                      name=named(asker.name, asker.person))  # fmt: skip
    elif guest.instead != NOBODY:
        old = tournament.entrants[guest.instead]
        line = t.text(
            "🏆 {guest}, will you take {name}'s place in {title}? The tournament points come with it.",
            **told, name=named(old.name, old.person),
        )  # fmt: skip
    else:
        line = t.text("🏆 {guest}, {name} invites you to {title}. You can enter here or from another chat: {command}",
                      **told, name=named(by, None),
                      command=t.command(f"/tournament code={tournament.id}"))  # fmt: skip
    buttons = (
        main(t("I'm in"), encode(CUP, 0, AGREE, tournament.id, YES)),
        side(t("No, thanks"), encode(CUP, 0, AGREE, tournament.id, NO)),
    )
    return Screen(text_of(line), rows=(buttons,))


def call_screen(tournament: Tournament, t: Translator) -> Screen:
    """Call one person, in private, to check in."""
    line = t.text("🔔 {title} starts at {time}. Press the button, or your place goes to someone else.",
                  title=strong(tournament.title), time=moment(tournament.terms.starts))  # fmt: skip
    buttons = (
        main(t("I'm here"), encode(CUP, 0, HERE, tournament.id)),
        side(t("Leave"), encode(CUP, 0, QUIT, tournament.id)),
    )
    return Screen(text_of(line), rows=(buttons,))


def answered_screen(tournament: Tournament, guest: Entrant, t: Translator, *, agreed: bool) -> Screen:
    """Show what came of such a question, without buttons."""
    line = (
        t.text("🏆 {names} are in {title}.", names=TournamentView(tournament, ()).who(guest.number, t),
               title=strong(tournament.title))
        if agreed and guest.partner != NOBODY
        else t.text("🏆 {name} is in {title}.", name=named(guest.name, guest.person), title=strong(tournament.title))
        if agreed
        else t.text("🏆 {name} isn't playing in {title}.", name=named(guest.name, guest.person),
                    title=strong(tournament.title))
    )  # fmt: skip
    return Screen(text_of(line))


def _of(view: TournamentView, number: int) -> int:
    """Return how many there are in an entrant's standings: those of their division."""
    entrants = view.tournament.entrants
    return sum(entrants[row.number].division == entrants[number].division for row in view.rows)


def _idle(tournament: Tournament, number: int) -> str:
    """Return why a person of a tournament has no game now."""
    standby = tournament.entrants[number].standby
    number = tournament.members(number)[0]
    if standby is not Standby.IN:
        return {
            Standby.WAITING: N_("You're on the waiting list."),
            Standby.RESTING: N_("You're resting."),
            Standby.OUT: N_("You've left this tournament."),
            Standby.REMOVED: N_("The host has removed you from this tournament."),
            Standby.INVITED: N_("You're invited, but not in yet."),
            Standby.ASKING: N_("Your partner has to agree first."),
            Standby.ASKED: N_("Someone has asked you to be their partner. Answer that first."),
        }[standby]
    if tournament.rounds and not tournament.is_arena:
        last = tournament.rounds[-1]
        if number in last.byes:
            return N_("You have no game in this round.")
        mine = next((pairing for pairing in last.pairings if number in pairing.sides), None)
        if tournament.terms.format is Format.KNOCKOUT and (
            mine is None or number not in through_of(tournament, mine)
        ):
            return N_("You're out of this tournament.")
    return N_("You have no game now. The next one opens by itself.")


def own_lines(view: TournamentView, number: int, chat: ChatKey, t: Translator) -> list[Line]:
    """Return what a person asks of their tournament in a chat: place, and their game of the moment."""
    tournament = view.tournament
    lines: list[Line] = []
    one, side = tournament.entrants[number], tournament.members(number)[0]
    row = next((row for row in view.rows if row.number == side), None)
    if row is not None and row.games and tournament.terms.format is not Format.KNOCKOUT:
        points = number_of(row.points, t)
        told = t.plural("Your place: {place} of {all}, with {n} tournament point.",
                        "Your place: {place} of {all}, with {n} tournament points.", 1 if row.points == 1 else 2,
                        n=points, place=row.place, all=_of(view, side))  # fmt: skip
        lines.append(words(told))
    mine = [
        pairing for drawn in tournament.rounds[one.since :] for pairing in drawn.pairings if side in pairing.sides
    ]
    playing = [pairing for pairing in mine if not pairing.is_over]
    for pairing in playing:
        others = ", ".join(view.name(other, t) for other in pairing.sides if other != side)
        thread = pairing.thread if one.chat == chat else None
        board = Part(f"#{pairing.table}", chat=thread) if thread is not None else t.command(
            f"/{'board' if one.chat == chat else 'join'} {pairing.table}")  # fmt: skip
        lines.append(t.text("You're playing against {names}: {command}", names=others, command=board))
    if not playing and (tournament.stage is Stage.PLAYING or one.standby is not Standby.IN):
        lines.append(t.text(_idle(tournament, number)))
    if tournament.stage is not Stage.PLAYING:
        lines.append(t.text("Starts at {time}.", time=moment(tournament.terms.starts)))
    return lines
