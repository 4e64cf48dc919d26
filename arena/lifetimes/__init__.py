"""Processes of bots that outlive their matches, where the organiser has chosen that."""
