"""A table's pace in words and buttons, and the texts about time next to a board."""

from __future__ import annotations

from bot.core.domain import deadlines, presence, taking_over
from bot.core.domain.table import StartedTable, Table, in_play
from bot.core.domain.tempo import Tempo, tempo_of
from bot.core.domain.time_control import OFFERED, TimeControl, TimeControlKind
from bot.core.i18n.lists import listed_lines
from bot.core.i18n.text_format import clip, code, text_of, words
from bot.core.i18n.time_zones import moment
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Button, Screen, Tone
from bot.core.views.buttons import Rows, choice, danger, main, side
from bot.core.views.day_game import day_lines
from bot.core.views.players import call, everybody, name, who
from data.records import PersonKey, Status

_FULL = 5
_TEMPOS = {
    Tempo.QUICK: N_("Fast: 60 s a move"),
    Tempo.CALM: N_("Calm: no time limit"),
    Tempo.DAY: N_("A day for each move"),
}
_NOBODY = PersonKey("", "")


def span(tempo: TimeControl, t: Translator) -> str:
    """Return a pace's time: `90 seconds`, `24 hours`."""
    if tempo.kind is TimeControlKind.DAILY:
        return t.plural("{n} hour", "{n} hours", tempo.amount)
    return t.plural("{n} second", "{n} seconds", tempo.amount)


def allowed_sign(table: Table) -> str:
    """Return the full time of the player to act, as a board shows it; empty if no clock runs."""
    return "" if table.clock.deadline is None else _sign(table.options.pace)


def allowed_sentence(table: StartedTable, t: Translator) -> str:
    """Return that time as a sentence; empty if no clock runs."""
    if table.clock.deadline is None:
        return ""
    player = name(table, table.match.turn.seat, t)
    return t("{player} has {span} for this move.", player=player, span=span(table.options.pace, t))


def pace_label(tempo: TimeControl, t: Translator) -> str:
    """Return a pace's label on the button that leads to its choice: `Pace: 48 h`."""
    if tempo.kind is TimeControlKind.NONE:
        return t("No time limit")
    return t("Pace: {span}", span=_amount(tempo, t))


def tempo_button(table: Table, t: Translator) -> Button:
    """Return the button that shows a table's tempo, or its clock alone, and changes it to the next tempo."""
    tempos, now = tuple(Tempo), tempo_of(table.options)
    after = tempos[0] if now is None else tempos[(tempos.index(now) + 1) % len(tempos)]
    label = pace_label(table.options.pace, t) if now is None else t(_TEMPOS[now])
    return side(f"⏱ {label}", _token(table, Verb.TEMPO, after.value))


def pace_brief(tempo: TimeControl, t: Translator) -> str:
    if tempo.kind is TimeControlKind.NONE:
        return t("no time limit")
    return t("{span} per move, then a bot plays", span=span(tempo, t))


def new_pace(pace: str, t: Translator) -> str:
    tempo = TimeControl.parse(pace)
    if tempo.kind is TimeControlKind.NONE:
        return t("New tables have no time limit.")
    return t("New tables: {span} per move.", span=span(tempo, t))


def pace_sentence(table: Table, t: Translator) -> str:
    tempo = table.options.pace
    if tempo.kind is TimeControlKind.NONE:
        return t(
            "No time limit. If someone doesn't play for {n} days, opponents can claim the game: with "
            "two people the other one wins, with more a bot plays on for them.",
            n=round(deadlines.CLAIM / deadlines.DAY),
        )
    sentence = t("{span} per move; after that a bot plays it.", span=span(tempo, t))
    if tempo.kind is TimeControlKind.LIVE:
        return sentence
    peace = t("Quiet hours don't count.")
    return f"{sentence} {peace}"


