"""Draws positions as pictures: Pillow and own assets, independent of chats."""
