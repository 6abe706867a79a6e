"""Autocomplete options: tables, seats, rules, paces, time zones, people blocked."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.application import Application
from bot.core.domain.time_control import OFFERED, TimeControlKind
from bot.core.games import rulesets
from bot.core.games.game_words import title, words_of
from bot.core.games.profiles import profile_of
from bot.core.games.seat_names import spoken
from bot.core.games.switch_names import rules_shown, switch_called
from bot.core.i18n.spelling import folded
from bot.core.i18n.time_zones import zones_like
from bot.core.i18n.translator import Translator
from bot.core.messages.requests import Person
from bot.core.services.table_service import TableService
from data.records import ChatKey, Status
from engine import catalog

MOST, LENGTH = 25, 100
PACES = (
    *(f"{hours}h" for hours in OFFERED[TimeControlKind.DAILY]),
    *(f"{seconds}s" for seconds in OFFERED[TimeControlKind.LIVE]),
    TimeControlKind.NONE.value,
)
"""The suggested paces; people can type others."""
Suggestion = tuple[str, str]
"""The label, and the value that is sent."""


async def suggest(
    core: Application, chat: ChatKey, person: Person, option: str, given: Mapping[str, str]
) -> list[Suggestion]:
    """Return at most 25 suggestions for an option; `given` are the options filled in so far."""
    t, typed = await core.service.languages.of_person(person), given.get(option, "")
    if option == "table":
        suggestions = await _tables(core.service, chat, t)
    elif option == "seat":
        suggestions = await _seats(core.service, chat, t)
    elif option == "person":
        blocks = await core.service.store.blocks(person.key)
        suggestions = [(block.name or block.other.user, block.other.user) for block in blocks]
    elif option == "command":
        suggestions = [(t.typed(f"/{command.name}"), command.name) for command in core.registry]
    elif option in ("seats", "teams"):
        ways = _ways(given, teams=option == "teams")
        suggestions = [(spoken(t, _game(given), way.split(",")), way) for way in ways]
    elif option == "rules":
        suggestions = [(rules_shown(line, t.language), line) for line in _rules(typed, given, t)]
        typed = ""
    elif option == "zone":
        suggestions = [(zone, zone) for zone in zones_like(typed, person.locale)]
        typed = ""
    elif option == "pace":
        suggestions = [(pace, pace) for pace in PACES]
    elif option == "bots":
        suggestions = _levels(core, typed, t)
    else:
        suggestions = []
    wanted = folded(typed)
    fitting = [(name[:LENGTH], value) for name, value in suggestions if wanted in folded(f"{name} {value}")]
    return [pair for pair in dict.fromkeys(fitting) if len(pair[1]) <= LENGTH][:MOST]


def _levels(core: Application, typed: str, t: Translator) -> list[Suggestion]:
    """Return the bots' levels, and the rating that was typed."""
    bots = next(option for command in core.registry for option in command.options if option.name == "bots")
    found = [(bots.choice_name(level, t), level) for level in bots.choices]
    return [*found, (typed, typed)] if bots.looks is not None and bots.looks(typed) else found


async def _tables(service: TableService, chat: ChatKey, t: Translator) -> list[Suggestion]:
    return [
        (
            f"{record.id} · {title(t, record.game)} · "
            + ", ".join(seat.name or seat.colours for seat in record.seats if seat.person is not None),
            record.id,
        )
        for record in await service.tables.of_chat(chat)
    ]


async def _seats(service: TableService, chat: ChatKey, t: Translator) -> list[Suggestion]:
    return [
        (f"{words_of(record.game).emblem(seat.colours)} {words_of(record.game).side(t, seat.colours)}", seat.colours)
        for record in await service.tables.of_chat(chat)
        if record.status is Status.LOBBY
        for seat in record.seats
        if seat.is_free
    ]


def _game(given: Mapping[str, str]) -> str:
    preset = given.get("variant")
    asked = given.get("game") or (rulesets.game_of_preset(preset) if preset else None)
    return asked if asked in catalog.names() else catalog.names()[0]


def _ways(given: Mapping[str, str], *, teams: bool) -> list[str]:
    """Return the seatings of a lobby in the form that `/play` takes."""
    count = given.get("colours", "4")
    seatings = []
    for way in profile_of(_game(given)).seatings(int(count) if count in ("3", "4", "5", "6") else 4):
        if teams and way.teams is not None:
            seatings.append(",".join("".join(way.seats[seat] for seat in team) for team in way.teams))
        elif not teams and way.teams is None:
            seatings.append(",".join(way.seats))
    return seatings


def _rules(typed: str, given: Mapping[str, str], t: Translator) -> list[str]:
    """Return the typed text with its last word completed to `rule=value`, in the reader's words or the engine's."""
    *before, last = typed.lower().split(" ")
    start = " ".join(before)
    known = {switch_called(word.partition("=")[0]) for word in before}
    pairs = [
        f"{name}={rulesets.word_of(value)}"
        for name, values in rulesets.switches(_game(given)).items()
        if name not in known
        for value in values
    ]
    fitting = (one for one in pairs if one.startswith(last) or rules_shown(one, t.language).startswith(last))
    return [f"{start} {one}".strip() for one in fitting]
