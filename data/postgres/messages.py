"""Say how PostgreSQL finds the messages on which a chat's open tables live."""

from __future__ import annotations

from data.postgres.dialect import reworded
from data.roles import messages

# The page's messages have numbers; those of other chats that were given to the page's tables may be anything.
_NUMBERS = (
    ("CAST(boards.message AS INTEGER)", "CAST(boards.message AS BIGINT)"),
    ("AND boards.live = 1", "AND boards.live = 1 AND boards.message ~ '^[0-9]{1,18}$'"),
)

WORDINGS = {statement: reworded(statement, *_NUMBERS) for statement in (messages.MESSAGES, messages.PRUNE_MESSAGES)}
