"""Limits: how much a person may ask, and how often a platform may be called."""
