"""The pages behind the lobby's ⚙, with their buttons: options, people, bots, colours and seats.

Each is for those who may change it. Rules and pace are in other modules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.core.domain.hints import allowed
from bot.core.domain.seat_offers import offer_at
from bot.core.domain.table import Table
from bot.core.domain.table_values import RatingBarrier
from bot.core.games import rulesets
from bot.core.games.game_words import words_of
from bot.core.games.levels import base
from bot.core.games.profiles import profile_of
from bot.core.games.seat_layouts import Seating
from bot.core.i18n.text_format import capital, clip, words
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Button
from bot.core.views import lobby_rules, rules
from bot.core.views.buttons import Rows, choice, danger, flow, main, side, switch
from bot.core.views.players import STYLES, emblem, level, level_at
from bot.core.views.throwing import agreed_throws, has_lot, lot_switch
from bot.core.views.time_control import pace_label, pace_rows, pace_sentence
from engine import players

SHORT_NAME = 10
"""The length of a name on a button, so that two fit in a row."""
_BARRIERS = {
    RatingBarrier.ONE_SIDE: N_("Casual game: a rated one needs two people who play against each other."),
    RatingBarrier.BOTH_SIDES: N_("Casual game: someone has two seats that play against each other."),
    RatingBarrier.ONE_ACCOUNT: N_("Casual game: games between people who share a browser aren't rated."),
    RatingBarrier.REMOVED: N_("Casual game: an admin removed someone who was playing."),
}
WITH_SEATS = frozenset({"computers", "seating", "colours", "people", "remove"})
"""Pages that show who sits where."""


def rows(table: Table, page: str, t: Translator) -> Rows:
    """Return the buttons of a page; none for the first one."""
    return _ROWS[page](table, t) if page in _ROWS else ()


def lines(table: Table, page: str, t: Translator) -> list[Line] | None:
    """Return a page's lines: what is chosen, and what can be done; None for the first one."""
    return _LINES[page](table, t) if page in _LINES else None


def seat_label(table: Table, index: int, t: Translator) -> str:
    """Return a seat's name on a button: `🔵 Blue`, or with many colours only its signs."""
    colours, sign = table.seats[index].colours, emblem(table, index)
    return sign if len(colours) > 2 else f"{sign} {capital(words_of(table.game).side(t, colours))}"


def swap_rows(table: Table, t: Translator) -> Rows:
    """Return yes and no for a person who was asked to swap."""
    wish = table.lobby.swap
    if not wish:
        return ()
    yes = main(t("Swap"), encode(table.id, table.version, Verb.SWAP, wish[0], "yes"))
    return ((yes, _button(table, t("Don't swap"), Verb.SWAP, wish[0], "no")),)


# options -----------------------------------------------------------------------------------------------------------


def _option_rows(table: Table, t: Translator) -> Rows:
    pages = [_button(table, t("Game and rules"), Verb.PAGE, "rules")]
    if len(profile_of(table.game).seatings(_colour_count(table))) > 1:
        pages.append(_button(table, t("Colours and seats"), Verb.PAGE, "seating"))
    others = [
        _button(table, t("Bots"), Verb.PAGE, "computers"),
        _button(table, pace_label(table.options.pace, t), Verb.PAGE, "pace"),
        _button(table, t("People"), Verb.PAGE, "people"),
    ]
    ways = [danger(t("Close table"), encode(table.id, table.version, Verb.CANCEL)), _back(table, t, "main")]
    if table.people:
        ways = [_button(table, t("Leave seat"), Verb.LEAVE), *ways]
    return (*flow([*pages, *others]), *flow(_switches(table, t)), *flow(ways))


def _switches(table: Table, t: Translator) -> list[Button]:
    """Return the table's on/off settings apart from its rules."""
    options = table.options
    rated = _button(table, switch(t("Rated"), t, on=options.rated), Verb.RATED, _off(options.rated))
    return [
        *([rated] if table.rating_barrier is None else []),
        _button(table, switch(t("Auto-moves"), t, on=options.auto), Verb.AUTO, _off(options.auto)),
        _button(table, switch(t("Hints"), t, on=allowed(table)), Verb.HINTS, _off(allowed(table))),
    ]


