"""What a tournament's message says before it begins: what is played, when, by whom."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.domain.new_table import new_table
from bot.core.domain.table import Table
from bot.core.domain.time_control import TimeControl, TimeControlKind
from bot.core.features.tournaments.standing_view import TournamentView, number_of
from bot.core.games.game_words import preset, title
from bot.core.i18n.lists import listed_lines
from bot.core.i18n.text_format import code, joined, named, words
from bot.core.i18n.time_zones import moment
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Part
from bot.core.messages.requests import Person
from bot.core.tournaments.calling import aloud
from bot.core.tournaments.draws import rounds_of
from bot.core.tournaments.standings import middle
from bot.core.tournaments.terms import Admits, Format, Terms
from bot.core.tournaments.tournament import NEW, Stage, Standby, Tournament
from bot.core.views.lobby_rules import agreed
from bot.core.views.time_control import span
from data.records import ChatKey, PersonKey
from engine.dice import commitment

USUAL = 4
"""Colours of a board unless more people sit at it."""
LISTED = 24
"""People who are named."""


def announcement_lines(view: TournamentView, t: Translator, chat: ChatKey | None) -> list[Line]:
    tournament, terms = view.tournament, view.tournament.terms
    waiting = [one for one in tournament.entrants if one.standby is Standby.WAITING and tournament.heads(one)]
    starts = moment(terms.starts)
    lines = [words(terms_line(terms, t))]
    if tournament.stage is Stage.CHECKIN:  # and what it is was said before
        lines.append(t.text("Starts at {time}. Press the button if you're here, or your place goes to someone else.",
                            time=starts))  # fmt: skip
    else:
        lines.append(words(f"{course(tournament, t)} {_length(terms, t)}".strip()))
        lines.append(t.text("Starts at {time}.", time=starts))
        if terms.every:
            lines.append(t.text("There's a new edition every day.") if terms.every == 1 else
                         t.text("There's a new edition every week."))  # fmt: skip
        lines += _league(tournament, t)
    lines += _conditions(tournament, t)
    if tournament.stage is Stage.ENTRIES:
        lines.append(t.text("Places: {n}.", n=terms.most))
    lines.append(_people(view, tournament.active, t))
    here = [one for one in aloud(tournament) if one.chat == chat]
    if here:
        names = listed_lines(t, [(named(one.name, one.person, called=True),) for one in here[:LISTED]])
        lines.append(t.text("🔔 {players}, are you here?", players=names))
    if waiting:
        lines.append(t.text("Waiting for a place: {n}.", n=len(waiting)))
    if tournament.stage is Stage.ENTRIES:
        lines.append(seal_line(tournament, t))
    return lines


def _league(tournament: Tournament, t: Translator) -> list[Line]:
    """Return what is said of a league."""
    divisions = tournament.terms.divisions
    if divisions == 1:
        return []
    lines = [t.text("A league of {n} divisions: the best move up, the last move down.", n=divisions)]
    if any(one.division != NEW for one in tournament.entrants):
        lines.append(t.text("Everyone from the last edition is in. If you can't play, press Leave."))
    return lines


def _conditions(tournament: Tournament, t: Translator) -> list[Line]:
    """Return who may enter, and how."""
    terms = tournament.terms
    lines: list[Line] = []
    if terms.pairs:
        lines.append(t.text("For pairs. Name your partner: {command}",
                            command=t.command(f"/tournament code={tournament.id} person=@Bea")))  # fmt: skip
    if terms.band is not None:
        lines.append(t.text("For ratings from {low} to {high}.", low=terms.band[0], high=terms.band[1]))
    if terms.admits is Admits.INVITED:
        lines.append(t.text("By the host's invitation only."))
    if terms.admits is not Admits.CHAT:
        lines.append(t.text("From another chat: {command}", command=t.command(f"/tournament code={tournament.id}")))
    return lines


def seal_line(tournament: Tournament, t: Translator) -> Line:
    """Return the seal of the draw; the announcement keeps it when it loses its buttons (T40)."""
    return t.text("Sealed draw {seal}: at the end anyone can check it.",
                  seal=code(commitment(tournament.seed)[:16]))  # fmt: skip


def terms_line(terms: Terms, t: Translator) -> str:
    """Return what is played: `Parchís, Spanish · 4 at a table · 60 seconds for a move`."""
    game, variant, pace = terms.play["game"], terms.play.get("variant", ""), TimeControl.parse(terms.play["pace"])
    what = f"{title(t, game)}, {preset(t, variant)}" if variant else title(t, game)
    rules, colours = agreed(table_of(terms), t), int(terms.play.get("colours", 0))
    if colours > max(USUAL, terms.sides * (1 + terms.pairs)):
        rules.insert(0, t("board with {n} colours", n=colours))
    clock = t("no time limit") if pace.kind is TimeControlKind.NONE else t("{span} for a move", span=span(pace, t))
    if terms.pairs:
        people = t("two pairs at a table") if terms.sides == 2 else t("three pairs at a table")
    else:
        people = t("one against one") if terms.sides == 2 else t("{n} at a table", n=terms.sides)
    return " · ".join((what, *rules, people, clock))


def table_of(terms: Terms) -> Table:
    """Return a table as this tournament has them, before anybody sits."""
    nobody = Person(PersonKey("", ""), "")
    return new_table(ChatKey("", ""), nobody, terms.play, bytes, 0.0)


def course(tournament: Tournament, t: Translator) -> str:
    """Return how it goes, in one sentence."""
    terms = tournament.terms
    points = "-".join(map(str, terms.points))
    if terms.format is Format.KNOCKOUT:
        if terms.sides == 2:
            byes = t("If the numbers don't work out, those with the highest ratings skip the first round.")
            winner = t("The winner of a game goes through.")
            return f"{winner} {byes}"
        return t.plural(
            "The best of each table goes through.", "The best {n} of each table go through.", terms.through
        )
    if terms.format is Format.ARENA:
        minutes = round(terms.span / 60)
        return t.plural("Play as many games as you like in {n} minute. "
                        "Tournament points by place: {score}, double after two wins in a row.",
                        "Play as many games as you like in {n} minutes. "
                        "Tournament points by place: {score}, double after two wins in a row.",
                        minutes, score=points)  # fmt: skip
    if terms.format is Format.ALL:
        told = t(
            "As many rounds as it takes for everyone to meet. Tournament points by place: {score}.", score=points
        )
    else:
        told = t.plural("{n} round. Tournament points by place: {score}.",
                        "{n} rounds. Tournament points by place: {score}.", max(1, rounds_of(tournament)),
                        score=points)  # fmt: skip
    if terms.sides == 2:
        score = number_of(middle(terms), t)
        left = t("A pair without a game in a round gets {score}.", score=score) if terms.pairs else t(
            "Anyone without a game in a round gets {score}.", score=score)  # fmt: skip
        return f"{told} {left}"
    return told + " " + t("Bots fill the free seats, but their tournament points go to nobody.")


def _length(terms: Terms, t: Translator) -> str:
    """Return how long a round may last; nothing for an arena, which has none."""
    if terms.format is Format.ARENA:
        return ""
    if terms.live:
        minutes = round(terms.span / 60)
        return t.plural("A round lasts at most {n} minute.", "A round lasts at most {n} minutes.", minutes)
    return t.plural("A round lasts at most {n} day.", "A round lasts at most {n} days.", round(terms.span / 86400))


def _people(view: TournamentView, numbers: Sequence[int], t: Translator) -> Line:
    if not numbers:
        return t.text("Nobody has entered yet.")
    tournament = view.tournament
    checked = tournament.stage is Stage.CHECKIN
    here = [all(tournament.entrants[one].here for one in tournament.members(number)) for number in numbers[:LISTED]]
    told = [
        (*((Part("✓ "),) if checked and ready else ()), *view.who(number, t))
        for number, ready in zip(numbers, here, strict=False)
    ]
    more = len(numbers) - LISTED
    rest = words(" " + t.plural("and {n} more", "and {n} more", more)) if more > 0 else ()
    count = t.plural("{n} pair", "{n} pairs", len(numbers)) if tournament.terms.pairs else t.plural(
        "{n} entrant", "{n} entrants", len(numbers))  # fmt: skip
    return (Part(count + t.marks.colon), *joined(told, ", "), *rest)
