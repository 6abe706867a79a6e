"""Point the library at another API than Discord's: an imitation, or a proxy."""

from __future__ import annotations

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import INTERNAL_API_VERSION, Route


def use_api(api: str) -> None:
    """Send all of the library's calls to an API with this base address, such as `https://discord.com/api`.

    The library keeps its addresses in classes, so this applies to the whole process.
    """
    Route.BASE = f"{api}/v{INTERNAL_API_VERSION}"


async def use_its_gateway(client: discord.Client) -> None:
    """Ask that API for the gateway's address, also for new sessions. Raises GatewayNotFound.

    The library would ask only for the first connection, and use the official gateway afterwards.
    """
    _, address, _ = await client.http.get_bot_gateway()
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address)