def _option_lines(table: Table, t: Translator) -> list[Line]:
    options = table.options
    return [
        words(_counts(table, t)),
        words(t("Forced moves are automatic.") if options.auto else t("You make every move.")),
        *agreed_throws(table, t),
        *_hints(table, t),
        *([] if options.chances else [words(t("No win chances on this table's board."))]),
        *_privacy(table, t),
        words(t("Only the host can change this; anyone can leave their seat.")),
    ]


def _counts(table: Table, t: Translator) -> str:
    """Say whether the game is rated; if it cannot be, why."""
    barrier = table.rating_barrier
    if barrier is not None:
        return " ".join((t(_BARRIERS[barrier]), t("Moves can be undone if everyone agrees.")))
    if not table.options.rated:
        return t("Casual game: not rated, and moves can be undone if everyone agrees.")
    if table.is_rated:
        return t("Rated: this game counts for the leaderboards.")
    return t("Rated, as soon as two people play against each other.")


def _hints(table: Table, t: Translator) -> list[Line]:
    if table.options.hints is None:
        return []
    if table.options.hints:
        return [t.text("Hints are allowed: when you have a choice, type {command}.", command=t.command("/hint"))]
    return [words(t("No hints at this table."))]


def _privacy(table: Table, t: Translator) -> list[Line]:
    if not table.lobby.private:
        return []
    return [words(t("Private table: you need an invitation or the secret code."))]


# people and bots ---------------------------------------------------------------------------------------------------


def _people_rows(table: Table, t: Translator) -> Rows:
    """Return buttons for moving, inviting and removing."""
    moves = []
    several = len(table.people) > 1  # a person alone has nobody to swap with
    for index, seat in enumerate(table.seats):
        if seat.is_free and offer_at(table, index) is None:
            label = t("Move to: {side}", side=seat_label(table, index, t))
            moves.append(_button(table, label, Verb.MOVETO, index))
        elif seat.person is not None and several:
            name = f"{emblem(table, index)} {clip(seat.name, SHORT_NAME)}"
            moves.append(_button(table, t("Swap: {player}", player=name), Verb.MOVETO, index))
    private = table.lobby.private
    ways = [_button(table, switch(t("Private"), t, on=private), Verb.PRIVATE, _off(private))]
    if _removable(table):
        ways.append(_button(table, t("Remove…"), Verb.PAGE, "remove"))
    return (*swap_rows(table, t), *flow(moves), *flow([*ways, _back(table, t)]))


def _removable(table: Table) -> list[tuple[int, str]]:
    """Return the seats that the host may take from a person, with that person, seated or invited."""
    found = []
    for index, seat in enumerate(table.seats):
        offer = offer_at(table, index)
        if offer is not None:
            found.append((index, offer.name))
        elif seat.person is not None and seat.person != table.host:
            found.append((index, seat.name))
    return found


def _remove_rows(table: Table, t: Translator) -> Rows:
    buttons = [
        _button(table, f"❌ {emblem(table, index)} {clip(name, SHORT_NAME)}", Verb.KICK, index)
        for index, name in _removable(table)
    ]
    return (*flow(buttons), (_back(table, t, "people"),))


def _computer_rows(table: Table, t: Translator) -> Rows:
    """Return buttons for the level and style of all bots, and one for each seat without a person.

    A seat's button names its player, and a press gives it the next level.
    """
    levels, bots = (None, *players.levels()), table.options.bots
    now, style = players.plain(bots), players.style_of(bots)
    buttons: list[Button] = []
    for index, seat in enumerate(table.seats):
        if seat.person is not None or offer_at(table, index) is not None:
            continue
        after = levels[(levels.index(seat.computer and base(seat.computer)) + 1) % len(levels)]
        after = after and players.styled(after, players.style_of(seat.computer or bots))
        name = t("free") if seat.computer is None else level_at(table, seat.computer, t)
        label = f"{emblem(table, index)} {capital(name)}"
        buttons.append(
            _button(table, label, Verb.FREE, index)
            if after is None
            else _button(table, label, Verb.COMPUTER, index, after)
        )
    usual = [
        _button(
            table,
            choice(capital(level(t, name)), t("Bots"), chosen=name == now),
            Verb.BOTS,
            players.styled(name, style),
        )
        for name in players.levels()
    ]
    return (*flow(usual), *flow(buttons), *flow([*_style(table, t), _back(table, t)]))


