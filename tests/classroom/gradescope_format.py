"""Gradescope's results.json as its documentation describes it, as a schema of our own that knows nothing of the arena.

https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format
"""

from __future__ import annotations

from typing import Any

VISIBLE = {"hidden", "after_due_date", "after_published", "visible"}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}
NUMBER = (int, float)
TOP: dict[str, Any] = {
    "score": NUMBER, "execution_time": NUMBER, "output": str, "output_format": FORMATS, "test_output_format": FORMATS,
    "test_name_format": FORMATS, "visibility": VISIBLE, "stdout_visibility": VISIBLE, "extra_data": dict, "tests": list,
    "leaderboard": list,
}  # fmt: skip
TEST: dict[str, Any] = {
    "score": NUMBER, "max_score": NUMBER, "status": {"passed", "failed"}, "name": str, "name_format": FORMATS,
    "number": str, "output": str, "output_format": FORMATS, "tags": list, "visibility": VISIBLE, "extra_data": dict,
}  # fmt: skip
ENTRY: dict[str, Any] = {"name": str, "value": (int, float, str), "order": {"asc", "desc"}}


def problems(data: Any) -> list[str]:
    """Return what is wrong with a results.json."""
    if not isinstance(data, dict):
        return ["it is no object"]
    found = _object("top", data, TOP)
    if "score" not in data and not any("score" in test for test in data.get("tests", ())):
        found.append("there is neither a score nor a test with one")
    for number, test in enumerate(data.get("tests", ())):
        found += _object(f"tests[{number}]", test, TEST)
    for number, entry in enumerate(data.get("leaderboard", ())):
        found += _object(f"leaderboard[{number}]", entry, ENTRY)
        found += [f"leaderboard[{number}]: {key} is missing" for key in ("name", "value") if key not in entry]
    return found


def _object(where: str, data: dict[str, Any], known: dict[str, Any]) -> list[str]:
    found = []
    for key, value in data.items():
        wanted = known.get(key)
        if wanted is None:
            found.append(f"{where}: {key} is not documented")
        elif isinstance(wanted, set):
            found += [] if value in wanted else [f"{where}: {key} is {value!r}"]
        elif not isinstance(value, wanted) or isinstance(value, bool):
            found.append(f"{where}: {key} is {value!r}")
    return found
