"""Parchís in words: colours, pieces, squares, moves and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from bot.core.games import rulesets
from bot.core.games.parchis.hands import holders, row
from bot.core.games.profile import Names
from bot.core.i18n.lists import listed
from bot.core.i18n.text_format import joined, signed, words
from bot.core.i18n.translator import N_, Line, Translator
from engine.events import GOAL, HOME, Captured, Entered, Event, Lost, Moved
from engine.game import Move
from engine.parchis.board import LETTERS, SHELTER_OFFSETS, board
from engine.parchis.events import BarrierOpened, ThirdSix
from engine.parchis.state import State

COLOURS = {
    "Y": N_("yellow"),
    "B": N_("blue"),
    "R": N_("red"),
    "G": N_("green"),
    "P": N_("purple"),
    "O": N_("orange"),
}
PIECES = {
    "Y": N_("yellow {n}"),
    "B": N_("blue {n}"),
    "R": N_("red {n}"),
    "G": N_("green {n}"),
    "P": N_("purple {n}"),
    "O": N_("orange {n}"),
}
SIGNS = {"Y": "🟡", "B": "🔵", "R": "🔴", "G": "🟢", "P": "🟣", "O": "🟠"}


def emblem(colours: str) -> str:
    return "".join(SIGNS.get(letter, "⚪") for letter in colours)


def side(t: Translator, colours: str) -> str:
    return listed(t, [colour(t, letter) for letter in colours])


def colour(t: Translator, letter: str) -> str:
    return t(COLOURS[letter]) if letter in COLOURS else letter


def piece(t: Translator, piece: str) -> str:
    return t(PIECES[piece[0]], n=piece[1:]) if piece[:1] in PIECES else piece


def square(t: Translator, name: str) -> str:
    if name == GOAL:
        return t("goal")
    if name == HOME:
        return t("home")
    return t("corridor {n}", n=name[1:]) if name.startswith("c") else name


def brief(
    t: Translator,
    events: Sequence[Event],
    own: str,
    names: Names,
    after: State | None = None,
    *,
    numbered: bool = True,
) -> Line:
    """Return the result of a number as briefly as possible; `own` are the colours of the turn's seat.

    A piece is named by its number, with its colour unless that is its player's only colour. Not `numbered`: only a
    piece of another colour has its sign. A capture has its victim, an arrival in the goal the count of its side's
    pieces there.
    """
    one = _brief if numbered else unnumbered
    return joined((one(t, event, events[at + 1 :], own, names, after) for at, event in enumerate(events)), ", ")


def unnumbered(
    t: Translator, event: Event, later: Sequence[Event], own: str, names: Names, after: State | None
) -> Line:
    """Return what was done without the number of the piece, and for which teammate if it is theirs."""
    match event:
        case ThirdSix(piece=str() as name):
            if event.spared or name[:1] in own or after is None:
                gone = t("the last piece moved goes home")
                return words(_spared(t, t("the piece"), name, after) if event.spared else gone)
            return t.text("{player}'s piece goes home", player=names(seat_of(name, after)))
        case Moved(piece=name) | Entered(piece=name):
            captured = _capture(name, later)
        case _:
            return words(t("no move")) if isinstance(event, Lost) else ()
    deed = _deed(t, event, captured, names, after)
    if name[:1] in own or after is None:
        return deed if name[:1] == own else (*words(f"{emblem(name[:1])} "), *deed)
    mate = names(seat_of(name, after))
    if captured is None and isinstance(event, Entered):
        return t.text("brings a piece of {mate}'s out", mate=mate)
    if captured is None and event.to == GOAL:
        return _counted(t, t.text("brings a piece of {mate}'s to the goal", mate=mate), name, after)
    if captured is None:
        return t.text("moves for {mate}: {deed}", mate=mate, deed=deed)
    return t.text("with {mate}'s piece {deed}", mate=mate, deed=deed)


def _deed(
    t: Translator, event: Moved | Entered, captured: Captured | None, names: Names, after: State | None
) -> Line:
    """Return what a piece did, and what it captured."""
    if captured is not None:
        owner = names(captured.owner)
        told = t.text("comes out and takes {player}'s piece", player=owner)
        if isinstance(event, Moved):
            told = t.text("takes {player}'s piece on {square}", player=owner, square=event.to)
        return _of_whom(t, (*told, *_toll(captured, after)), captured, after)
    if isinstance(event, Entered):
        return words(t("a piece comes out"))
    if event.to == GOAL:
        return _counted(t, words(t("a piece reaches the goal")), event.piece, after)
    return words(_way(t, event))


def _toll(captured: Captured, after: State | None) -> Line:
    """Return how many squares a captured piece loses, such as `(−21)`."""
    if after is None:
        return ()
    return words(f" (−{after.setup.board.step(LETTERS.index(captured.piece[0]), captured.square)})")


def _of_whom(t: Translator, deed: Line, captured: Captured, after: State | None) -> Line:
    """Return a capture, and whether it is one within a team or of a piece of the player's own."""
    teams = () if after is None or after.setup.teams is None else after.setup.side_of_seat
    if teams and teams[captured.owner] == teams[captured.seat]:
        return t.text("{deed} (own team!)", deed=deed)
    return t.text("{deed} (their own!)", deed=deed) if captured.owner == captured.seat else deed


