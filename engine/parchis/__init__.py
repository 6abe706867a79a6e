"""Parchís. Rule ids P… and rulings are in docs/rules/parchis.md."""
