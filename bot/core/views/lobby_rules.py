"""The lobby's pages about rules: games and presets, a button a switch, shelters and stakes."""

from __future__ import annotations

from typing import Any

from bot.core.domain.table import Table
from bot.core.domain.table_values import MOST_POINTS
from bot.core.games import rulesets
from bot.core.games.game_words import preset, title
from bot.core.i18n.text_format import words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Button
from bot.core.views import rules
from bot.core.views.buttons import grid, main, side
from engine import catalog

Rows = tuple[tuple[Button, ...], ...]
FIRST_PAGE = 6
"""How many switches the first page has; the second one has the rest."""
_STEPS = (-10, -1, 1, 10)
_ROOM = range(-8, 9)


def agreed(table: Table, t: Translator) -> list[str]:
    """Say in what a table's rules differ from its preset, in a few words each."""
    labels = [rules.label(t, table.game, *pair) for pair in rules.differences(table).items()]
    if "shelters" in rules.rules_of(table):
        labels.append(t("shelters {squares}", squares=_squares(table)))
    return labels + [stake(table, hole, t) for hole in rules.staked(table)]


def advice(table: Table, page: str, t: Translator) -> list[Line]:
    """Say what is to be done on a page of this module; nothing for others."""
    if page in ("rules", "rules2"):
        return [words(t("Press a rule to change it."))]
    if page == "stakes":
        return [words(t("How many points is a stake worth? From 1 to {n}.", n=MOST_POINTS))]
    if page == "shelters" and rulesets.sized(table.game):
        return [
            words(t("Shelters: {squares}.", squares=_squares(table))),
            words(
                t(
                    "Each number is a square of every colour: so many before its mouth (−) or after it (+). "
                    "Mouths and starts (+5) are always safe."
                )
            ),
        ]
    return []


def rule_rows(table: Table, t: Translator) -> Rows:
    """Return buttons for games, presets and the first switches."""
    others = [_button(table, title(t, game), Verb.GAME, game) for game in catalog.names() if game != table.game]
    others += [
        _button(table, preset(t, name), Verb.PRESET, name)
        for name in rulesets.presets(table.game)
        if name != rules.rules_of(table)["preset"]
    ]
    ways = [_back(table, "main", t)]
    if rules.staked(table):
        ways.append(_button(table, t("Stakes"), Verb.PAGE, "stakes"))
    if rulesets.sized(table.game):
        ways.append(_button(table, t("More rules"), Verb.PAGE, "rules2"))
    return (*grid(others, 3), *grid(_toggles(table, t)[:FIRST_PAGE], 2), tuple(ways))


def more_rows(table: Table, t: Translator) -> Rows:
    """Return buttons for the other switches, and the way to the shelters."""
    ways = (_back(table, "rules", t), _button(table, t("Shelters"), Verb.PAGE, "shelters"))
    return (*grid(_toggles(table, t)[FIRST_PAGE:], 2), ways)


def shelter_rows(table: Table, t: Translator) -> Rows:
    """Return a button for each place that may be a shelter or not (P5)."""
    if not rulesets.sized(table.game):
        return ((_back(table, "rules", t),),)
    now = rulesets.shelters(rules.rules_of(table))
    places = [
        _button(table, _signed(offset, here=offset in now), Verb.SHELTER, offset, "off" if offset in now else "on")
        for offset in _ROOM
        if offset not in rulesets.ALWAYS_SAFE
    ]
    return (*grid(places, 5), (_back(table, "rules2", t),))


def stake_rows(table: Table, t: Translator) -> Rows:
    """Return for each stake the steps to other points, up to the bounds."""
    rows = []
    for hole in rules.staked(table):
        now = table.options.stake(hole)
        wanted = dict.fromkeys(min(max(now + step, 1), MOST_POINTS) for step in _STEPS)
        rows.append(
            tuple(
                _button(table, f"{hole}: {_signed(points - now)}", Verb.STAKE, hole, points)
                for points in wanted
                if points != now
            )
        )
    return (*rows, (_back(table, "rules", t),))


def stake(table: Table, hole: str, t: Translator) -> str:
    """Say what a stake is worth."""
    points = table.options.stake(hole)
    return t.plural("stake of hole {hole}: {n} point", "stake of hole {hole}: {n} points", points, hole=hole)


def _toggles(table: Table, t: Translator) -> list[Button]:
    legal = rulesets.switches(table.game)
    buttons = [
        _button(
            table,
            rules.label(t, table.game, name, value),
            Verb.SWITCH,
            name,
            rulesets.word_of(_after(legal[name], value)),
        )
        for name, value in rules.switches(table).items()
    ]
    auto = table.options.auto
    forced = t("forced moves: by themselves") if auto else t("forced moves: by hand")
    return [*buttons, _button(table, forced, Verb.AUTO, "off" if auto else "on")]


def _squares(table: Table) -> str:
    return str(rules.facts(table.game, rules.rules_of(table))["squares"])


def _signed(number: int, *, here: bool = False) -> str:
    return ("✓ " if here else "") + f"{number:+d}".replace("-", "−")


def _after(legal: Any, value: object) -> Any:
    """Return the value that follows in a switch's list, the first after the last."""
    values = list(legal)
    return values[(values.index(value) + 1) % len(values)]


def _button(table: Table, label: str, verb: Verb, *arguments: str | int) -> Button:
    return side(label, encode(table.id, table.version, verb, *arguments))


def _back(table: Table, page: str, t: Translator) -> Button:
    return main(t("◀ Back"), encode(table.id, table.version, Verb.PAGE, page))
