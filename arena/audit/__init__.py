"""The audit: whether anything that a seat is sent, or when, depends on a card that it cannot know.

worlds     a game as deals and decisions
knowledge  what each seat may know, worked out from the rules, the cards and the actions
trails     a game played at random, with the state and what was known before each decision
following  how far another world goes the same way for a seat
twins      three ways to make another world that is the same for a seat
capture    the bytes that each seat is sent when a world is played by a real match, in virtual time (by `scripted` bots)
compare    what differs between two captured worlds
audits     all of it, for a sheet
"""
