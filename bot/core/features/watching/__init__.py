"""`/watch`: to look on from another chat."""
