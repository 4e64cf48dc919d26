"""Recorded games as one self-contained page that opens in any browser, without a network."""
