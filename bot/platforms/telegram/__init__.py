"""Telegram: updates in, calls of the Bot API out, by python-telegram-bot."""
