"""Inviting people to a table, and removing them."""
