"""List what every column may hold, for both databases.

A database checks a row when it is written. A disk, a broken copy or an editor may change it later, so every row is
checked again when it is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from data.records import Status
from data.roles.damage import REPLACED

Usual = str | int | float | bytes | None
MOST = 2**53
"""The largest count: every reader of JSON takes it exactly."""
LAST_MOMENT = 253_370_764_800.0
"""The year 9999 in Unix seconds: no calendar goes further."""
LAST_DAY = 2_900_000
_LARGEST = 1e12
_CHECKED = 64


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value: its check, the words for a violation, and the default for a corrupt value."""

    fits: Callable[[object], bool]
    fault: str
    usual: Usual
    seems: Callable[[object], bool] | None = None
    """A quicker check for a value that its reader parses anyway; None where `fits` is quick."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its kind, and whether it is part of the key."""

    name: str
    kind: Kind
    nullable: bool = False
    key: bool = False

    def fits(self, value: object) -> bool:
        """Tell whether the column may hold a value."""
        return self.nullable if value is None else self.kind.fits(value)

    def seems(self, value: object) -> bool:
        """Check a value that was read, quickly: long texts are not parsed."""
        return self.nullable if value is None else (self.kind.seems or self.kind.fits)(value)

    @property
    def usual(self) -> Usual:
        """Return the default that replaces a corrupt value."""
        return None if self.nullable else self.kind.usual


def _text(value: object) -> bool:
    return type(value) is str


def _word(value: object) -> bool:
    return type(value) is str and REPLACED not in value


_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*", re.ASCII)


def _language(value: object) -> bool:
    return type(value) is str and _LANGUAGE.fullmatch(value) is not None


def _id(value: object) -> bool:
    return type(value) is str and value != "" and REPLACED not in value


def _whole(lowest: int, highest: int) -> Callable[[object], bool]:
    return lambda value: type(value) is int and lowest <= value <= highest


def _number(lowest: float, highest: float) -> Callable[[object], bool]:
    return lambda value: type(value) in (float, int) and lowest <= value <= highest  # type: ignore[operator]


def _json(*kinds: type) -> Callable[[object], bool]:
    @lru_cache(maxsize=_CHECKED)
    def check(text: str) -> bool:
        try:
            return isinstance(json.loads(text), kinds)
        except (ValueError, RecursionError):
            return False

    return lambda value: type(value) is str and check(value)


def _bytes(*sizes: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, bytes) and (not sizes or len(value) in sizes)


_KINDS = {
    "id": Kind(_word, "is no readable id", ""),
    "code": Kind(_id, "is no readable code", ""),
    "word": Kind(_word, "is no readable text", ""),
    "language": Kind(_language, "is no language", ""),
    "text": Kind(_text, "is no readable text", ""),
    "object": Kind(_json(dict), "is no JSON object", "{}"),
    "document": Kind(_json(dict), "is no JSON object", "{}", _text),
    "teams": Kind(_json(list, type(None)), "is neither a JSON list nor null", "null", _text),
    "flag": Kind(_whole(0, 1), "is neither 0 nor 1", 0),
    "count": Kind(_whole(0, MOST), "is no count", 0),
    "whole": Kind(_whole(-MOST, MOST), "is no whole number", 0),
    "first": Kind(_whole(1, MOST), "is no number from 1 on", 1),
    "plies": Kind(_whole(0, 1_000_000), "is no number of plies", 0),
    "tally": Kind(_whole(0, 1_000_000), "is no number that a game can have", 0),
    "seat": Kind(_whole(0, 63), "is no seat", 0),
    "size": Kind(_whole(1, 2**31), "is no size of a log", 1),
    "day": Kind(_whole(0, LAST_DAY), "is no day", 0),
    "figure": Kind(_number(-_LARGEST, _LARGEST), "is no number that can be computed with", 0.0),
    "moment": Kind(_number(0.0, LAST_MOMENT), "is no time", 0.0),
    "deviation": Kind(_number(1e-9, _LARGEST), "is no deviation", 1.0),
    "bytes": Kind(_bytes(), "is no bytes", b""),
    "secret": Kind(_bytes(32), "is no secret of 32 bytes", bytes(32)),
    "status": Kind(lambda value: value in tuple(Status) and _text(value), "is no status", Status.CANCELLED.value),
}
_CHAT = "platform id, chat id, thread word"
_KEY = "*platform id, *chat id, *thread word"

