"""Telegram's Mini App: the page with one table, opened inside Telegram by the person who plays there."""
