"""Store which commands were taken lately: a platform may deliver one twice, to any process."""

from __future__ import annotations

from data.roles.statements import Statements

TAKE_COMMAND = """
INSERT INTO taken_commands (bot, digest, at) VALUES (:bot, :digest, :at)
ON CONFLICT (bot, digest) DO NOTHING RETURNING digest
"""

FORGET_COMMANDS = "DELETE FROM taken_commands WHERE at < :before"


class Commands(Statements):
    """The commands that were taken lately."""

    async def take_command(self, bot: str, digest: str, at: float) -> bool:
        """Mark a command of a bot as taken at `at` (Unix seconds); return False if any process had taken it."""
        return bool(await self._write(TAKE_COMMAND, {"bot": bot, "digest": digest, "at": float(at)}))

    async def forget_commands(self, before: float) -> None:
        """Delete the commands taken before a moment, in Unix seconds."""
        await self._write(FORGET_COMMANDS, {"before": float(before)})
