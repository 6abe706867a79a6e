"""Represent what a chat shows independently of platforms: text in parts, a picture, rows of buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from data.records import ChatKey, PersonKey


class Style(StrEnum):
    """The emphasis of a part of a text."""

    PLAIN = "plain"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    CODE = "code"
    COMMAND = "command"
    """A command as its reader writes it, to type or, where the platform can, to press."""


class Part(NamedTuple):
    """A run of text: a tuple, which is made quickest, since every board has fifty.

    `mention`: names and notifies a person. `by`: who caused that; people who blocked them aren't notified. `named`:
    names a person without a notification. `moment` (Unix seconds): a time, shown in the reader's zone if the platform
    can, to the second if `exact`. `chat`: a link to a place. `link`: an address to open. `command`: the name under
    which the platform makes it pressable. `game`: the code of a game to replay. `table`: that
    of one to look at in private, if the platform can.
    """

    text: str
    style: Style = Style.PLAIN
    mention: PersonKey | None = None
    moment: float | None = None
    exact: bool = False
    named: PersonKey | None = None
    chat: ChatKey | None = None
    link: str | None = None
    command: str = ""
    game: str = ""
    by: PersonKey | None = None
    table: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """Lines of parts. Adapters escape and format; the core never writes a platform's markup."""

    lines: tuple[tuple[Part, ...], ...] = ()

    @property
    def plain(self) -> str:
        """The words without format, one line each."""
        return "\n".join("".join(part.text for part in line) for line in self.lines)


class Tone(StrEnum):
    """The role of a button: the main action, an ordinary one, or one that ends something."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class State:
    """The setting that a button shows: its `name` without a sign, and whether it is a `switch` or a choice.

    `among`: the group of choices of which only one can be on.
    """

    name: str
    on: bool
    switch: bool
    among: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """A button: its label (at most 80 characters) and its token (at most 64 bytes).

    The label includes the `state`, for platforms that can't show it otherwise. `odd`: the state is not the default.
    `only`: the people whose press is accepted, for platforms with buttons for each reader; None for anyone.
    """

    label: str
    token: str
    tone: Tone = Tone.SECONDARY
    state: State | None = None
    odd: bool = False
    only: frozenset[PersonKey] | None = None


Draw = Callable[[str], bytes]
"""Takes the name of a theme, empty for the board's own."""
Describe = Callable[[str, int], bytes | None]
"""Takes the name of a theme, empty for the board's own, and a density: boards with more than 1 are at rest."""


@dataclass(frozen=True, slots=True)
class Undrawn:
    """A board for platforms that put boards together themselves. Nothing is drawn until somebody asks, in any thread.

    `position`: JSON that is the same for the same board, and from which it can be shown again at rest.
    """

    position: str
    describe: Describe = field(compare=False, repr=False)
    draw: Draw = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded image, or what draws it; an animation may have a `still` as a fallback.

    `description`: its alt text, or what makes it, since some platforms have no room for it. `free`: its chat has
    chosen no theme, so readers may see it in another. A `board` has no data. `film`: the board whose last move leads
    to a result card, for platforms that put boards together. `shows`: the same text for the same picture, if known.
    """

    drawn: bytes | Callable[[], bytes]
    description: str | Callable[[], str]
    media_type: str = "image/png"
    still: Picture | None = None
    free: bool = False
    board: Undrawn | None = None
    film: Undrawn | None = None
    shows: str = ""

    @property
    def data(self) -> bytes:
        return self.drawn if isinstance(self.drawn, bytes) else self.drawn()

    @property
    def alt(self) -> str:
        return self.description if isinstance(self.description, str) else self.description()


@dataclass(frozen=True, slots=True)
class Document:
    """A text sent as a file: its name with suffix, its text, and its media type."""

    name: str
    text: str
    media_type: str = "text/plain"


@dataclass(frozen=True, slots=True)
class Subject:
    """The people a message names, in words or in its picture, and the table version it shows.

    `actor` is the only person who may play now. `game` is the table whose whole game the message is about. `winners`
    are the people who won. `event` is the tournament that it is about.
    """

    people: frozenset[PersonKey]
    table: str = ""
    version: int = 0
    actor: PersonKey | None = None
    game: str = ""
    winners: frozenset[PersonKey] = frozenset()
    event: str = ""


Disc = tuple[float, float, float]
"""Centre in pixels of a picture, y down, and radius."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where on a picture a button's action can be done too: its landing point, and the moving piece, if any."""

    token: str
    landing: Disc
    piece: Disc | None = None


@dataclass(frozen=True, slots=True)
class Details:
    """What a platform with room for it shows next to a game's board.

    `tint`: the colour to move, `#rrggbb`. `value`: the number to move, 0 for none. `story`: the last turns, each with
    a permanent number. `about`: the table, its rules and its seal. `heard`: the last plies with a sound, by number:
    `die` or `capture`.
    """

    spots: tuple[Spot, ...] = ()
    tint: str = ""
    value: int = 0
    story: tuple[tuple[int, str], ...] = ()
    about: Text = Text()
    heard: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A seat on the picture of a lobby: where it is, and what can be done there.

    `caption`: the seat and its holder. `deeds`: actions to choose from, by the `holder` alone if there is one.
    `mark`: what the picture doesn't say about the holder.
    """

    discs: tuple[Disc, ...]
    caption: str
    deeds: tuple[Button, ...] = ()
    holder: PersonKey | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """One message of the bot: at most 5 rows of 5 buttons.

    `about`: its subject beyond the text's parts. `told`: the same in other languages, with the same picture.
    `details`, and the `places` of a lobby: for platforms with room for them. `turns`: the range of lines that a story
    makes superfluous. `repeatable`: its buttons do the same however often they are pressed, so one copy serves all.
    """

    text: Text
    picture: Picture | None = None
    rows: tuple[tuple[Button, ...], ...] = ()
    about: Subject | None = None
    told: tuple[tuple[str, Screen], ...] = ()
    details: Details | None = None
    places: tuple[Place, ...] = ()
    turns: tuple[int, int] = (0, 0)
    repeatable: bool = False

    @property
    def people(self) -> frozenset[PersonKey]:
        """All the people it names."""
        parts = [part for line in self.text.lines for part in line]
        told = {person for part in parts for person in (part.mention, part.named) if person is not None}
        return frozenset(told) | (self.about.people if self.about is not None else frozenset())
