"""SDK for bots in Python."""
