"""Persistence: plain records in, plain records out."""
