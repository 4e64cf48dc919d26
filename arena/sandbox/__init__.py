"""Keeping bots where they belong: what a bot process may see and use, and that nothing of it is left."""
