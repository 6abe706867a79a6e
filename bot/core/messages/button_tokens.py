"""Encode what a button carries: `table.version.action`, at most 64 bytes, decoded from its text alone.

An action is a verb and its arguments, `verb:argument:argument`; a feature's own verbs are declared next to its
buttons. Nothing in a token is trusted: the store decides who may act and whether it is still valid.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import ReprEnum
from typing import Self

MAX_BYTES = 64
_TOKEN = re.compile(r"([a-z0-9]{1,16})\.(0|[1-9][0-9]{0,8})\.([a-z]+)((?::[A-Za-z0-9_+,-]+)*)")


class InvalidButtonToken(ValueError):
    """A text that none of our buttons has sent."""


class ButtonVerb(str):
    """What a button asks for: the word sent, never to be changed, and its number of arguments."""

    arguments: int

    def __new__(cls, word: str, arguments: int = 0) -> Self:
        verb = super().__new__(cls, word)
        verb.arguments = arguments
        return verb


class Verb(ButtonVerb, ReprEnum):
    """The verbs of tables' buttons, with their arguments."""

    # in the lobby; an older version is accepted
    SIT = "sit", 1  # seat: take this free seat, or turn it from computer to person (host)
    ACCEPT = "accept"  # take all seats reserved for me
    RISE = "rise", 1  # seat: give up my seat
    COMPUTER = "computer", 2  # seat, level: put a computer there (host)
    BOTS = "bots", 1  # level: of all bots, including those that fill free seats (host)
    FREE = "free", 1  # seat: empty it (host)
    GAME = "game", 1  # name (host)
    PRESET = "preset", 1  # name (host)
    SWITCH = "switch", 2  # name, value as JSON text without quotes: true, 7, capture (host)
    COLOURS = "colours", 1  # number of colours (host)
    SEATING = "seating", 1  # index into seatings.choices (host)
    HUE = "hue", 2  # a colour's letter, on | off: it is played (host)
    SHELTER = "shelter", 2  # distance from each mouth, on | off: no captures there (host)
    STAKE = "stake", 2  # hole, points (host)
    AUTO = "auto", 1  # on | off: forced moves play themselves (host)
    THROWS = "rolls", 1  # each | hand | self: how people roll (host)
    LOT = "lot", 1  # hand | self: how the lot for the start is drawn (host)
    PACE = "pace", 2  # none | live | daily, seconds or hours: the time for a decision (host)
    TEMPO = "tempo", 1  # quick | calm | day: clock, rolls, bots' pause and board together (host)
    RATED = "rated", 1  # on | off: the game counts for the rankings (host)
    HINTS = "hints", 1  # on | off: the player to act may ask for hints (host)
    PAGE = "page", 1  # one of options.PAGES: what the lobby shows (host)
    START = "start"  # by anyone seated, once no seat is free
    FILL = "fill"  # computers to all free seats, then start (host)
    LEAVE = "leave"  # give up all my seats
    CANCEL = "cancel"  # (host)
    MOVETO = "moveto", 1  # seat: move to it, or ask its holder to swap
    SWAP = "swap", 2  # asker's seat, yes | no: the answer to that
    KICK = "kick", 1  # seat: remove its holder (host, administrator)
    PRIVATE = "private", 1  # on | off: only invited people may sit (host)
    # in play; the exact version only
    THROW = "throw"
    ROLLON = "rollon"  # throw, and from now on automatically when it goes on in my turn
    MOVE = "move", 1  # the move's text
    APP = "app"  # opens the table in an app: the platform makes it a link, which nobody presses
    # under a question, any version
    TAKEBACK = "takeback", 2  # length of the log when it was asked and whose seat it is about, 12-0; yes | no
    THROWSVOTE = "rollsvote", 2  # version when it was asked and the asker's seat, 12-0; yes | no: roll another way
    SEATVOTE = "seatvote", 2  # version when it was asked and the bot's seat, 12-0; yes | no: let somebody sit there
    OFFER = "offer", 2  # no longer sent: under a question of earlier versions
    BACK = "back"  # end my absence; any version
    END = "end"  # ask whether to end the game because of an absence; any version
    TAKE = "take", 1  # seat: take over from a person whom a bot replaces; any version
    VOTE = "vote", 1  # yes | no: the answer to that; any version
    # under the bot's greeting, which has no table
    BEGIN = "begin"  # open a table of the usual game
    TEACH = "teach"  # begin the first lesson
    HOW = "how"  # read how it works
    # after the end
    AGAIN = "again"
    ANALYSE = "analyse"  # what decided the game
    CALLME = "callme"  # notify me when the next table opens in this chat
    ROTATE = "rotate"  # again, everyone one seat further


VERBS: Mapping[str, ButtonVerb] = {str(verb.value): verb for verb in Verb}
"""The verbs of tables by their words."""


@dataclass(frozen=True, slots=True)
class Token:
    """A decoded button token."""

    table: str
    version: int
    verb: ButtonVerb
    arguments: tuple[str, ...] = ()


def encode(table: str, version: int, verb: ButtonVerb, *arguments: str | int) -> str:
    """Return a button's token; raises InvalidButtonToken if it could not be decoded."""
    text = f"{table}.{version}.{':'.join((verb, *map(str, arguments)))}"
    if _matched(text)[3].count(":") != verb.arguments:
        raise InvalidButtonToken("wrong number of arguments")
    return text


def decode(text: str, verbs: Mapping[str, ButtonVerb]) -> Token:
    """Return a token's parts; raises InvalidButtonToken for anything `encode` would not make of these verbs."""
    table, version, word, rest = _matched(text)
    verb = verbs.get(word)
    if verb is None:
        raise InvalidButtonToken("no such action")
    arguments = tuple(rest.split(":")[1:])
    if len(arguments) != verb.arguments:
        raise InvalidButtonToken("wrong number of arguments")
    return Token(table, int(version), verb, arguments)


def _matched(text: str) -> tuple[str, str, str, str]:
    match = _TOKEN.fullmatch(text) if len(text) <= MAX_BYTES else None
    if match is None:
        raise InvalidButtonToken("not a token")
    table, version, word, rest = match.groups()
    return table, version, word, rest
