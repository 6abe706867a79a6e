"""Describe the page to the program."""

from __future__ import annotations

from bot.platforms.base import PlatformDescription

DESCRIPTION = PlatformDescription("web", "a web page on this machine")
