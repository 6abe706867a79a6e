"""`/block` and `/unblock`: who may never ping whom."""
