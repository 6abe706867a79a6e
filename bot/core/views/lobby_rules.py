"""The lobby's pages about rules: games and presets, a button a switch, shelters and stakes."""

from __future__ import annotations

from typing import Any

from bot.core.domain.table import Table
from bot.core.domain.table_options import MOST_POINTS, TableOptions
from bot.core.games import rulesets
from bot.core.games.game_words import preset, title
from bot.core.i18n.text_format import words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Button
from bot.core.views import rules
from bot.core.views.buttons import grid, main, side
from data.records import TableRecord
from engine import catalog

Rows = tuple[tuple[Button, ...], ...]
FIRST_PAGE = 6
"""How many switches the first page has; the second one has the rest."""
_STEPS = (-10, -1, 1, 10)
_ROOM = range(-8, 9)


def agreed(record: TableRecord, t: Translator) -> list[str]:
    """In what a table's rules differ from its preset, in a few words each."""
    found = [rules.label(t, record.game, *pair) for pair in rules.differences(record).items()]
    if "shelters" in rules.rules_of(record):
        found.append(t("shelters {squares}", squares=_squares(record)))
    return found + [stake(record, hole, t) for hole in rules.staked(record)]


def advice(record: TableRecord, page: str, t: Translator) -> list[Line]:
    """What is to be done on a page of this module; nothing for others."""
    if page in ("rules", "rules2"):
        return [words(t("Press a rule to change it."))]
    if page == "stakes":
        return [words(t("How many points is a stake worth? From 1 to {n}.", n=MOST_POINTS))]
    if page == "shelters" and rulesets.sized(record.game):
        return [
            words(t("Shelters: {squares}.", squares=_squares(record))),
            words(
                t(
                    "Each number is a square of every colour: so many before its mouth (−) or after it (+). "
                    "Mouths and starts (+5) are always safe."
                )
            ),
        ]
    return []


def rule_rows(table: Table, t: Translator) -> Rows:
    """Games, presets and the first switches."""
    record = table.record
    others = [_button(record, title(t, game), Verb.GAME, game) for game in catalog.names() if game != record.game]
    others += [
        _button(record, preset(t, each), Verb.PRESET, each)
        for each in rulesets.presets(record.game)
        if each != rules.rules_of(record)["preset"]
    ]
    ways = [_back(record, "main", t)]
    if rules.staked(record):
        ways.append(_button(record, t("Stakes"), Verb.PAGE, "stakes"))
    if rulesets.sized(record.game):
        ways.append(_button(record, t("More rules"), Verb.PAGE, "rules2"))
    return (*grid(others, 3), *grid(_toggles(record, t)[:FIRST_PAGE], 2), tuple(ways))


def more_rows(table: Table, t: Translator) -> Rows:
    """The other switches, and the way to the shelters."""
    record = table.record
    ways = (_back(record, "rules", t), _button(record, t("Shelters"), Verb.PAGE, "shelters"))
    return (*grid(_toggles(record, t)[FIRST_PAGE:], 2), ways)


def shelter_rows(table: Table, t: Translator) -> Rows:
    """A button for each place that may be a shelter or not."""
    record = table.record
    if not rulesets.sized(record.game):
        return ((_back(record, "rules", t),),)
    now = rulesets.shelters(rules.rules_of(record))
    places = [
        _button(record, _signed(offset, here=offset in now), Verb.SHELTER, offset, "off" if offset in now else "on")
        for offset in _ROOM
        if offset not in rulesets.ALWAYS_SAFE
    ]
    return (*grid(places, 5), (_back(record, "rules2", t),))


def stake_rows(table: Table, t: Translator) -> Rows:
    """For each stake the steps to other points, up to the bounds."""
    record = table.record
    rows = []
    for hole in rules.staked(record):
        now = TableOptions.load(record.options).stake(hole)
        wanted = dict.fromkeys(min(max(now + step, 1), MOST_POINTS) for step in _STEPS)
        rows.append(
            tuple(
                _button(record, f"{hole}: {_signed(points - now)}", Verb.STAKE, hole, points)
                for points in wanted
                if points != now
            )
        )
    return (*rows, (_back(record, "rules", t),))


def stake(record: TableRecord, hole: str, t: Translator) -> str:
    """What a stake is worth."""
    points = TableOptions.load(record.options).stake(hole)
    return t.plural("stake of hole {hole}: {n} point", "stake of hole {hole}: {n} points", points, hole=hole)


def _toggles(record: TableRecord, t: Translator) -> list[Button]:
    legal = rulesets.switches(record.game)
    found = [
        _button(
            record,
            rules.label(t, record.game, name, value),
            Verb.SWITCH,
            name,
            rulesets.word_of(_after(legal[name], value)),
        )
        for name, value in rules.switches(record).items()
    ]
    auto = TableOptions.load(record.options).auto
    forced = t("forced moves: by themselves") if auto else t("forced moves: by hand")
    return [*found, _button(record, forced, Verb.AUTO, "off" if auto else "on")]


def _squares(record: TableRecord) -> str:
    return str(rules.facts(record.game, rules.rules_of(record))["squares"])


def _signed(number: int, *, here: bool = False) -> str:
    return ("✓ " if here else "") + f"{number:+d}".replace("-", "−")


def _after(legal: Any, value: object) -> Any:
    """The value that follows in a switch's list, the first after the last."""
    found = list(legal)
    return found[(found.index(value) + 1) % len(found)]


def _button(record: TableRecord, label: str, verb: Verb, *arguments: str | int) -> Button:
    return side(label, encode(record.id, record.version, verb, *arguments))


def _back(record: TableRecord, page: str, t: Translator) -> Button:
    return main(t("◀ Back"), encode(record.id, record.version, Verb.PAGE, page))
