"""The chat bot: a platform-neutral core and one thin adapter per platform."""

__version__ = "0.3.0"
