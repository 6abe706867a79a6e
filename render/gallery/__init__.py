"""Telling positions of all boards, drawn: for the README, for eyes, and to notice when a picture changes."""
