"""Colours and what they are for."""
