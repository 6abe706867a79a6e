"""Positions to pictures, pure: Pillow and its own assets, no chat."""
