"""The lobby message: who sits where, what will be played, and how to join."""

from __future__ import annotations

from typing import Any

from bot.core import rulesets, seatings
from bot.core.options import STAKES, Options
from bot.core.screen import Button, Part, Screen, Style
from bot.core.seatings import Seating
from bot.core.table import Table
from bot.core.texts import Line, Translator
from bot.core.tokens import Verb, encode
from bot.core.views import rules
from bot.core.views.dice import mixing_lines, seal
from bot.core.views.games import preset, title, words_of
from bot.core.views.incidents import gone
from bot.core.views.lines import capital, clip, code, danger, grid, joined, main, side, strong, text_of, words
from bot.core.views.pace import idle_line, pace_label, pace_rows, pace_sentence
from bot.core.views.people import emblem, introduced, level, who
from data.records import PersonKey, SeatRecord, Status, TableRecord
from engine import catalog, players

SHORT_NAME = 20
"""How much of a name a button shows."""
Rows = tuple[tuple[Button, ...], ...]


def lobby_screen(table: Table, t: Translator) -> Screen:
    """A table before its game."""
    record = table.record
    if record.status is Status.CANCELLED:
        return Screen(text_of(_heading(record, t), words(t("The table is closed.")), idle_line(record, t)))
    page = Options.load(record.options).page
    rows = _PAGES.get(page, _main_rows)(table, t)
    return Screen(text_of(*_lines(table, page, t)), None, rows)


def _lines(table: Table, page: str, t: Translator) -> list[Line]:
    record = table.record
    lines = [_heading(record, t), *_called(record, t), *gone(record, t), *_seats(table, t)]
    teams = seatings.of(record).teams
    if teams:
        sides = ", ".join("".join(emblem(table, seat) for seat in team) for team in teams)
        lines.append(words(t("Teams: {teams}.", teams=sides)))
    agreed = [rules.label(t, record.game, *pair) for pair in rules.differences(record).items()]
    agreed += [_stake(record, hole, t) for hole in rules.staked(record)]
    if agreed:
        lines.append(words(t("Agreed: {rules}.", rules="; ".join(agreed))))
    options = Options.load(record.options)
    if options.private:
        lines.append(words(t("Only who is invited, or has the secret code from the host, may sit.")))
    if options.swap:
        asker, asked = (who(table, seat, t) for seat in options.swap)
        lines.append(t.text("{asker} asks {asked} to swap seats.", asker=asker, asked=asked))
    auto = options.auto
    lines.append(words(t("Forced moves play themselves.") if auto else t("Every move is made by hand.")))
    lines.append(words(pace_sentence(record, t)))
    if not Options.load(record.options).rated:
        lines.append(words(t("A friendly game: it does not count, and if all agree moves can be taken back.")))
    lines.append(words(_advice(record, page, t)))
    return [*lines, seal(table, t), *mixing_lines(record, t)]


def _called(record: TableRecord, t: Translator) -> list[Line]:
    """Calls whoever waited for this table."""
    called = Options.load(record.options).called
    if not called:
        return []
    people = [(Part(clip(name), Style.STRONG, PersonKey(platform, user)),) for platform, user, name in called]
    return [t.text("{players}: a table is open!", players=joined(people, ", "))]


def _heading(record: TableRecord, t: Translator) -> Line:
    chosen = rules.rules_of(record)["preset"]
    named = code(record.id)
    private = Options.load(record.options).private and record.status is Status.LOBBY
    return (
        strong(title(t, record.game)),
        *words(f" · {preset(t, chosen)} · "),
        *(t.text("private table {code}", code=named) if private else t.text("table {code}", code=named)),
    )


def _seats(table: Table, t: Translator) -> list[Line]:
    game = words_of(table.record.game)
    found = []
    for index, seat in enumerate(table.record.seats):
        sitter = strong(introduced(table, index, t)) if _taken(seat) else words(t("free"))
        label = f"{game.emblem(seat.colours)} {capital(game.side(t, seat.colours))} ({seat.colours})"
        found.append(t.text("{side}: {player}", side=label, player=sitter))
    return found


