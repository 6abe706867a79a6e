"""Note which commands of a platform were taken lately, so that each is obeyed once."""

from __future__ import annotations

from data.roles.statements import Statements

TAKE_COMMAND = """
INSERT INTO taken_commands (bot, name, at) VALUES (:bot, :name, :at)
ON CONFLICT (bot, name) DO NOTHING RETURNING name
"""

FORGET_COMMANDS = "DELETE FROM taken_commands WHERE at < :before"


class Commands(Statements):
    """The commands that were taken."""

    async def take_command(self, bot: str, name: str, at: float) -> bool:
        """Note a command of a bot as taken; return whether it was not taken before, by whomever."""
        return bool(await self._write(TAKE_COMMAND, {"bot": bot, "name": name, "at": float(at)}))

    async def forget_commands(self, before: float) -> None:
        """Forget the commands that were taken before a moment, in Unix seconds."""
        await self._write(FORGET_COMMANDS, {"before": float(before)})
