"""All roles of a store in one class, for any database that runs their statements."""

from __future__ import annotations

from data.roles.analyses import Analyses
from data.roles.boards import Boards
from data.roles.chats import Chats
from data.roles.checking import Checking
from data.roles.commands import Commands
from data.roles.copying import Copying
from data.roles.forgetting import Forgetting
from data.roles.history import History
from data.roles.messages import Messages
from data.roles.people import People
from data.roles.places import Places
from data.roles.pulse import Pulse
from data.roles.puzzles import Puzzles
from data.roles.results import Results
from data.roles.secrets import Secrets
from data.roles.standings import Standings
from data.roles.tables import Tables
from data.roles.waitlist import Waitlist


class AllRoles(
    Analyses,
    Boards,
    Chats,
    Checking,
    Commands,
    Copying,
    History,
    Messages,
    People,
    Places,
    Forgetting,
    Pulse,
    Puzzles,
    Results,
    Secrets,
    Standings,
    Tables,
    Waitlist,
):
    """What a store does; how it runs a statement is up to the database."""