def _advice(record: TableRecord, page: str, t: Translator) -> str:
    if page == "rules":
        return t("Press a rule to change it.")
    if page == "seating":
        return t("How many colours, and who plays which?")
    if page == "pace":
        return t("How long may a decision take?")
    if page == "computers":
        return t("Who is to be played by the computer?")
    if page == "people":
        return t("Go over to a free seat, or ask somebody to swap.")
    if all(map(_taken, record.seats)):
        host = next((seat.name for seat in record.seats if seat.person == record.host), "")
        return t("Everybody is here: {player} can start.", player=clip(host) or t("who opened the table"))
    return t("Take a seat! Free seats can be filled with computers.")


def _taken(seat: SeatRecord) -> bool:
    return seat.person is not None or seat.computer is not None


def _button(record: TableRecord, label: str, verb: Verb, *arguments: str | int) -> Button:
    return side(label, encode(record.id, record.version, verb, *arguments))


def _main_rows(table: Table, t: Translator) -> Rows:
    record = table.record
    options = Options.load(record.options)
    game = words_of(record.game)
    free = [
        _button(
            record, t("Sit: {side}", side=f"{game.emblem(seat.colours)} {game.side(t, seat.colours)}"), Verb.SIT, i
        )
        for i, seat in enumerate(record.seats)
        if not _taken(seat)
    ]
    if free:
        begin = main(t("▶ Fill with computers and start"), encode(record.id, record.version, Verb.FILL))
    else:
        begin = main(t("▶ Start"), encode(record.id, record.version, Verb.START))
    pages = [_button(record, t("Computers"), Verb.PAGE, "computers")]
    if record.game == "parchis":
        pages.append(_button(record, t("Colours and seats"), Verb.PAGE, "seating"))
    pages.append(_button(record, t("Game and rules"), Verb.PAGE, "rules"))
    pages.append(_button(record, pace_label(Options.load(record.options).pace, t), Verb.PAGE, "pace"))
    pages.append(_button(record, t("People"), Verb.PAGE, "people"))
    rated = Options.load(record.options).rated
    going = (
        _button(record, t("Leave my seat"), Verb.LEAVE),
        _button(record, t("rankings: it counts") if rated else t("rankings: friendly"), Verb.RATED, _off(rated)),
        danger(t("Close the table"), encode(record.id, record.version, Verb.CANCEL)),
    )
    return (*_asked(record, t), *grid(free, 5 if options.swap else 3), (begin,), tuple(pages), going)


def _asked(record: TableRecord, t: Translator) -> Rows:
    """Yes and no for somebody who was asked to swap."""
    wish = Options.load(record.options).swap
    if not wish:
        return ()
    yes = main(t("Swap"), encode(record.id, record.version, Verb.SWAP, wish[0], "yes"))
    return ((yes, _button(record, t("Do not swap"), Verb.SWAP, wish[0], "no")),)


def _people_rows(table: Table, t: Translator) -> Rows:
    """Where people may go, whom the host may send away, and who may come."""
    record = table.record
    moves, kicks = [], []
    several = len({seat.person for seat in record.seats} - {None}) > 1  # who sits alone has nobody to swap with
    for index, seat in enumerate(record.seats):
        sign, shown = emblem(table, index), clip(seat.name, SHORT_NAME)
        if seat.person is None:
            if seat.computer is None:
                side_name = words_of(record.game).side(t, seat.colours)
                moves.append(_button(record, t("go to {side}", side=f"{sign} {side_name}"), Verb.MOVETO, index))
            continue
        if several:
            moves.append(_button(record, t("swap with {player}", player=f"{sign} {shown}"), Verb.MOVETO, index))
        if seat.person != record.host:
            kicks.append(_button(record, t("send {player} away", player=f"{sign} {shown}"), Verb.KICK, index))
    private = Options.load(record.options).private
    way = (
        _button(record, t("open to everybody"), Verb.PRIVATE, "off")
        if private
        else _button(record, t("make it private"), Verb.PRIVATE, "on")
    )
    return (*_asked(record, t), *grid(moves, 3 if len(moves) < 5 else 4), *grid(kicks, 5), (way, _back(record, t)))


