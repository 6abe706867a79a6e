"""Parchís, by the rule ids P1 to P95."""
