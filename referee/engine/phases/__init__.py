"""The phases of a deal, one module each: what is legal in it, and what an action does.

deal -> auction -> (declare) -> (exchange) -> play -> score. A phase that finds nothing to ask goes on to the next.
`legal(tables, public, private)` takes what the seat may know and no more.
"""
