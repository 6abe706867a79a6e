"""What a button carries: `table.version.action`, at most 64 bytes, rebuilt from its text alone.

Nothing in a token is trusted: who may act, and whether it still makes sense, is decided against the store.
An action is a verb and its arguments, `verb:argument:argument`; the verbs are listed here for views and service.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

MAX_BYTES = 64
_TOKEN = re.compile(r"([a-z0-9]{1,16})\.(0|[1-9][0-9]{0,8})\.([a-z]+)((?::[A-Za-z0-9_+,-]+)*)")


class InvalidButtonToken(ValueError):
    """A text that no button of ours has sent."""


class Verb(StrEnum):
    """What a button asks for, with its arguments."""

    # in the lobby; an older version is good enough
    SIT = "sit"  # seat: take this free seat, or come from computer to person (host)
    RISE = "rise"  # seat: give up my seat
    COMPUTER = "computer"  # seat, level: a computer sits there (host)
    FREE = "free"  # seat: nobody sits there any more (host)
    GAME = "game"  # name (host)
    PRESET = "preset"  # name (host)
    SWITCH = "switch"  # name, value as JSON text without quotes: true, 7, capture (host)
    COLOURS = "colours"  # number of colours (host)
    SEATING = "seating"  # index into seatings.choices (host)
    HUE = "hue"  # a colour's letter, on | off: it is played (host)
    SHELTER = "shelter"  # distance from each mouth, on | off: nobody is captured there (host)
    STAKE = "stake"  # hole, points (host)
    AUTO = "auto"  # on | off: forced moves play themselves (host)
    PACE = "pace"  # none | live | daily, seconds or hours: the time for a decision (host)
    RATED = "rated"  # on | off: the game counts for the rankings (host)
    PAGE = "page"  # one of options.PAGES: what the lobby shows (host)
    START = "start"  # (host)
    FILL = "fill"  # computers to all free seats, then start (host)
    LEAVE = "leave"  # give up all my seats
    CANCEL = "cancel"  # (host)
    MOVETO = "moveto"  # seat: go over to it, or ask whoever sits there to swap
    SWAP = "swap"  # asker's seat, yes | no: the answer to that
    KICK = "kick"  # seat: whoever sits there must leave (host, administrator)
    PRIVATE = "private"  # on | off: only who is invited may sit (host)
    COME = "come"  # follow an invitation: take the first free seat
    # in play; the exact version only
    THROW = "throw"
    MOVE = "move"  # the move's text
    # under a question to somebody, any version
    GAMES = "games"  # page: another page of the list of games
    FORGET = "forget"  # whose question it is, yes | no
    TAKEBACK = "takeback"  # length of the log when it was asked and whose seat it is about, 12-0; yes | no
    RESIGN = "resign"  # seat: whose holder was asked; all the seats of that person resign
    KEEP = "keep"  # resign, seat | cancel, 0: no, leave things as they are
    BACK = "back"  # a person who was away plays again themselves; any version
    END = "end"  # to ask whether the game shall end because somebody is away; any version
    VOTE = "vote"  # yes | no: the answer to that; any version
    # after the end
    AGAIN = "again"
    CALLME = "callme"  # when the next table opens in this chat
    ROTATE = "rotate"  # again, everybody one seat further
    # in a lesson; the table is the word `learn`
    LEARN = "learn"  # game, step, move | go | stop, the pupil's id
    # in a chat's settings; the table is the word `settings`
    SET = "set"  # setting, value
    # under a leaderboard; the table is the word `ranks`
    RANKS = "ranks"  # ladder, scope, period, page


ARGUMENTS = {
    Verb.SIT: 1,
    Verb.RISE: 1,
    Verb.COMPUTER: 2,
    Verb.FREE: 1,
    Verb.GAME: 1,
    Verb.PRESET: 1,
    Verb.SWITCH: 2,
    Verb.COLOURS: 1,
    Verb.SEATING: 1,
    Verb.HUE: 2,
    Verb.SHELTER: 2,
    Verb.STAKE: 2,
    Verb.AUTO: 1,
    Verb.PACE: 2,
    Verb.RATED: 1,
    Verb.PAGE: 1,
    Verb.MOVETO: 1,
    Verb.SWAP: 2,
    Verb.KICK: 1,
    Verb.PRIVATE: 1,
    Verb.SET: 2,
    Verb.LEARN: 4,
    Verb.MOVE: 1,
    Verb.RESIGN: 1,
    Verb.KEEP: 2,
    Verb.FORGET: 2,
    Verb.GAMES: 1,
    Verb.TAKEBACK: 2,
    Verb.VOTE: 1,
    Verb.RANKS: 4,
}
"""How many arguments a verb has; those not named have none."""


@dataclass(frozen=True, slots=True)
class Token:
    """A decoded token."""

    table: str
    version: int
    verb: Verb
    arguments: tuple[str, ...] = ()


def encode(table: str, version: int, verb: Verb, *arguments: str | int) -> str:
    """The token of a button; raises BadToken for one that could not be read back."""
    text = f"{table}.{version}.{':'.join((verb, *map(str, arguments)))}"
    decode(text)
    return text


def decode(text: str) -> Token:
    """A token's parts; raises BadToken for anything `encode` would not make."""
    match = _TOKEN.fullmatch(text) if len(text) <= MAX_BYTES else None
    if match is None:
        raise InvalidButtonToken("not a token")
    table, version, word, rest = match.groups()
    try:
        verb = Verb(word)
    except ValueError:
        raise InvalidButtonToken("no such action") from None
    arguments = tuple(rest.split(":")[1:])
    if len(arguments) != ARGUMENTS.get(verb, 0):
        raise InvalidButtonToken("wrong number of arguments")
    return Token(table, int(version), verb, arguments)
