"""Note which commands of a platform were taken lately, so that each is obeyed once."""

from __future__ import annotations

from data.roles.statements import Statements

TAKE_COMMAND = """
INSERT INTO taken_commands (bot, digest, at) VALUES (:bot, :digest, :at)
ON CONFLICT (bot, digest) DO NOTHING RETURNING digest
"""

FORGET_COMMANDS = "DELETE FROM taken_commands WHERE at < :before"


class Commands(Statements):
    """The commands that were taken."""

    async def take_command(self, bot: str, digest: str, at: float) -> bool:
        """Note a command of a bot as taken; return whether it was not taken before, by whomever."""
        return bool(await self._write(TAKE_COMMAND, {"bot": bot, "digest": digest, "at": float(at)}))

    async def forget_commands(self, before: float) -> None:
        """Forget the commands that were taken before a moment, in Unix seconds."""
        await self._write(FORGET_COMMANDS, {"before": float(before)})
