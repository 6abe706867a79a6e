"""Observe the bot: logs without secrets, metrics, health."""