def seat_of(piece: str, state: State) -> int:
    """Return the seat that has a piece's colour."""
    colour = LETTERS.index(piece[0])
    return next(seat for seat, own in enumerate(state.setup.seats) if colour in own)


def _way(t: Translator, event: Moved) -> str:
    """Return the squares of a move."""
    to = event.to[1:] if event.origin.startswith("c") else square(t, event.to)
    return f"{square(t, event.origin)} → {to}"


def _capture(piece: str, later: Sequence[Event]) -> Captured | None:
    """Return the capture that a piece makes by its move."""
    return next((event for event in later if isinstance(event, Captured) and event.by == piece), None)


def _brief(t: Translator, event: Event, later: Sequence[Event], own: str, names: Names, after: State | None) -> Line:
    match event:
        case Moved():
            piece = numbered(t, event.piece, own)
            if (victim := _victim(t, event.piece, later, names, after)) is not None:
                return t.text("{piece} takes {victim} on {square}", piece=piece, victim=victim, square=event.to)
            if event.to == GOAL:
                return _counted(t, words(t("{piece} reaches the goal", piece=piece)), event.piece, after)
            return words(_steps(t, piece, event))
        case Entered():
            piece = numbered(t, event.piece, own)
            if (victim := _victim(t, event.piece, later, names, after)) is not None:
                return t.text("{piece} comes out and takes {victim}", piece=piece, victim=victim)
            return words(t("{piece} comes out", piece=piece))
        case ThirdSix() if event.piece is not None:
            piece = numbered(t, event.piece, own)
            home = t("{piece} goes home", piece=piece)
            return words(_spared(t, piece, event.piece, after) if event.spared else home)
        case Lost():
            return words(t("no move"))
    return ()


def _spared(t: Translator, piece: str, name: str, after: State | None) -> str:
    """Return why a third 6 doesn't send a piece home: where it is (P53)."""
    place = "" if after is None else after.squares(LETTERS.index(name[0]))[int(name[1:]) - 1]
    if place.isdecimal():
        return t("{piece} is safe on {square}", piece=piece, square=place)
    if place.startswith("c"):
        return t("{piece} is safe in the corridor", piece=piece)
    return t("{piece} is safe", piece=piece)


def _victim(t: Translator, piece: str, later: Sequence[Event], names: Names, after: State | None) -> Line | None:
    """Return whose piece this piece captures by its move, and which one; None if it captures none."""
    captured = _capture(piece, later)
    if captured is None or after is None:
        return None
    colours = "".join(LETTERS[colour] for colour in after.setup.seats[captured.owner])
    taken = numbered(t, captured.piece, colours)
    return _of_whom(t, t.text("{player}'s {piece}", player=names(captured.owner), piece=taken), captured, after)


