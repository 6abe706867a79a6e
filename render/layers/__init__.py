"""Boards in layers, for readers that put the picture together themselves: sprites by name, and where they go."""
