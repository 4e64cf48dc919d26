"""Entrants whose processes nobody here starts: where they dial in, and the tokens that their owners are given."""