def _counted(t: Translator, deed: Line, piece: str, after: State | None) -> Line:
    """Return an arrival with the pieces that its player, or team, has in the goal, of all."""
    if after is None:
        return deed
    setup = after.setup
    side = setup.sides[setup.side_of_seat[seat_of(piece, after)]]
    n, total = sum(after.squares(colour).count(GOAL) for colour in side), setup.rules.pieces * len(side)
    if setup.teams is None:
        return t.text("{deed} ({n} of {total})", deed=deed, n=n, total=total)
    return t.text("{deed} (team: {n} of {total})", deed=deed, n=n, total=total)


def arrived(state: State) -> tuple[int, ...]:
    """Return how many pieces each seat has in the goal."""
    steps, goal = state.steps, state.setup.board.goal
    return tuple([steps[piece] for piece in own].count(goal) for own in state.setup.own)


def pieces(state: State) -> tuple[int, ...]:
    """Return how many pieces each seat has."""
    return tuple(state.setup.rules.pieces * len(own) for own in state.setup.seats)


def _steps(t: Translator, piece: str, event: Moved) -> str:
    origin, target = event.origin, event.to
    if origin.startswith("c"):
        return t("{piece}, corridor {origin} → {target}", piece=piece, origin=origin[1:], target=target[1:])
    if target.startswith("c"):
        return t("{piece}, {origin} → corridor {target}", piece=piece, origin=origin, target=target[1:])
    return t("{piece}, {origin} → {target}", piece=piece, origin=origin, target=target)


def plain_move(t: Translator, events: Sequence[Event]) -> tuple[str, str]:
    """Return the piece and its new square in words if only a plain move was made; else empty texts."""
    moves = [event for event in events if not isinstance(event, BarrierOpened)]
    match moves:
        case [Moved(piece=piece, origin=origin, to=to)] if to != GOAL:
            in_corridor = origin.startswith("c") and to.startswith("c")
            return piece, to[1:] if in_corridor else square(t, to)
    return "", ""


def numbered(t: Translator, name: str, own: str) -> str:
    """Return a piece by its number, and by its colour with its sign if that is not obvious."""
    return t("piece {n}", n=name[1:]) if name[:1] == own else signed(emblem(name[:1]), piece(t, name))


def clause(t: Translator, event: Event, told: str = "") -> str | None:
    """Return an event as a clause to be read aloud; None if other text covers it.

    `told` is the piece of the clauses before, which needs no name again.
    """
    match event:
        case Moved(piece=moved):
            return _onward(t, event) if moved == told else _movement(t, event)
        case Entered():
            return t("{piece} comes out on {square}", piece=piece(t, event.piece), square=event.to)
        case Captured():
            return t("captures {piece}", piece=piece(t, event.piece))
        case BarrierOpened():
            return _opening(t, event.square)
    return None


def _movement(t: Translator, event: Moved) -> str:
    origin, target = event.origin, event.to
    places = {
        "piece": piece(t, event.piece),
        "origin": origin.removeprefix("c"),
        "target": target.removeprefix("c"),
    }
    if target == GOAL:
        return t("{piece} reaches the goal", **places)
    if not target.startswith("c"):
        return t("{piece} goes from {origin} to {target}", **places)
    if origin.startswith("c"):
        return t("{piece} moves up its corridor from {origin} to {target}", **places)
    return t("{piece} goes from {origin} into its corridor, to {target}", **places)


def _onward(t: Translator, event: Moved) -> str:
    """Return where the piece of the clauses before goes."""
    if event.to == GOAL:
        return t("goes on to the goal")
    if event.to.startswith("c"):
        return t("goes on to {target} of its corridor", target=event.to[1:])
    return t("goes on to {target}", target=event.to)


def _opening(t: Translator, name: str) -> str:
    if name.startswith("c"):
        return t("opens its barrier on corridor square {square}", square=name[1:])
    return t("opens the barrier on {square}", square=name)


def label(t: Translator, move: Move, events: Sequence[Event]) -> str:
    """Return a move's button label: `🟡2 +6 → 32 × 🔵3`; just the number for one to pick."""
    if move.startswith("n"):
        return move[1:] if move != "n0" else t("∅ pass")
    name, _, steps = move.partition("+")
    shown = _token(name)
    words = [t("{piece} comes out", piece=shown) if steps == "in" else f"{shown} +{steps}"]
    for event in events:
        match event:
            case Moved(piece=piece, to=to) if piece == name:
                words.append(f"→ {square(t, to)}")
            case Captured(piece=piece):
                words.append(f"× {_token(piece)}")
            case BarrierOpened():
                words.append("🚧")
    return " ".join(words)


