"""What a chat shows, in no platform's terms: text in parts, a picture, rows of buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from data.records import ChatKey, PersonKey


class Style(StrEnum):
    """How a part of a text stands out."""

    PLAIN = "plain"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    CODE = "code"
    COMMAND = "command"
    """A command as its reader gives it, to be typed or, where the platform can, pressed."""


@dataclass(frozen=True, slots=True)
class Part:
    """A run of text; with `mention` it names a person, and notifies them where the platform can.

    With `by` another person causes the mention: it notifies nobody who has blocked that person.
    With `named` it names a person without calling them, so that it is known of whom a message speaks.
    With `moment` (Unix seconds) it names a time, which a platform may show in the reader's own zone, to the second if
    it is `exact`. `chat` names a place, to which it leads where the platform can; `link` is an address that it opens.
    With `command` it is a command, by the name under which the platform lets people press it. `game` is the code of a
    game, which can be gone through where the platform has a place for that.
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


@dataclass(frozen=True, slots=True)
class Text:
    """Lines of parts. Adapters escape and format; the core never writes a platform's markup."""

    lines: tuple[tuple[Part, ...], ...] = ()

    @property
    def plain(self) -> str:
        """The bare words, a line each."""
        return "\n".join("".join(part.text for part in line) for line in self.lines)


class Tone(StrEnum):
    """What a button is about: the main thing to do, an ordinary one, or one that ends something."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class State:
    """What a button says is so or not: the `name` of that, without a sign; a `switch`, or one of several choices.

    Of choices `among` the same only one can be on; it is their name.
    """

    name: str
    on: bool
    switch: bool
    among: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """A button: its label (at most 80 characters) and the token it sends (at most 64 bytes).

    The label says the `state` too, for platforms that cannot show it otherwise. `odd`: that is not as usual. `only`:
    the people whose press is not refused, for platforms that show each reader their own buttons; None for anyone.
    """

    label: str
    token: str
    tone: Tone = Tone.SECONDARY
    state: State | None = None
    odd: bool = False
    only: frozenset[PersonKey] | None = None


Redraw = Callable[[str], bytes | None]
"""Takes a theme by its name."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded image and the text that stands for it; one that moves may have a `still` for where none may move.

    `redraw` makes the same in another theme, in any thread, where its chat has chosen none; None where it cannot.
    """

    data: bytes
    alt: str
    media_type: str = "image/png"
    still: bytes = b""
    redraw: Redraw | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Document:
    """A text to be kept as a file: its name with its ending, its words, and what kind of text they are."""

    name: str
    text: str
    media_type: str = "text/plain"


@dataclass(frozen=True, slots=True)
class Subject:
    """Of whom a message speaks, in words or in its picture; and of which version of which table it is a board.

    `actor` is the person who alone may play now. `game` is the table whose whole game the message is about, no board.
    `winners` are the people who have won it.
    """

    people: frozenset[PersonKey]
    table: str = ""
    version: int = 0
    actor: PersonKey | None = None
    game: str = ""
    winners: frozenset[PersonKey] = frozenset()


Disc = tuple[float, float, float]
"""A middle in pixels of a picture, y down, and a radius."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where on a picture a button's deed can be done too: where it lands, and the piece that goes, if one does."""

    token: str
    landing: Disc
    piece: Disc | None = None


@dataclass(frozen=True, slots=True)
class Details:
    """What a platform with room for it shows of a game beside its board.

    `tint` is the colour of whose turn it is, `#rrggbb`; `value` the number to be moved, 0 for none. `story` are the
    last turns, each with a number that it keeps; `about` tells which table this is, its rules, and its seal. `heard`
    are the last plies that make a sound, by their numbers: `die` or `capture`.
    """

    spots: tuple[Spot, ...] = ()
    tint: str = ""
    value: int = 0
    story: tuple[tuple[int, str], ...] = ()
    about: Text = Text()
    heard: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A seat on the picture of a table before its game: where that is, and what can be done there.

    `caption` says which seat it is and who sits there. One of the `deeds` is chosen, by the `holder` alone if there
    is one. `mark` is what of the sitter the picture does not say.
    """

    discs: tuple[Disc, ...]
    caption: str
    deeds: tuple[Button, ...] = ()
    holder: PersonKey | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """One message of the bot: at most 5 rows of 5 buttons. `about`: of what it speaks beside its text's parts.

    `told` is the same message in other languages in which people read it there too; its picture is the same.
    `details`, and the `places` of a table before its game, are for platforms with room for them. `turns` is the range
    of the lines that tell turns: where the story stands beside them nobody needs to read them twice.
    """

    text: Text
    picture: Picture | None = None
    rows: tuple[tuple[Button, ...], ...] = ()
    about: Subject | None = None
    told: tuple[tuple[str, Screen], ...] = ()
    details: Details | None = None
    places: tuple[Place, ...] = ()
    turns: tuple[int, int] = (0, 0)

    @property
    def people(self) -> frozenset[PersonKey]:
        """All whom it names."""
        parts = [part for line in self.text.lines for part in line]
        told = {person for part in parts for person in (part.mention, part.named) if person is not None}
        return frozenset(told) | (self.about.people if self.about is not None else frozenset())
