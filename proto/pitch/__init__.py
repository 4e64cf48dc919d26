"""The contract between referee, bots and arena."""
