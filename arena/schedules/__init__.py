"""Schedules beyond a fixed list of line-ups: deals from a file, and rounds that follow from the results so far."""
