"""The lobby message: who sits where, what will be played, and how to join."""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.lobby_rights import pressers
from bot.core.domain.seat_offers import is_rematch, offer_at, offers
from bot.core.domain.table import Table
from bot.core.domain.table_values import USUAL_LEVEL
from bot.core.games.game_words import preset, title, words_of
from bot.core.i18n.lists import listed_lines
from bot.core.i18n.text_format import capital, clip, code, joined, strong, text_of, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.button_tokens import VERBS, Verb, decode, encode
from bot.core.messages.content import Button, Part, Screen, Style
from bot.core.views import lobby_pages, lobby_rules, rules
from bot.core.views.buttons import Rows, flow, main, side
from bot.core.views.day_game import day_lines
from bot.core.views.dice import mixing_lines, seal
from bot.core.views.incidents import gone
from bot.core.views.players import level_at, titled, who
from bot.core.views.teams import teams_line
from bot.core.views.throwing import has_rolls, throws_brief, throws_button
from bot.core.views.time_control import idle_line, pace_brief, tempo_button
from data.records import Status


def lobby_screen(table: Table, t: Translator) -> Screen:
    if table.status is Status.CANCELLED:
        return Screen(text_of(_heading(table, t), words(t("The table is closed.")), idle_line(table, t)))
    page = table.lobby.page
    lines = lobby_pages.lines(table, page, t)
    if lines is None:
        lines = [*seat_lines(table, t), *_asks(table, t), _played(table, t), words(_advice(table, t)), seal(table, t)]
    elif page in lobby_pages.WITH_SEATS:
        lines = [*seat_lines(table, t), *_asks(table, t), *lines]
    else:
        lines = [*_asks(table, t), *lines]
    rows = lobby_pages.rows(table, page, t) or _main_rows(table, t)
    around = [_heading(table, t), *day_lines(table, t), *_called(table, t), *gone(table, t)]
    return Screen(text_of(*around, *lines, *mixing_lines(table, t)), None, _reserved(table, rows))


def _reserved(table: Table, rows: Rows) -> Rows:
    """Note on each button who may press it."""
    return tuple(
        tuple(replace(button, only=pressers(table, decode(button.token, VERBS))) for button in row) for row in rows
    )


def _heading(table: Table, t: Translator) -> Line:
    chosen = rules.rules_of(table)["preset"]
    named = code(table.id)
    private = table.lobby.private and table.status is Status.LOBBY
    return (
        strong(title(t, table.game)),
        *words(f" · {preset(t, chosen)} · "),
        *(t.text("private table {code}", code=named) if private else t.text("table {code}", code=named)),
    )


def _called(table: Table, t: Translator) -> list[Line]:
    called = table.lobby.called
    if not called:
        return []
    people = [(Part(clip(caller.name), Style.STRONG, caller.key),) for caller in called]
    return [t.text("{players}: a table is open!", players=listed_lines(t, people))]


def seat_lines(table: Table, t: Translator) -> list[Line]:
    game = words_of(table.game)
    lines = []
    for index, seat in enumerate(table.seats):
        offer = offer_at(table, index)
        kept = words(t("kept for {player}", player=clip(offer.name))) if offer is not None else words(t("free"))
        sitter = strong(titled(table, index, t)) if not seat.is_free else kept
        label = f"{game.emblem(seat.colours)} {capital(game.side(t, seat.colours))}"
        lines.append(t.text("{side}: {player}", side=label, player=sitter))
    return [*lines, teams_line(table, t)] if table.seating.teams else lines


def _asks(table: Table, t: Translator) -> list[Line]:
    """Mention people with offers of seats, and say who wants to swap."""
    lines = []
    names = {offer.person: offer.name for offer in offers(table)}
    if names:
        people = [(Part(clip(name), Style.STRONG, person, by=table.host),) for person, name in names.items()]
        lines.append(t.text("{players}: are you in?", players=listed_lines(t, people)))
    if table.lobby.swap:
        asker, asked = (who(table, seat, t) for seat in table.lobby.swap)
        lines.append(t.text("{asker} asks {asked} to swap seats.", asker=asker, asked=asked))
    return lines


def _played(table: Table, t: Translator) -> Line:
    """Return a line on what will be played, with the rules that differ from their variant."""
    facts = [pace_brief(table.options.pace, t), _counts(table, t)]
    if not table.options.auto:
        facts.append(t("you make every move"))
    if has_rolls(table):
        facts.append(throws_brief(table, t))
    if table.options.bots != USUAL_LEVEL and any(seat.is_free for seat in table.seats):
        facts.append(level_at(table, table.options.bots, t))
    if table.options.hints is not None:
        facts.append(t("hints allowed") if table.options.hints else t("no hints"))
    rules_told: list[Line] = [(strong(rule),) for rule in lobby_rules.agreed(table, t)]
    first, *rest = joined([*rules_told, *map(words, facts)], " · ")
    return (first._replace(text=capital(first.text)), *rest)


def _counts(table: Table, t: Translator) -> str:
    if table.rating_barrier is not None or not table.options.rated:
        return t("casual")
    return t("rated") if table.is_rated else t("rated once two people play")


def _advice(table: Table, t: Translator) -> str:
    people = table.people
    if offers(table):
        if is_rematch(table):
            return t("It starts by itself once everyone's in.")
        return t("Something has changed, so I'm asking again.")
    if any(seat.is_free for seat in table.seats):
        sentence = t("Take a seat! Bots can fill the rest.")
    elif len(people) == 1:
        host = next(seat.name for seat in table.seats if seat.person == people[0])
        sentence = t("Everyone's here. {player} can start!", player=clip(host) or t("whoever opened the table"))
    else:
        sentence = t("Everyone's here. Any of you can start!")
    leaving = t("To leave: ⚙")
    return f"{sentence} {leaving}" if people else sentence


def _main_rows(table: Table, t: Translator) -> Rows:
    """Return buttons for free seats, the start, and the other pages."""
    free = [
        _button(table, lobby_pages.seat_label(table, index, t), Verb.SIT, index)
        for index, seat in enumerate(table.seats)
        if seat.is_free and offer_at(table, index) is None
    ]
    options = _button(table, t("⚙ Options"), Verb.PAGE, "options")
    if offers(table):
        accept = main(t("I'm in!"), encode(table.id, table.version, Verb.ACCEPT))
        begin = [accept, _button(table, t("Not this time"), Verb.LEAVE), options]
    elif free:
        begin = [main(t("▶ Start with bots"), encode(table.id, table.version, Verb.FILL)), options]
    else:
        begin = [main(t("▶ Start"), encode(table.id, table.version, Verb.START)), options]
    ways = [*([throws_button(table, t)] if has_rolls(table) else []), tempo_button(table, t)]
    return (*lobby_pages.swap_rows(table, t), *flow(free), *flow(begin), *flow(ways))


def _button(table: Table, label: str, verb: Verb, *arguments: str | int) -> Button:
    return side(label, encode(table.id, table.version, verb, *arguments))
