"""The lobby's pages about rules: games and presets, a button a switch, shelters and stakes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.core.domain.table import Table
from bot.core.domain.table_values import MOST_POINTS
from bot.core.games import rulesets
from bot.core.games.game_words import preset, title
from bot.core.i18n.text_format import capital, strong, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Button, Part
from bot.core.views import rules
from bot.core.views.buttons import Rows, choice, flow, main, side
from engine import catalog

FIRST_PAGE = 8
"""The number of switches on the first page; the second one has the rest."""
_STEPS = (-10, -1, 1, 10)
_ROOM = range(-8, 9)


def agreed(table: Table, t: Translator) -> list[str]:
    """Return the table's differences from its preset, in a few words each."""
    stakes = {f"hole{hole}" for hole in rules.staked(table)}  # listed with their points
    labels = [rules.label(t, table.game, *pair) for pair in rules.differences(table).items() if pair[0] not in stakes]
    if "shelters" in rules.rules_of(table):
        labels.append(t("safe squares {squares}", squares=_squares(table)))
    return labels + [stake(table, hole, t) for hole in rules.staked(table)]


def _differing(table: Table, t: Translator) -> Line:
    """Return a line of the table's differences from its variant; empty without any."""
    labels = agreed(table, t)
    variant = capital(preset(t, rules.rules_of(table)["preset"]))
    return t.text("{variant}, but: {rules}", variant=variant, rules=strong(" · ".join(labels))) if labels else ()


def _variant_rows(table: Table, t: Translator) -> Rows:
    """Return buttons for games and variants, and for the pages of single rules."""
    games = [
        _button(table, choice(title(t, game), t("Game"), chosen=game == table.game), Verb.GAME, game)
        for game in catalog.names()
    ]
    now = rules.rules_of(table)["preset"]
    variants = [
        _button(table, choice(capital(preset(t, name)), t("Variant"), chosen=name == now), Verb.PRESET, name)
        for name in rulesets.presets(table.game)
    ]
    ways = [_button(table, t("Rules in detail"), Verb.PAGE, "rules2")]
    if rules.staked(table):
        ways.append(_button(table, t("Stakes"), Verb.PAGE, "stakes"))
    if rulesets.sized(table.game):
        ways.append(_button(table, t("Safe squares"), Verb.PAGE, "shelters"))
    return (*flow(games), *flow(variants), *flow([*ways, _back(table, "options", t)]))


def _first_rows(table: Table, t: Translator) -> Rows:
    ways = [_back(table, "rules", t)]
    if len(rules.switches(table)) > FIRST_PAGE:
        ways = [_button(table, t("More rules"), Verb.PAGE, "rules3"), *ways]
    return (*flow(_toggles(table, t, slice(FIRST_PAGE))), *flow(ways))


def _other_rows(table: Table, t: Translator) -> Rows:
    return (*flow(_toggles(table, t, slice(FIRST_PAGE, None))), (_back(table, "rules2", t),))


def _explained(table: Table, page: slice, t: Translator) -> list[Line]:
    switches = list(rules.switches(table).items())[page]
    other = rules.differences(table)
    meanings: list[Line] = []
    for name, value in switches:
        meaning = capital(rules.label(t, table.game, name, value))
        meanings.append((*words("• "), strong(meaning) if name in other else Part(meaning)))
    variant = preset(t, rules.rules_of(table)["preset"])
    marked = t("In bold: changed from {variant}.", variant=variant) if other.keys() & dict(switches).keys() else ""
    return [*meanings, words(marked), words(t("Press a rule to change it."))]


def _shelter_rows(table: Table, t: Translator) -> Rows:
    """Return a button for each place that may be a shelter or not (P5)."""
    if not rulesets.sized(table.game):
        return ((_back(table, "rules", t),),)
    now = rulesets.shelters(rules.rules_of(table))
    places = [
        _button(
            table,
            choice(_signed(offset), chosen=offset in now),
            Verb.SHELTER,
            offset,
            "off" if offset in now else "on",
        )
        for offset in _ROOM
        if offset not in rulesets.ALWAYS_SAFE
    ]
    return (*flow(places), (_back(table, "rules", t),))


def _shelter_lines(table: Table, t: Translator) -> list[Line]:
    if not rulesets.sized(table.game):
        return []
    return [
        words(t("Safe squares: {squares}.", squares=_squares(table))),
        words(
            t(
                "Each number is a square, counted from every colour's corridor entrance: before it (−) or "
                "after it (+). Entrances and starts (+5) are always safe."
            )
        ),
    ]


def _stake_rows(table: Table, t: Translator) -> Rows:
    """Return each stake's buttons for more and fewer points, up to the limits."""
    rows = []
    for hole in rules.staked(table):
        now = table.options.stake(hole)
        wanted = dict.fromkeys(min(max(now + step, 1), MOST_POINTS) for step in _STEPS)
        rows.append(
            tuple(
                _button(table, f"{hole}{t.marks.colon}{_signed(points - now)}", Verb.STAKE, hole, points)
                for points in wanted
                if points != now
            )
        )
    return (*rows, (_back(table, "rules", t),))


def stake(table: Table, hole: str, t: Translator) -> str:
    points = table.options.stake(hole)
    return t.plural("stake on hole {hole}: {n} point", "stake on hole {hole}: {n} points", points, hole=hole)


def _toggles(table: Table, t: Translator, page: slice) -> list[Button]:
    """Return a button for each switch of a page; those that differ from the variant are marked."""
    legal, other = rulesets.switches(table.game), rules.differences(table)
    buttons = []
    for name, value in list(rules.switches(table).items())[page]:
        label, after = rules.button_label(t, table.game, name, value), rulesets.word_of(_after(legal[name], value))
        buttons.append(replace(_button(table, label, Verb.SWITCH, name, after), odd=name in other))
    return buttons


def _squares(table: Table) -> str:
    return str(rules.facts(table.game, rules.rules_of(table))["squares"])


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−")


def _after(legal: Any, value: object) -> Any:
    """Return the next value of a switch's list, the first after the last."""
    values = list(legal)
    return values[(values.index(value) + 1) % len(values)]


def _button(table: Table, label: str, verb: Verb, *arguments: str | int) -> Button:
    return side(label, encode(table.id, table.version, verb, *arguments))


def _back(table: Table, page: str, t: Translator) -> Button:
    return main(t("◀ Back"), encode(table.id, table.version, Verb.PAGE, page))


ROWS: Mapping[str, Callable[[Table, Translator], Rows]] = {
    "rules": _variant_rows,
    "rules2": _first_rows,
    "rules3": _other_rows,
    "shelters": _shelter_rows,
    "stakes": _stake_rows,
}

LINES: Mapping[str, Callable[[Table, Translator], list[Line]]] = {
    "rules": lambda table, t: [
        _differing(table, t),
        words(t("Which game, and by which rules?")),
    ],
    "rules2": lambda table, t: _explained(table, slice(FIRST_PAGE), t),
    "rules3": lambda table, t: _explained(table, slice(FIRST_PAGE, None), t),
    "shelters": _shelter_lines,
    "stakes": lambda _, t: [words(t("How many points is a stake worth? From 1 to {n}.", n=MOST_POINTS))],
}
