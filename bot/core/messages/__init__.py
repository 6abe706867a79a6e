"""Requests, screens, button tokens and ports: the core's input and output."""
