"""Runs that are looked at in a browser, or followed."""
