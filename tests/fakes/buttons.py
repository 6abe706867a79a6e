"""Buttons read back, as the router does."""

from __future__ import annotations

from bot.core.commands.group import verbs_of
from bot.core.features.registry import GROUPS
from bot.core.messages.button_tokens import Token, decode

VERBS = verbs_of(GROUPS)
"""The verbs of all buttons by their words."""


def read(token: str) -> Token:
    """Return a token's parts; raises InvalidButtonToken for one that no button has."""
    return decode(token, VERBS)
