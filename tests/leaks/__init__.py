"""Leak tests: what a seat is sent must not depend on a card that it cannot know."""
