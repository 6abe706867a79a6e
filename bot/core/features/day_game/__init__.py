"""The game of the day of a chat, opened at its hour."""
