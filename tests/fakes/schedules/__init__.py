"""Simulate processes that share leases, by the real code on clocks of its own: a schedule follows from its seed."""
