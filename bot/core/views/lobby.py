"""The lobby message: who sits where, what will be played, and how to join."""

from __future__ import annotations

from bot.core.domain.seat_offers import offer_at, offers
from bot.core.domain.table import Table
from bot.core.games import rulesets
from bot.core.games.game_words import preset, title, words_of
from bot.core.games.profiles import profile_of
from bot.core.games.seat_layouts import Seating
from bot.core.i18n.text_format import capital, clip, code, joined, strong, text_of, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Button, Part, Screen, Style
from bot.core.views import lobby_rules, rules
from bot.core.views.buttons import danger, grid, main, side
from bot.core.views.dice import mixing_lines, seal
from bot.core.views.incidents import gone
from bot.core.views.players import emblem, introduced, level, who
from bot.core.views.time_control import idle_line, pace_label, pace_rows, pace_sentence
from data.records import Status
from engine import players

MOST_ROWS = 5
SHORT_NAME = 20
"""How much of a name a button shows."""
Rows = tuple[tuple[Button, ...], ...]


def lobby_screen(table: Table, t: Translator) -> Screen:
    """Return the screen of a table before its game."""
    if table.status is Status.CANCELLED:
        return Screen(text_of(_heading(table, t), words(t("The table is closed.")), idle_line(table, t)))
    page = table.lobby.page
    rows = _PAGES.get(page, _main_rows)(table, t)
    return Screen(text_of(*_lines(table, page, t)), None, rows)


def _lines(table: Table, page: str, t: Translator) -> list[Line]:
    lines = [_heading(table, t), *_called(table, t), *gone(table, t), *_seats(table, t), *_asked_to_sit(table, t)]
    teams = table.seating.teams
    if teams:
        sides = ", ".join("".join(emblem(table, seat) for seat in team) for team in teams)
        lines.append(words(t("Teams: {teams}.", teams=sides)))
    agreed = lobby_rules.agreed(table, t)
    if agreed:
        lines.append(words(t("Agreed: {rules}.", rules="; ".join(agreed))))
    lobby = table.lobby
    if lobby.private:
        lines.append(words(t("Only who is invited, or has the secret code from the host, may sit.")))
    if lobby.swap:
        asker, asked = (who(table, seat, t) for seat in lobby.swap)
        lines.append(t.text("{asker} asks {asked} to swap seats.", asker=asker, asked=asked))
    auto = table.options.auto
    lines.append(words(t("Forced moves play themselves.") if auto else t("Every move is made by hand.")))
    lines.append(words(pace_sentence(table, t)))
    if not table.options.rated:
        lines.append(words(t("A friendly game: it does not count, and if all agree moves can be taken back.")))
    lines += lobby_rules.advice(table, page, t) or [words(_advice(table, page, t))]
    return [*lines, seal(table, t), *mixing_lines(table, t)]


def _called(table: Table, t: Translator) -> list[Line]:
    """Call whoever waited for this table."""
    called = table.lobby.called
    if not called:
        return []
    people = [(Part(clip(caller.name), Style.STRONG, caller.key),) for caller in called]
    return [t.text("{players}: a table is open!", players=joined(people, ", "))]


def _asked_to_sit(table: Table, t: Translator) -> list[Line]:
    """Call those for whom a seat is kept."""
    names = {offer.person: offer.name for offer in offers(table)}
    if not names:
        return []
    people = [(Part(clip(name), Style.STRONG, person),) for person, name in names.items()]
    return [t.text("{players}: take your seat if you want to play so.", players=joined(people, ", "))]


def _heading(table: Table, t: Translator) -> Line:
    chosen = rules.rules_of(table)["preset"]
    named = code(table.id)
    private = table.lobby.private and table.status is Status.LOBBY
    return (
        strong(title(t, table.game)),
        *words(f" · {preset(t, chosen)} · "),
        *(t.text("private table {code}", code=named) if private else t.text("table {code}", code=named)),
    )


def _seats(table: Table, t: Translator) -> list[Line]:
    game = words_of(table.game)
    lines = []
    for index, seat in enumerate(table.seats):
        offer = offer_at(table, index)
        kept = words(t("kept for {player}", player=clip(offer.name))) if offer is not None else words(t("free"))
        sitter = strong(introduced(table, index, t)) if not seat.is_free else kept
        label = f"{game.emblem(seat.colours)} {capital(game.side(t, seat.colours))} ({seat.colours})"
        lines.append(t.text("{side}: {player}", side=label, player=sitter))
    return lines


