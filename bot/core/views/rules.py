"""The rules of a table, generated from its switches."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from bot.core import rulesets, seatings
from bot.core.options import HOLES, Options
from bot.core.screen import Text
from bot.core.texts import Line, Translator
from bot.core.views import parchis, rules_palma, rules_parchis
from bot.core.views.games import preset, title
from bot.core.views.lines import strong, text_of, words
from bot.core.views.sheet import Sheet, Sitting
from data.records import TableRecord

Rules = Mapping[str, Any]


SHEETS: Mapping[str, Sheet] = {"parchis": rules_parchis.SHEET, "palma": rules_palma.SHEET}


def rules_text(
    game: str,
    rules: Rules,
    t: Translator,
    *,
    seats: Sequence[str] | None = None,
    teams: Sequence[Sequence[int]] | None = None,
) -> Text:
    """The whole rule sheet; with a table's seats and teams only what matters to them."""
    sheet, values = SHEETS[game], _values(game, rules)
    sitting = Sitting() if seats is None else Sitting(any(len(seat) > 1 for seat in seats), teams is not None)
    relevant = [name for name in values if sheet.applies(name, values, sitting)]
    lines: list[Line] = [(strong(title(t, game)), *words(f" · {preset(t, preset_name(game, rules))}"))]
    lines += [
        words(f"• {t(sentence, squares=_shelters(game, rules))}")
        for sentence in (*sheet.always, *_parchis_extras(game, values, sitting))
    ]
    lines.append((strong(t("In detail") if seats is None else t("At this table")),))
    lines += [words(f"• {sentence_for(t, game, name, values[name])}") for name in relevant]
    return text_of(*lines)


def sitting_of(record: TableRecord) -> Sitting:
    """What of a table decides which of its rules matter."""
    seated = seatings.of(record)
    return Sitting(any(len(seat) > 1 for seat in seated.seats), seated.teams is not None)


def stake_lines(record: TableRecord, t: Translator) -> list[str]:
    """What each stake of a table is worth."""
    options = Options.load(record.options)
    return [
        t.plural(
            "stake of hole {hole}: {n} point", "stake of hole {hole}: {n} points", options.stake(hole), hole=hole
        )
        for hole in staked(record)
    ]


def sentence_for(t: Translator, game: str, name: str, value: object) -> str:
    """What a switch's value means."""
    number = value if isinstance(value, int) else 0
    return t(SHEETS[game].sentences[name, value], n=number, squares=17 * number)


def label(t: Translator, game: str, name: str, value: object) -> str:
    """A switch's value in a few words."""
    return t(SHEETS[game].labels[name, value])


def rules_of(record: TableRecord) -> dict[str, Any]:
    """A table's rules, its preset named."""
    rules: dict[str, Any] = json.loads(record.rules)
    return {"preset": preset_name(record.game, rules)} | rules


def preset_name(game: str, rules: Rules) -> str:
    """The name of the preset that rules are based on."""
    return str(rules.get("preset") or rulesets.presets(game)[0])


def differences(record: TableRecord) -> dict[str, Any]:
    """The switches in which a table differs from its preset."""
    rules = rules_of(record)
    usual = rulesets.values(record.game, {"preset": rules["preset"]})
    return {name: value for name, value in rulesets.values(record.game, rules).items() if value != usual[name]}


def switches(record: TableRecord) -> dict[str, Any]:
    """The switches that matter at a table, with their values."""
    values = rulesets.values(record.game, rules_of(record))
    applies, sitting = SHEETS[record.game].applies, sitting_of(record)
    return {name: value for name, value in values.items() if applies(name, values, sitting)}


def staked(record: TableRecord) -> tuple[str, ...]:
    """The holes that have a stake at a table."""
    values = rulesets.values(record.game, rules_of(record))
    return tuple(hole for hole in HOLES if values.get(f"hole{hole}") == "stake")


def _values(game: str, rules: Rules) -> dict[str, Any]:
    colours = {"colours": int(rules.get("colours", 4))} if rulesets.sized(game) else {}
    return colours | rulesets.values(game, {"preset": preset_name(game, rules)} | dict(rules))


def _parchis_extras(game: str, values: Mapping[str, Any], sitting: Sitting) -> tuple[str, ...]:
    if game != "parchis":
        return ()
    six = rules_parchis.POOL_SIX if values["source"] == "pool" else rules_parchis.DIE_SIX
    team = (rules_parchis.TEAM,) if sitting.teams else ()
    return (*team, six, rules_parchis.OPENING, rules_parchis.SHELTERS)


def _shelters(game: str, rules: Rules) -> str:
    return ", ".join(map(str, sorted(parchis.shelter_squares(rules)))) if game == "parchis" else ""
