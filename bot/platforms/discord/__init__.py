"""Discord: interactions in, messages out, by discord.py."""
