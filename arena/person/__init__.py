"""A person at the table, `arena play`: a client like any bot, which is sent what a bot in its place would be."""
