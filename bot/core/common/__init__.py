"""Helpers independent of games and chats: clock, randomness, a bounded dictionary, time zones."""
