"""Mutation testing of small pure modules: `python -m tests.tooling.mutate MODULE.py[:FROM-LINE] TEST.py ...`.

Every mutant changes one comparison, number, sign, truth value or branch. The tests must fail on each. Those that
survive are printed; exit code 1 if there are any that are not known (`KNOWN`) to behave like the original.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import io
import os
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
}  # fmt: skip
SWAPPED = {"min": "max", "max": "min"}
# Mutants that behave like the original, or only cost time: the line of the source, and why.
KNOWN: dict[str, str] = {
    "assert_never(self) | dropped": "never reached",
    "assert_never(fault.kind) | dropped": "never reached",
    "longest: float = 0.0 | 0.0 -> 1.0": "only for looks that are told nothing of single threads; tests give it",
    "if sendings.count(sendings[0]) == share: | condition -> False": "a shortcut",
    "if oldest is None: | condition -> True": "of turns in the order of their sending the oldest is the first found",
    "self._allowances.pop(late, None) | dropped": "the next turn of the game sets it anew",
    "since = last if last > since else since | Gt -> GtE": "the same moment",
    "return (at - since) / share if at > since else 0.0 | Gt -> GtE": "the same moment: none of it is billed",
    "self._room = 0.0  # time without a processor that may turn out to have been waiting | 0.0 -> 1.0": (
        "set by the first look"
    ),
    "return cls(allowed=0.0, voided=0.0, waited=0.0, unheard=0.0, handed_at=0.0) | 0.0 -> 1.0": (
        "nobody keeps time of such a frame"
    ),
    "if at > last: | Gt -> GtE": "the same moment",
    "if first: | condition -> True": "turns that were sent later are due later",
    "first = False | False -> True": "the same",
    "self._room = max(0.0, -(self._sample_due(real) or 0.0)) | 0.0 -> 1.0": (
        "of the second: no turn is with the bot, and there is no room either way; the first is noticed"
    ),
    "best = max((scores[side] for side in left), default=0) | 0 -> 1": "without sides nobody has the best score",
}
LIMIT_S = 60


def mutants(tree: ast.Module) -> Iterator[tuple[int, str, ast.Module]]:
    """Yield (line, what was changed, mutated tree)."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.expr | ast.stmt)]
    for place, node in enumerate(nodes):
        for number, what in enumerate(changes(node)):
            mutated = copy.deepcopy(tree)
            twin = [one for one in ast.walk(mutated) if isinstance(one, ast.expr | ast.stmt)][place]
            apply(twin, number)
            yield node.lineno, what, ast.fix_missing_locations(mutated)


def changes(node: ast.AST) -> list[str]:
    """Return the ways in which the node can be changed, in the order of `apply`."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARE:
            return [f"{type(op).__name__} -> {COMPARE[type(op)].__name__}"]
        case ast.BinOp(op=op) if type(op) in ARITHMETIC:
            return [f"{type(op).__name__} -> {ARITHMETIC[type(op)].__name__}"]
        case ast.AugAssign(op=op) if type(op) in ARITHMETIC:
            return [f"{type(op).__name__}= -> {ARITHMETIC[type(op)].__name__}="]
        case ast.BoolOp():
            return ["and <-> or"]
        case ast.UnaryOp(op=ast.Not()):
            return ["not dropped"]
        case ast.Constant(value=bool(value)):
            return [f"{value} -> {not value}"]
        case ast.Constant(value=int(value) | float(value)):
            return [f"{value} -> {value + 1}"]
        case ast.Call(func=ast.Name(id=name)) if name in SWAPPED:
            return [f"{name} -> {SWAPPED[name]}"]
        case ast.If() | ast.While():
            return ["condition -> True", "condition -> False"]
        case ast.Expr(value=ast.Call()) | ast.Continue() | ast.Break():
            return ["dropped"]
        case _:
            return []


def apply(node: ast.AST, number: int) -> None:
    """Change the node in place, in the way of that number."""
    match node:
        case ast.Compare():
            node.ops = [COMPARE[type(node.ops[0])]()]
        case ast.BinOp() | ast.AugAssign():
            node.op = ARITHMETIC[type(node.op)]()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.UnaryOp():
            node.op = ast.UAdd()
            node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value) | float(value)):
            node.value = value + 1
        case ast.Call(func=ast.Name() as func):
            func.id = SWAPPED[func.id]
        case ast.If() | ast.While():
            node.test = ast.Constant(value=number == 0)
        case ast.Expr():
            node.value = ast.Constant(value=None)
        case ast.Continue() | ast.Break():
            node.__class__ = ast.Pass  # type: ignore[assignment]


def survives(name: str, tree: ast.Module, path: Path, tests: list[str]) -> bool:
    """Return whether the tests pass on the mutant. They run in a child, which is ended when it takes too long."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    import faulthandler
    import signal

    signal.alarm(LIMIT_S)
    faulthandler.disable()
    module = types.ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    status = 1
    with open(os.devnull, "w") as sink, contextlib.redirect_stdout(sink), contextlib.redirect_stderr(io.StringIO()):
        try:
            exec(compile(tree, str(path), "exec"), module.__dict__)
            status = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]))
        except Exception:  # noqa: BLE001 - a mutant that cannot even be loaded is noticed
            status = 1
    os._exit(1 if status else 0)


def main(argv: list[str]) -> int:
    """Try every mutant of the module with the tests."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tooling.mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("module", metavar="MODULE.py[:FROM-LINE]")
    parser.add_argument("tests", nargs="+", metavar="TEST.py")
    options = parser.parse_args(argv)
    file, _, first = options.module.partition(":")
    path, tests = Path(file), options.tests
    for needed in (path, *map(Path, tests)):
        if not needed.is_file():
            parser.error(f"there is no file {needed}: give paths from the project's folder")
    name = ".".join(path.with_suffix("").parts)
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    total = left = known = 0
    for line, what, tree in mutants(ast.parse(source)):
        if line < int(first or 0) or _is_annotation(lines[line - 1]):
            continue
        total += 1
        if survives(name, tree, path, tests):
            text = lines[line - 1].strip()
            reason = KNOWN.get(f"{text} | {what}")
            known += reason is not None
            left += reason is None
            print(f"{path}:{line}: {what}: {text}{f'  [{reason}]' if reason else ''}", flush=True)
    print(f"{path}: {total} mutants, {total - left - known} noticed, {known} known to be alike, {left} left")
    return 1 if left else 0


def _is_annotation(line: str) -> bool:
    return line.lstrip().startswith(("from ", "import ", "@dataclass", "__slots__"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
