"""Holds the rules and runs tables."""
