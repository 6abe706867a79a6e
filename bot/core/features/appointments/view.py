"""Appointments in words: the plan with its buttons, the reminder, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo

from bot.core.domain.appointments import coming, waits
from bot.core.domain.table import Table
from bot.core.games.game_words import in_sentence, preset
from bot.core.i18n.dates import written_date
from bot.core.i18n.lists import listed_lines
from bot.core.i18n.text_format import capital, code, named, text_of, words
from bot.core.i18n.time_zones import moment
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Part, Screen
from bot.core.views.buttons import Rows, main, side
from bot.core.views.rules import rules_of
from bot.core.views.time_control import pace_brief
from data.event_records import AppointmentRecord, AppointmentState, GuestRecord
from data.records import PersonKey

ANSWER = ButtonVerb("date", 2)
"""The appointment, and the answer."""
YES, NO, CANCEL = "yes", "no", "cancel"


def appointment_screen(one: AppointmentRecord, table: Table, t: Translator) -> Screen:
    """Show an appointment; `table` is what its options ask for."""
    if not waits(one):
        return Screen(text_of(*_outcome(one, table, t)))
    lines = [heading(one, table, t), words(_rules(table, t)), *_answers(one, _seats(table), t)]
    return Screen(text_of(*lines), rows=_buttons(one, t))


def heading(one: AppointmentRecord, table: Table, t: Translator) -> Line:
    """Return the line that says who plans what, and when."""
    return t.text(
        "🗓 {player} plans a game of {game}: {time}.",
        player=_planner(one, t),
        game=in_sentence(t, table.game),
        time=moment(one.starts),
    )


def in_full(starts: float, zone: tzinfo, t: Translator) -> str:
    """Return a start by somebody's clock: `Saturday, January 17, 1970, 17:00 (Europe/Madrid)`."""
    local = datetime.fromtimestamp(starts, zone)
    return f"{written_date(local, 'full', t)}, {local:%H:%M} ({getattr(zone, 'key', None) or local.tzname()})"


def reminder_screen(one: AppointmentRecord, table: Table, called: set[PersonKey], t: Translator) -> Screen:
    """Remind those who come; those `called` are mentioned."""
    guests = listed_lines(t, [_guest(guest, t, called=guest.person in called) for guest in coming(one)])
    game = in_sentence(t, table.game)
    return Screen(
        text_of(t.text("⏰ {players}, the game of {game} starts at {time}.", players=guests, game=game,
                       time=moment(one.starts)))
    )  # fmt: skip


def _seats(table: Table) -> int:
    """Return how many people can sit."""
    return sum(not seat.is_bot for seat in table.seats)


def _rules(table: Table, t: Translator) -> str:
    return " · ".join(
        (
            capital(preset(t, rules_of(table)["preset"])),
            t.plural("{n} seat", "{n} seats", _seats(table)),
            pace_brief(table.options.pace, t),
            t("rated") if table.options.rated else t("not rated"),
        )
    )


def _answers(one: AppointmentRecord, seats: int, t: Translator) -> list[Line]:
    yes = coming(one)
    no = [guest for guest in one.guests if not guest.comes]
    lines = []
    if yes[:seats]:
        lines.append(t.text("Coming ({n} of {all}): {players}", n=len(yes[:seats]), all=seats,
                            players=_guests(yes[:seats], t)))  # fmt: skip
    if yes[seats:]:
        lines.append(t.text("If a seat becomes free: {players}", players=_guests(yes[seats:], t)))
    if no:
        lines.append(t.text("Maybe not: {players}", players=_guests(no, t)))
    return lines


def _outcome(one: AppointmentRecord, table: Table, t: Translator) -> list[Line]:
    game, player = in_sentence(t, table.game), _planner(one, t)
    match one.state:
        case AppointmentState.OPENED:
            lines = [t.text("🗓 The planned game of {game} now has a table: {code}.", game=game, code=code(one.table))]
            left = coming(one)[_seats(table) :]
            if left:
                lines.append(t.text("There was no seat left for {players}.", players=_guests(left, t)))
            return lines
        case AppointmentState.CANCELLED:
            return [t.text("🗓 {player} planned a game of {game}. It's cancelled.", player=player, game=game)]
        case _:
            return [t.text("🗓 {player} planned a game of {game}. No table opened.", player=player, game=game)]


def _planner(one: AppointmentRecord, t: Translator) -> Part:
    return named(one.name or t("someone"), one.person)


def _guests(guests: Sequence[GuestRecord], t: Translator) -> Line:
    return listed_lines(t, [_guest(guest, t) for guest in guests])


def _guest(guest: GuestRecord, t: Translator, *, called: bool = False) -> Line:
    return (named(guest.name or t("someone"), guest.person, called=called),)


def _buttons(one: AppointmentRecord, t: Translator) -> Rows:
    def token(word: str) -> str:
        return encode("date", 0, ANSWER, one.id, word)

    return (
        (main(t("I'm in"), token(YES)), side(t("Maybe not"), token(NO))),
        (side(t("Cancel the plan"), token(CANCEL)),),
    )
