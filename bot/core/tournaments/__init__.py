"""Tournaments, without a chat or a store: terms, draws, standings, and a life in steps."""
