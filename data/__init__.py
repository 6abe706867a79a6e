"""Persistence: take plain records in, give plain records out."""