def pace_rows(table: Table, t: Translator) -> Rows:
    """Return the page of the lobby on which the pace is chosen."""
    now = table.options.pace
    offered = [
        [TimeControl()],
        *([TimeControl(kind, amount) for amount in amounts] for kind, amounts in OFFERED.items()),
    ]
    rows = [
        tuple(
            side(
                choice(_amount(tempo, t), t("Pace"), chosen=tempo == now),
                _token(table, Verb.PACE, tempo.kind.value, tempo.amount),
            )
            for tempo in row
        )
        for row in offered
    ]
    return (*rows, (main(t("◀ Back"), _token(table, Verb.PAGE, "options")),))


def pace_lines(table: Table, t: Translator) -> list[Line]:
    """Return a board's lines about time: the deadline, absent players, and votes to end the game."""
    clock = table.clock
    lines: list[Line] = [*day_lines(table, t)]
    if clock.deadline is not None and _is_near(table):
        lines.append(
            t.text(
                "⏳ {span} for this move. Time's up: {moment}.",
                span=span(table.options.pace, t),
                moment=moment(clock.deadline, exact=table.options.pace.kind is TimeControlKind.LIVE),
            )
        )
    lines += _still_lines(table, t)
    if clock.closes is not None:
        lines.append(t.text("If nobody plays, this table closes: {moment}.", moment=moment(clock.closes)))
    silent = deadlines.to_act(table)
    if clock.claim is not None and silent is not None and not clock.claimable and clock.warned is not None:
        lines.append(t.text("If nobody plays, an opponent can claim the game: {moment}.", moment=moment(clock.claim)))
    if (
        silent is not None
        and silent.late == deadlines.STRIKES - 1
        and presence.rivals(table, silent.person or _NOBODY)
    ):
        lines.append(
            words(
                t(
                    "⚠ If you miss this turn too, a bot takes over (with two players, your opponent "
                    "can claim the win)."
                )
            )
        )
    away = {seat.person: index for index, seat in reversed(list(enumerate(table.seats))) if seat.is_away}
    if away:
        names = everybody(table, sorted(away.values()), t)
        lines.append(t.text("💤 Away, so a bot is playing: {players}.", players=names))
    agreed, needed = presence.voters(table)
    if table.votes.ending:
        lines.append(words(t("End the game now? Anyone who's away loses.")))
    if agreed:
        lines.append(t.text("Votes to end the game: {n} of {all}.", n=agreed, all=needed))
    return lines


def _still_lines(table: Table, t: Translator) -> list[Line]:
    """Say for whom the clocks stand still."""
    clock, game, lines = table.clock, in_play(table), list[Line]()
    if clock.awaited:
        people = everybody(table, clock.awaited, t)
        why = (
            N_("⏳ The clock starts once everyone is here. Still missing: {players}.")
            if clock.gathers
            else N_("⏳ I was offline. The clock is waiting for a press from {players}.")
        )
        lines.append(t.text(why, players=people))
    if game is None:
        return lines
    seat = game.match.turn.seat
    if clock.holiday is not None:
        until = moment(clock.holiday)
        lines.append(t.text("🌴 {player} is on holiday until {moment}.", player=who(game, seat, t), moment=until))
    if deadlines.stands_still(game):
        lines.append(t.text("⏳ The clock is waiting for {player}.", player=who(game, seat, t)))
    return lines


def _is_near(table: Table) -> bool:
    """Return whether a deadline is worth a line: always if live, else after the reminder."""
    return table.options.pace.kind is TimeControlKind.LIVE or table.clock.remind is None


def with_absence(table: Table, rows: Rows, t: Translator) -> Rows:
    """Add buttons to a board's for absent and awaited players, if there is room."""
    if table.status is not Status.PLAYING or len(rows) >= _FULL:
        return rows
    buttons = (*_absence_buttons(table, t), *_take_over_buttons(table, t))
    return (*rows, buttons) if buttons else rows