def _style(table: Table, t: Translator) -> list[Button]:
    """Return a button with the style of all bots, which gives them the next one."""
    if not profile_of(table.game).styles:
        return []
    now, styles = players.style_of(table.options.bots), ("", *players.styles())
    after = styles[(styles.index(now) + 1) % len(styles)]
    label = t("Style: {style}", style=t(STYLES[now]) if now else t("none"))
    return [_button(table, label, Verb.BOTS, players.styled(players.plain(table.options.bots), after))]


# colours and seats -------------------------------------------------------------------------------------------------


def _seating_rows(table: Table, t: Translator) -> Rows:
    count = _colour_count(table)
    now = table.seating
    sizes = [
        _button(table, choice(str(n), t("Colours"), chosen=n == count), Verb.COLOURS, n)
        for n in (3, 4, 5, 6)
        if rulesets.sized(table.game)
    ]
    offered = profile_of(table.game).seatings(count)
    ways = [
        _button(table, choice(_seating(layout, t), t("Seats"), chosen=layout == now), Verb.SEATING, index)
        for index, layout in enumerate(offered)
        if sum(map(len, layout.seats)) == count
    ]
    fewer = sum(map(len, now.seats)) < count
    below = [_button(table, choice(t("Fewer colours"), chosen=fewer), Verb.PAGE, "colours"), _back(table, t)]
    return (*flow(sizes), *flow(ways), *flow(below))


def _colour_count(table: Table) -> int:
    return int(rules.rules_of(table).get("colours", 4))


def _colour_rows(table: Table, t: Translator) -> Rows:
    """Return a button for each colour of the board: whether it is played."""
    game = words_of(table.game)
    count = int(rules.rules_of(table).get("colours", 0))
    played = {letter for seat in table.seats for letter in seat.colours}
    buttons = [
        _button(
            table,
            choice(f"{game.emblem(letter)} {capital(game.side(t, letter))}", chosen=letter in played),
            Verb.HUE,
            letter,
            _off(letter in played),
        )
        for letter in profile_of(table.game).letters[:count]
        if letter not in played or len(played) > 2
    ]
    return (*flow(buttons), (_back(table, t, "seating"),))


def _seating(seating: Seating, t: Translator) -> str:
    """Return the name of a seating: `4 players`, `2 teams of 2`, `2 with 2 colours`."""
    if seating.teams:
        return t("{n} teams of {size}", n=len(seating.teams), size=len(seating.teams[0]))
    colours = len(seating.seats[0])
    if colours > 1:
        return t("{n} with {colours} colours", n=len(seating.seats), colours=colours)
    return t.plural("{n} player", "{n} players", len(seating.seats))


def _pace_rows(table: Table, t: Translator) -> Rows:
    """Return the paces, and below them whether people roll by hand to see who begins."""
    *paces, back = pace_rows(table, t)
    lot = ((lot_switch(table, t),),) if has_lot(table) else ()
    return (*paces, *lot, back)


# -------------------------------------------------------------------------------------------------------------------


def _button(table: Table, label: str, verb: Verb, *arguments: str | int) -> Button:
    return side(label, encode(table.id, table.version, verb, *arguments))


def _off(now: bool) -> str:
    return "off" if now else "on"


def _back(table: Table, t: Translator, page: str = "options") -> Button:
    return main(t("◀ Back"), encode(table.id, table.version, Verb.PAGE, page))


_ROWS: Mapping[str, Callable[[Table, Translator], Rows]] = {
    "options": _option_rows,
    "people": _people_rows,
    "remove": _remove_rows,
    "computers": _computer_rows,
    "seating": _seating_rows,
    "colours": _colour_rows,
    "pace": _pace_rows,
    **lobby_rules.ROWS,
}
_LINES: Mapping[str, Callable[[Table, Translator], list[Line]]] = {
    "options": _option_lines,
    "people": lambda table, t: [
        *_privacy(table, t),
        words(t("Move to a free seat, or ask someone to swap.")),
    ],
    "remove": lambda _, t: [words(t("Who has to go? They can't come back until they're invited again."))],
    "computers": lambda _, t: [words(t("How good are the bots? Press a seat to change just that one."))],
    "seating": lambda _, t: [words(t("How many colours does the board have, and who plays which?"))],
    "colours": lambda _, t: [words(t("Which colours are in? At least two, one player each."))],
    "pace": lambda table, t: [words(pace_sentence(table, t)), words(t("How much time per move?"))],
    **lobby_rules.LINES,
}