def _advice(table: Table, page: str, t: Translator) -> str:
    if page == "seating":
        return t("How many colours, and who plays which?")
    if page == "colours":
        return t("Which colours are played? Two at least, with a player each.")
    if page == "pace":
        return t("How long may a decision take?")
    if page == "computers":
        return t("Who is to be played by the computer?")
    if page == "people":
        return t("Go over to a free seat, or ask somebody to swap.")
    if not any(seat.is_free for seat in table.seats):
        host = next((seat.name for seat in table.seats if seat.person == table.host), "")
        return t("Everybody is here: {player} can start.", player=clip(host) or t("who opened the table"))
    return t("Take a seat! Free seats can be filled with computers.")


def _button(table: Table, label: str, verb: Verb, *arguments: str | int) -> Button:
    return side(label, encode(table.id, table.version, verb, *arguments))


def _main_rows(table: Table, t: Translator) -> Rows:
    game = words_of(table.game)
    free = [
        _button(
            table, t("Sit: {side}", side=f"{game.emblem(seat.colours)} {game.side(t, seat.colours)}"), Verb.SIT, i
        )
        for i, seat in enumerate(table.seats)
        if seat.is_free
    ]
    if free and not offers(table):
        begin = main(t("▶ Fill with computers and start"), encode(table.id, table.version, Verb.FILL))
    else:
        begin = main(t("▶ Start"), encode(table.id, table.version, Verb.START))
    others = [_button(table, t("Computers"), Verb.PAGE, "computers")]
    if len(profile_of(table.game).seatings(_colour_count(table))) > 1:
        others.append(_button(table, t("Colours and seats"), Verb.PAGE, "seating"))
    others.append(_button(table, t("Game and rules"), Verb.PAGE, "rules"))
    others.append(_button(table, pace_label(table.options.pace, t), Verb.PAGE, "pace"))
    if any(seat.person is not None for seat in table.seats):
        others += [
            _button(table, t("People"), Verb.PAGE, "people"),
            _button(table, t("Leave my seat"), Verb.LEAVE),
        ]
    rated = table.options.rated
    others += [
        _button(table, t("rankings: it counts") if rated else t("rankings: friendly"), Verb.RATED, _off(rated)),
        danger(t("Close the table"), encode(table.id, table.version, Verb.CANCEL)),
    ]
    below = grid(others, 3)
    return (*_above(_asked(table, t), free, begin, MOST_ROWS - len(below)), *below)