def _token(piece: str) -> str:
    return f"{emblem(piece[:1])}{piece[1:]}"


def squares(t: Translator, colours: str, position: Mapping[str, Any]) -> str:
    """Return where a seat's pieces are: `1 on 12; 2 and 3 on 20 (barrier); 4 at home`.

    The colour comes first if a seat has several.
    """
    sentences = []
    for letter in colours:
        words = _places(t, tuple(position["pieces"].get(letter, ())))
        sentences.append(
            t("{colour}: {places}", colour=colour(t, letter), places=words) if len(colours) > 1 else words
        )
    return ". ".join(sentences)


@lru_cache(maxsize=512)
def _places(t: Translator, squares: tuple[str, ...]) -> str:
    """Return where the pieces of a colour are.

    Cached, since most of them stay from one board to the next.
    """
    places: dict[str, list[str]] = {}
    for number, place in enumerate(squares, start=1):
        places.setdefault(place, []).append(str(number))
    return t.marks.semicolon.join(
        _standing(t, listed(t, numbers), place, len(numbers)) for place, numbers in places.items()
    )


def _standing(t: Translator, numbers: str, place: str, count: int) -> str:
    if place == HOME:
        return t("{numbers} at home", numbers=numbers)
    if place == GOAL:
        return t("{numbers} in the goal", numbers=numbers)
    values = {"numbers": numbers, "square": place.removeprefix("c")}
    if place.startswith("c"):
        words = t("{numbers} on corridor square {square}", **values)
    else:
        words = t("{numbers} on {square}", **values)
    return t("{pieces} (barrier)", pieces=words) if count == 2 else words


def remarks(t: Translator, position: Mapping[str, Any]) -> tuple[str, ...]:
    """Return occupied shelters, squares that two colours share, and the numbers left in a diceless game."""
    there: dict[str, list[str]] = {}
    for letter, places in position["pieces"].items():
        for place in filter(str.isdigit, places):
            there.setdefault(place, []).append(letter)
    shelters = shelter_squares(position["rules"])
    safe = sorted((place for place in there if int(place) in shelters), key=int)
    sentences = [t("On safe squares: {squares}.", squares=", ".join(safe))] if safe else []
    shared = sorted((place for place, letters in there.items() if len(set(letters)) > 1), key=int)
    if shared:
        blocked = {place for place in shared if _blocks(position, there[place], safe=place in safe)}
        squares = [t("{square} (nobody passes)", square=place) if place in blocked else place for place in shared]
        sentences.append(t("Shared by two colours: {squares}.", squares=", ".join(squares)))
    if position.get("pools"):
        sentences.append(t("Numbers left: {pools}.", pools=pools(t, position)))
    return tuple(sentences)


def shelter_squares(rules: Mapping[str, Any]) -> frozenset[int]:
    """Return the shelters of a board, from the rules as JSON."""
    return board(int(rules.get("colours", 4)), tuple(rules.get("shelters") or SHELTER_OFFSETS)).shelters


def _blocks(position: Mapping[str, Any], letters: Sequence[str], *, safe: bool) -> bool:
    """Return whether two colours on one square let nobody past.

    Friends do if the rules say so, strangers on a shelter.
    """
    values = rulesets.values("parchis", position["rules"])
    teams, seats = position.get("teams"), position.get("seats") or []
    sides = ["".join(seats[seat] for seat in team) for team in teams] if teams else list(seats)
    if any(set(letters) <= set(allies) for allies in sides):
        pair = values["team_pair" if teams else "own_pair"]
        return pair == "barrier" or (safe and bool(values["mixed_pair_blocks"]))
    return safe and bool(values["mixed_pair_blocks"])


def pools(t: Translator, position: Mapping[str, Any]) -> str:
    """Return the numbers left to each seat of a diceless game, with the names of colours."""
    return ", ".join(
        f"{signed(emblem(owner), side(t, owner))} {row(numbers)}" for owner, numbers in holders(position)
    )
