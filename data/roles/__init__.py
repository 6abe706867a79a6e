"""The roles of the store: each defines its methods once, with SQL that both databases run."""
