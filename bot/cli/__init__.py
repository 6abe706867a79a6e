"""Carry out the commands of `python -m bot`: serve, export, import, verify, admin."""
