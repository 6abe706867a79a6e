"""The chat bot: a platform-neutral core and one thin adapter per platform."""
