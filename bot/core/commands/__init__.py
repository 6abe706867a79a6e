"""Definitions of commands, the parser, and the router to their handlers."""
