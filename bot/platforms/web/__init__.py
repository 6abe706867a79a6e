"""The page on this machine: frames in and out of a WebSocket, by aiohttp."""
