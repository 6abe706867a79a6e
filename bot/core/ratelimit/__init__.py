"""Limits on people's actions and on platform calls."""
