"""The HTTP server behind all three ports: the page, Telegram's webhook, health and metrics."""
