"""Tests of tables, sessions, matches, the bridge, the servers and the commands of the referee."""
