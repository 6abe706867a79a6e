"""Draws the Parchís board, for three to six colours."""