# In the order in which a table stands after those that it refers to. A star: part of the key; `?`: may be NULL.
_WRITTEN = {
    "people": "*platform id, *user id, name text, language language?, settings object",
    "chats": f"{_KEY}, language language?, settings object",
    "tables": f"""
        seq whole, *id code, {_CHAT}, game id, host_platform id, host_user id, seed secret,
        rules document, teams teams, options document, status status, version count, plies plies, snapshot word?,
        result document?, created moment, updated moment, due moment?, anchor text?,
        owed moment, back moment
    """,
    "seats": """
        *table_id id, *seat seat, colours word, person_platform id?, person_user id?, name text, computer word?,
        late tally
    """,
    "moves": "*table_id id, *ply plies, version first, move word, seat seat, automation word?, at moment",
    "boards": f"""
        *id count, table_id id, {_CHAT}, message id, version whole, live flag, wanted count, called flag, face word,
        since whole
    """,
    "messages": f"*id count, {_CHAT}, nonce text, revision count, body document, at moment, picture bytes?",
    "results": "*table_id id, game id, family id, at moment, rated flag, plies plies",
    "result_seats": """
        *table_id id, *seat seat, platform id, user id, side seat, place first, gone flag, captures tally,
        losses tally, sixes tally, throws tally, longest tally, behind whole, counted flag
    """,
    "rating_changes": """
        *table_id id, *platform id, *user id, game id, family id, at moment, won flag, stayed flag, mu_before figure,
        sigma_before deviation, mu figure, sigma deviation
    """,
    "ratings": """
        *game id, *family id, *platform id, *user id, mu figure, sigma deviation, points whole, games tally,
        wins tally, people tally, shared flag, hidden flag, listed flag, sorted_by text, first_at moment,
        last_at moment, latest_at moment,
        latest_table id, version first
    """,
    "rating_tallies": "*game id, *family id, *points whole, players count",
    "rating_corrections": "*game id, *family id, *at moment, *table_id id, marks first",
    "refolds": "*game id, *family id, at moment, table_id word",
    "places": f"*table_id id, {_KEY}, *person_platform word, *person_user word",
    "callers": f"*id count, {_CHAT}, user id, name text",
    "blocks": "*platform id, *user id, *other id, name text, since moment",
    "challenges": f"""
        *id code, {_CHAT}, user id, name text, guest word, guest_name text, state id, version count, created moment,
        due moment, message word, table_id word, options object
    """,
    "appointments": f"""
        *id code, {_CHAT}, user word, name text, state id, version count, created moment, starts moment, due moment,
        message word, table_id word, options object
    """,
    "appointment_guests": "*appointment id, *platform id, *user id, name text, comes flag, since moment",
    "seekers": """
        *platform id, *user id, name text, at_platform id, at_chat id, at_thread word, wish word, points whole,
        since moment, due moment, state id, table_id word, message word, version count, private_chat word
    """,
    "pulse": "*id first, at moment, began moment?, ended moment?, made_good flag",
    "meetings": """
        *game id, *family id, *platform id, *user id, *other_platform id, *other_user word, *at moment, *table_id id,
        games figure, gained figure, learnt figure
    """,
    "secrets": "*purpose id, value secret",
    "restrictions": "*platform id, *user id, banned flag, hidden flag, reason text, at moment",
    "message_people": "*message_id count, *platform id, *user id",
    "analyses": "*table_id id, at moment, body bytes, lowest tally",
    "analysis_orders": f"table_id id, {_KEY}, user id, message id?, at moment",
    "insight": """
        *platform id, *chat id, *game id, *family id, *player_platform id, *player_user id, games count,
        throws count, luck figure, luck_squares figure, choices count, error figure, error_squares figure,
        error_choices figure, choices_squares figure, adjusted_games count, adjusted figure, adjusted_squares figure
    """,
    "chat_records": "*platform id, *chat id, *game id, games tally, capture tally, drought tally, comeback tally",
    "honours": """
        *platform id, *chat id, *kind id, *event id, *player_platform id, *player_user id, place first, at moment,
        title text, detail object
    """,
    "tournaments": f"""
        *id id, {_CHAT}, host_platform id, host_user id, host_name text, seed secret, version count, created moment,
        due moment?, body document
    """,
    "tournament_people": """
        *tournament id, *number count, platform id, user id, name text, at_platform id, at_chat word, at_thread word
    """,
    "tournament_tables": "*table_id id, tournament id, counted flag",
    "tournament_posts": f"*tournament id, {_KEY}, mark word, message word, face word, claimed word, sending moment",
    "seasons": "*platform id, *chat id, since moment, due moment?, told flag",
    "closed_seasons": "*platform id, *chat id, *began moment, ended moment, post moment?",
    "puzzles": f"{_KEY}, *day day, body document, table_id id?",
    "puzzle_answers": f"{_KEY}, *day day, *user id, move word, solved flag",
    "puzzle_streaks": f"{_KEY}, *user id, day day, days tally, longest tally",
    "puzzle_posts": f"{_KEY}, due moment?, unanswered tally",
    "day_games": f"{_KEY}, due moment?, opens moment?, table_id id?, idle tally",
    "sent_pictures": "*shows id, *platform id, version count, file word, at moment",
    "taken_commands": "*bot id, *digest id, at moment",
    "archived_logs": "*table_id id, file id, start count, size size, plies plies",
    "migrations": "*version first, name text, checksum text, applied count",
    "quarantine": "*id count, source id, place text, part id, held text, why text, at moment",
}
_ON_SERVERS = {
    "discord_homes": "*chat id, guild first",
    "discord_sessions": "*shard count, shards first, session id, sequence count, address id",
    "inbox": "*shard count, *number whole, payload text",
}
COUNTED = frozenset({"rating_tallies"})
"""Tables that the database itself keeps, by triggers on others."""
PRIVATE = frozenset({("secrets", "value"), ("tables", "seed"), ("tournaments", "seed")})
"""What is never shown nor copied elsewhere, not even damaged."""


