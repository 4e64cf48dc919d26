"""Statistics of tournaments: pure functions on plain values and numpy, no clock, files or hidden chance.

The unit is the bout. Its games share deals (and often processes), so games are not independent and bouts are: every
interval and test here sees a bout as one observation. docs/statistics.md says what is computed and why.
"""
