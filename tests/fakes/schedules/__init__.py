"""Simulate processes that share leases, by the real code on its own clocks: a schedule follows from its seed."""
