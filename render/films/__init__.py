"""Whole games as films."""
