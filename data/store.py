"""Define the store: all that is kept in one database, a role a module in `data.roles`."""

from __future__ import annotations

from abc import abstractmethod

from data.roles.analyses import Analyses
from data.roles.appointments import Appointments
from data.roles.blocks import Blocks
from data.roles.boards import Boards
from data.roles.challenges import Challenges
from data.roles.chat_records import RecordsOfChats
from data.roles.chats import Chats
from data.roles.checking import Checking
from data.roles.commands import Commands
from data.roles.copying import Copying
from data.roles.correcting import Correcting
from data.roles.day_games import DayGames
from data.roles.deadlines import Deadlines
from data.roles.forgetting import Forgetting
from data.roles.history import History
from data.roles.honours import HonoursOfChats
from data.roles.ladders import Ladders
from data.roles.messages import Messages
from data.roles.people import People
from data.roles.places import Places
from data.roles.puzzles import Puzzles
from data.roles.restrictions import Restrictions
from data.roles.results import Results
from data.roles.seasons import Seasons
from data.roles.secrets import Secrets
from data.roles.seekers import Seekers
from data.roles.sent_pictures import SentPictures
from data.roles.standings import Standings
from data.roles.tables import Tables
from data.roles.tournaments import Tournaments
from data.roles.uptime import Uptime
from data.roles.waitlist import Waitlist


class Store(
    Analyses,
    Appointments,
    Blocks,
    Boards,
    Challenges,
    Chats,
    Checking,
    Commands,
    Copying,
    Correcting,
    DayGames,
    Deadlines,
    History,
    HonoursOfChats,
    Ladders,
    Messages,
    People,
    Places,
    Forgetting,
    Uptime,
    Puzzles,
    RecordsOfChats,
    Restrictions,
    Results,
    Seasons,
    Secrets,
    Seekers,
    SentPictures,
    Standings,
    Tables,
    Tournaments,
    Waitlist,
):
    """All roles of one database; writes are durable once a call returns. `data.open_store` opens one.

    Analyses, Correcting, DayGames, HonoursOfChats, Ladders, Puzzles, RecordsOfChats, Results, Seasons, Standings,
        Tournaments: what follows from games.
    Archives, Checking, Copying: archived logs (a base of Tables), and tools that read every row.
    Boards, Messages, Places: where tables are shown, and the web chat.
    Appointments, Blocks, Challenges, Chats, Commands, People, Restrictions, Secrets, Seekers, SentPictures,
        Waitlist: settings, and what the bot remembers between games.
    Deadlines, History, Tables, Uptime: tables and their logs, due times and outages.
    Forgetting: all about one person (with Privacy), and its deletion.

    A write is one transaction: if it fails or is cancelled, all of it happened or nothing. Writes raise ValueError
    for values that no database can hold: text with a NUL or half a surrogate pair, integers beyond 64 bits, invalid
    JSON, a seed that is not 32 bytes. Reads with such a key find nothing. Both raise StoreFailed if the database
    fails.
    """

    @abstractmethod
    async def close(self) -> None:
        """Wait for running statements, then disconnect; safe to call again."""

    @abstractmethod
    async def probe(self) -> None:
        """Check that the database can be written; raises StoreError if not."""

    @abstractmethod
    async def tidy(self) -> None:
        """Clean up the database's files before play starts; takes seconds at most."""

    @abstractmethod
    async def clean(self) -> bool:
        """Free some of the space of deleted rows in one short step; return whether there is more to do."""

    @abstractmethod
    async def rewrite(self) -> None:
        """Remove all remains of deleted rows from the database. No other process may use it meanwhile."""
