"""Tests that walk the catalogue: every sheet at every table, against the oracle, by hand, by properties."""