def _columns(written: str) -> Iterator[tuple[str, Column]]:
    for each in written.split(","):
        name, kind = each.split()
        bare = name.removeprefix("*")
        yield bare, Column(bare, _KINDS[kind.removesuffix("?")], kind.endswith("?"), name.startswith("*"))


TABLES: Mapping[str, Mapping[str, Column]] = {name: dict(_columns(text)) for name, text in _WRITTEN.items()}
"""The columns of each table that every database has, by name."""
SERVER_TABLES: Mapping[str, Mapping[str, Column]] = {name: dict(_columns(text)) for name, text in _ON_SERVERS.items()}
"""Those that only a server has, where processes tell each other what is to be done."""

_TABLE_ID = ("table_id",)
REFERENCES: Sequence[tuple[str, tuple[str, ...], str, tuple[str, ...]]] = (
    *(
        (name, _TABLE_ID, "tables", ("id",))
        for name in ("seats", "moves", "boards", "results", "places", "analyses", "analysis_orders", "archived_logs")
    ),
    *((f"tournament_{name}", ("tournament",), "tournaments", ("id",)) for name in ("people", "tables", "posts")),
    ("tournament_tables", _TABLE_ID, "tables", ("id",)),
    *((name, _TABLE_ID, "results", _TABLE_ID) for name in ("result_seats", "rating_changes")),
    ("message_people", ("message_id",), "messages", ("id",)),
    ("puzzle_answers", ("platform", "chat", "thread", "day"), "puzzles", ("platform", "chat", "thread", "day")),
)
"""Which columns of a table name a row of another, by which of its columns."""
