"""The lobby's commands and buttons."""
