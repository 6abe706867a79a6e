"""Screens and lines that several tests send."""

from __future__ import annotations

from bot.core.messages.content import Button, Part, Screen, Text

PALMA = {"game": "palma", "rules": "first=D"}


SCREEN = Screen(Text(((Part("Hello"),),)), None, ((Button("Press", "abc.0.throw"),),))