def _computer_rows(table: Table, t: Translator) -> Rows:
    record = table.record
    found: list[Button] = []
    for index, seat in enumerate(record.seats):
        if seat.person is not None:
            continue
        sign = emblem(table, index)
        found += [
            _button(record, f"{sign} {level(t, each)}", Verb.COMPUTER, index, each)
            for each in players.names()
            if each != seat.computer
        ]
        if seat.computer is not None:
            found.append(_button(record, t("{sign} free", sign=sign), Verb.FREE, index))
    return (*grid(found[:20], max(2, -(-len(found) // 4))), (_back(record, t),))


def _seating_rows(table: Table, t: Translator) -> Rows:
    record = table.record
    count = int(rules.rules_of(record).get("colours", 4))
    now = seatings.of(record)
    sizes = [
        _button(record, _marked(t("{n} colours", n=n), here=n == count), Verb.COLOURS, n)
        for n in (3, 4, 5, 6)
        if rulesets.sized(record.game)
    ]
    ways = [
        _button(record, _marked(_seating(each, record.game, t), here=each == now), Verb.SEATING, index)
        for index, each in enumerate(seatings.choices(record.game, count))
    ]
    return (*grid(sizes, 4), *grid(ways, max(2, -(-len(ways) // 3))), (_back(record, t),))


def _seating(seating: Seating, game: str, t: Translator) -> str:
    """`4 players`, `2 players: 🟡🔴 🔵🟢`, `teams: 🟡🔴 🔵🟢`."""
    signs = words_of(game).emblem
    if seating.teams:
        return t(
            "Teams {teams}", teams=" ".join("".join(signs(seating.seats[i]) for i in each) for each in seating.teams)
        )
    seats = " ".join(map(signs, seating.seats))
    return t.plural("{n} player {seats}", "{n} players {seats}", len(seating.seats), seats=seats)


def _rule_rows(table: Table, t: Translator) -> Rows:
    record = table.record
    chosen = rules.rules_of(record)["preset"]
    values = rules.switches(record)
    legal = rulesets.switches(record.game)
    toggles = [
        _button(
            record,
            rules.label(t, record.game, key, value),
            Verb.SWITCH,
            key,
            rulesets.word_of(_after(legal[key], value)),
        )
        for key, value in values.items()
    ]
    toggles += [
        _button(
            record,
            _stake(record, hole, t),
            Verb.STAKE,
            hole,
            _after(STAKES, Options.load(record.options).stake(hole)),
        )
        for hole in rules.staked(record)
    ]
    others = [_button(record, title(t, game), Verb.GAME, game) for game in catalog.names() if game != record.game]
    others += [
        _button(record, preset(t, each), Verb.PRESET, each)
        for each in rulesets.presets(record.game)
        if each != chosen
    ]
    auto = Options.load(record.options).auto
    forced = t("forced moves: by themselves") if auto else t("forced moves: by hand")
    others += [_button(record, forced, Verb.AUTO, _off(auto)), _back(record, t)]
    return (*grid(toggles, max(2, -(-len(toggles) // 4))), *grid(others, 5))


def _off(now: bool) -> str:
    return "off" if now else "on"


def _stake(record: TableRecord, hole: str, t: Translator) -> str:
    points = Options.load(record.options).stake(hole)
    return t.plural("stake of hole {hole}: {n} point", "stake of hole {hole}: {n} points", points, hole=hole)


def _after(legal: Any, value: object) -> Any:
    """The value that follows in a switch's list, the first after the last."""
    found = list(legal)
    return found[(found.index(value) + 1) % len(found)]


def _back(record: TableRecord, t: Translator) -> Button:
    return main(t("◀ Back"), encode(record.id, record.version, Verb.PAGE, "main"))


def _marked(label: str, *, here: bool) -> str:
    return f"✓ {label}" if here else label


_PAGES = {
    "main": _main_rows,
    "people": _people_rows,
    "computers": _computer_rows,
    "seating": _seating_rows,
    "rules": _rule_rows,
    "pace": pace_rows,
}
