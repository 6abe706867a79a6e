"""Sends the library to another Discord than the official one: an imitation, or a proxy."""

from __future__ import annotations

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import INTERNAL_API_VERSION, Route


def use_api(api: str) -> None:
    """Send all of the library's calls to an API whose base address is this, such as `https://discord.com/api`.

    The library keeps its addresses in its classes: this holds for the whole process.
    """
    Route.BASE = f"{api}/v{INTERNAL_API_VERSION}"


async def use_its_gateway(client: discord.Client) -> None:
    """Take the gateway from what that API says, also for sessions begun anew. Raises GatewayNotFound.

    The library would ask for the first connection only, and go to the official gateway afterwards.
    """
    _, address, _ = await client.http.get_bot_gateway()
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address)
