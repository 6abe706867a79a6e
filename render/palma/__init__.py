"""Draws the Palma board."""