def _take_over_buttons(table: Table, t: Translator) -> tuple[Button, ...]:
    """Return the button by which somebody of the chat takes over the first seat that was left."""
    seat = next(iter(taking_over.offered(table)), None)
    if seat is None:
        return ()
    label = t("Take over from {player}", player=clip(table.seats[seat].name, 16) or t("someone"))
    return (side(label, _token(table, Verb.TAKE, seat)),)


def _absence_buttons(table: Table, t: Translator) -> tuple[Button, ...]:
    clock = table.clock
    buttons = []
    if clock.claimable:
        label = t("Claim the win") if len(presence.people(table)) == 2 else t("Let a bot play on")
        buttons.append(danger(label, _token(table, Verb.END)))
    if not any(seat.is_away for seat in table.seats):
        if clock.awaited:
            label = t("I'm here") if clock.gathers else t("I'm back")
            buttons.append(main(label, _token(table, Verb.BACK)))
        return tuple(buttons)
    buttons.append(main(t("I'm back"), _token(table, Verb.BACK)))
    if buttons[0].tone is Tone.DANGER:
        return tuple(buttons)
    if presence.may_claim(table):
        return (*buttons, danger(t("Claim the win"), _token(table, Verb.END)))
    if presence.may_end(table) and table.votes.ending:
        buttons += [
            danger(t("Yes, end it"), _token(table, Verb.VOTE, "yes")),
            side(t("No, play on"), _token(table, Verb.VOTE, "no")),
        ]
    elif presence.may_end(table):
        buttons.append(danger(t("End the game"), _token(table, Verb.END)))
    return tuple(buttons)


def reminder_screen(table: StartedTable, t: Translator) -> Screen:
    """Mention the player to act before their time is up, or before the table closes."""
    clock = table.clock
    player, table_code = call(table, table.match.turn.seat, t), code(table.id)
    if clock.claimable and clock.closes is None:
        return _claim_screen(table, t)
    if clock.claim is not None and clock.closes is None:
        return Screen(
            text_of(
                t.text(
                    "{player}, table {code} is waiting for you. If you don't play, others can claim the game: "
                    "{moment}.",
                    player=player,
                    code=table_code,
                    moment=moment(clock.claim),
                )
            )
        )
    if clock.closes is not None:
        return Screen(
            text_of(
                t.text(
                    "{player}, table {code} has been idle for days. If nobody plays, it closes: {moment}.",
                    player=player,
                    code=table_code,
                    moment=moment(clock.closes),
                )
            )
        )
    return Screen(
        text_of(
            t.text(
                "{player}, your time at table {code} is running out: {moment}.",
                player=player,
                code=table_code,
                moment=moment(
                    clock.deadline or table.updated,
                    exact=table.options.pace.kind is TimeControlKind.LIVE,
                ),
            )
        )
    )


def _claim_screen(table: StartedTable, t: Translator) -> Screen:
    turn = table.match.turn.seat
    rivals = presence.rivals(table, table.seats[turn].person or _NOBODY)
    seats = {table.seats[number].person: number for number in reversed(range(len(table.seats)))}
    names = listed_lines(t, [call(table, number, t) for number in sorted(seats[one] for one in rivals)])
    line = t.text(
        "{players}: {player} hasn't played at table {code} for days. You can claim the game.",
        players=names,
        player=who(table, turn, t),
        code=code(table.id),
    )
    return Screen(text_of(line))


def idle_line(table: Table, t: Translator) -> Line:
    """Return why an idle table was closed; empty for others."""
    return words(t("Closed because nobody played.")) if table.clock.idle else ()


def _amount(tempo: TimeControl, t: Translator) -> str:
    return t("No limit") if tempo.kind is TimeControlKind.NONE else _sign(tempo)


def _sign(tempo: TimeControl) -> str:
    """Return a pace in signs that are the same in every language: `30 s`, `24 h`."""
    return f"{tempo.amount} {'h' if tempo.kind is TimeControlKind.DAILY else 's'}"


def _token(table: Table, verb: Verb, *arguments: str | int) -> str:
    return encode(table.id, table.version, verb, *arguments)