def _above(asked: Rows, free: list[Button], begin: Button, room: int) -> Rows:
    """Lay out what is most to be pressed, in so many rows: the beginning has its own where there is room."""
    rows = (*asked, *grid(free, 3), (begin,))
    if len(rows) <= room:
        return rows
    buttons = [*(button for row in asked for button in row), *free, begin]
    return grid(buttons, max(3, -(-len(buttons) // room)))


def _asked(table: Table, t: Translator) -> Rows:
    """Return yes and no for somebody who was asked to swap."""
    wish = table.lobby.swap
    if not wish:
        return ()
    yes = main(t("Swap"), encode(table.id, table.version, Verb.SWAP, wish[0], "yes"))
    return ((yes, _button(table, t("Do not swap"), Verb.SWAP, wish[0], "no")),)


def _people_rows(table: Table, t: Translator) -> Rows:
    """Return buttons for where people may go, whom the host may send away, and who may come."""
    moves, kicks = [], []
    several = len({seat.person for seat in table.seats} - {None}) > 1  # who sits alone has nobody to swap with
    for index, seat in enumerate(table.seats):
        sign, shown = emblem(table, index), clip(seat.name, SHORT_NAME)
        if seat.person is None:
            offer = offer_at(table, index)
            if offer is not None:
                kept_for = f"{sign} {clip(offer.name, SHORT_NAME)}"
                kicks.append(_button(table, t("send {player} away", player=kept_for), Verb.KICK, index))
            elif seat.is_free:
                side_name = words_of(table.game).side(t, seat.colours)
                moves.append(_button(table, t("go to {side}", side=f"{sign} {side_name}"), Verb.MOVETO, index))
            continue
        if several:
            moves.append(_button(table, t("swap with {player}", player=f"{sign} {shown}"), Verb.MOVETO, index))
        if seat.person != table.host:
            kicks.append(_button(table, t("send {player} away", player=f"{sign} {shown}"), Verb.KICK, index))
    private = table.lobby.private
    way = (
        _button(table, t("open to everybody"), Verb.PRIVATE, "off")
        if private
        else _button(table, t("make it private"), Verb.PRIVATE, "on")
    )
    asked = _asked(table, t)
    columns = 3 if not asked else 4
    return (*asked, *grid(moves, columns), *grid(kicks, columns + len(asked)), (way, _back(table, t)))


def _computer_rows(table: Table, t: Translator) -> Rows:
    """Return a button for each seat that nobody has.

    It says who plays there, and a press gives it to the next level.
    """
    levels = (None, *players.names())
    buttons: list[Button] = []
    for index, seat in enumerate(table.seats):
        if seat.person is not None:
            continue
        after = levels[(levels.index(seat.computer) + 1) % len(levels)]
        label = f"{emblem(table, index)} {t('free') if seat.computer is None else level(t, seat.computer)}"
        buttons.append(
            _button(table, label, Verb.FREE, index)
            if after is None
            else _button(table, label, Verb.COMPUTER, index, after)
        )
    return (*grid(buttons, 2), (_back(table, t),))


def _seating_rows(table: Table, t: Translator) -> Rows:
    count = _colour_count(table)
    now = table.seating
    sizes = [
        _button(table, _marked(t("{n} colours", n=n), here=n == count), Verb.COLOURS, n)
        for n in (3, 4, 5, 6)
        if rulesets.sized(table.game)
    ]
    offered = profile_of(table.game).seatings(count)
    ways = [
        _button(table, _marked(_seating(layout, table.game, t), here=layout == now), Verb.SEATING, index)
        for index, layout in enumerate(offered)
        if sum(map(len, layout.seats)) == count
    ]
    fewer = now if now not in offered or sum(map(len, now.seats)) < count else None
    label = t("Fewer colours") if fewer is None else _marked(_seating(fewer, table.game, t), here=True)
    below = (_back(table, t), _button(table, label, Verb.PAGE, "colours"))
    return (*grid(sizes, 4), *grid(ways, 2), below)


def _colour_count(table: Table) -> int:
    return int(rules.rules_of(table).get("colours", 4))


def _colour_rows(table: Table, t: Translator) -> Rows:
    """Return a button for each colour of the board: whether it is played."""
    table, game = table, words_of(table.game)
    count = int(rules.rules_of(table).get("colours", 0))
    played = {letter for seat in table.seats for letter in seat.colours}
    buttons = [
        _button(
            table,
            _marked(f"{game.emblem(letter)} {game.side(t, letter)}", here=letter in played),
            Verb.HUE,
            letter,
            _off(letter in played),
        )
        for letter in profile_of(table.game).letters[:count]
        if letter not in played or len(played) > 2
    ]
    return (*grid(buttons, 3), (_back(table, t, "seating"),))


def _seating(seating: Seating, game: str, t: Translator) -> str:
    """Name a seating: `4 players`, `2 players: 🟡🔴 🔵🟢`, `teams: 🟡🔴 🔵🟢`."""
    signs = words_of(game).emblem
    if seating.teams:
        return t(
            "Teams {teams}", teams=" ".join("".join(signs(seating.seats[i]) for i in team) for team in seating.teams)
        )
    seats = " ".join(map(signs, seating.seats))
    return t.plural("{n} player {seats}", "{n} players {seats}", len(seating.seats), seats=seats)


def _off(now: bool) -> str:
    return "off" if now else "on"


def _back(table: Table, t: Translator, page: str = "main") -> Button:
    return main(t("◀ Back"), encode(table.id, table.version, Verb.PAGE, page))


def _marked(label: str, *, here: bool) -> str:
    return f"✓ {label}" if here else label


_PAGES = {
    "main": _main_rows,
    "people": _people_rows,
    "computers": _computer_rows,
    "seating": _seating_rows,
    "colours": _colour_rows,
    "rules": lobby_rules.rule_rows,
    "rules2": lobby_rules.more_rows,
    "shelters": lobby_rules.shelter_rows,
    "stakes": lobby_rules.stake_rows,
    "pace": pace_rows,
}
