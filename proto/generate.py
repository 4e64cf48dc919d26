"""Writes the Python modules and type stubs of the protocol beside its `.proto` files.

    python proto/generate.py           write them
    python proto/generate.py --check   write them elsewhere and compare; exit 1 if the committed ones are old

The compiler runs in a virtual environment of its own (`.cache/protoc-*`), because generated code only works with a
protobuf runtime at least as new as its compiler: an old, pinned compiler keeps the runtimes that may be used many.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTO = ROOT / "proto"
PACKAGE = Path("pitch/arena/v1")
TOOLS = (
    "grpcio==1.76.0",
    "grpcio-tools==1.76.0",
    "mypy-protobuf==5.1.0",
    "protobuf==6.33.6",
    "setuptools==80.9.0",
    "types-protobuf==6.32.1.20251210",
    "typing-extensions==4.15.0",
)
GENERATED = ("*_pb2.py", "*_pb2.pyi", "*_pb2_grpc.py", "*_pb2_grpc.pyi")


def main(argv: list[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    parser = argparse.ArgumentParser(description="Write the Python modules of the protocol.")
    parser.add_argument("--check", action="store_true", help="compare with what is committed, write nothing")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="pitch-proto-") as folder:
        fresh = generate(Path(folder))
    return check(fresh) if options.check else write(fresh)


def generate(folder: Path) -> dict[str, bytes]:
    """Compiles every `.proto` file into `folder`; returns the content of each file written, by name.

    Raises CalledProcessError when the compiler or its installation fails.
    """
    sources = sorted(path.relative_to(PROTO).as_posix() for path in (PROTO / PACKAGE).glob("*.proto"))
    out = [f"--{kind}_out={folder}" for kind in ("python", "grpc_python")]
    stubs = [f"--{kind}_out=quiet:{folder}" for kind in ("mypy", "mypy_grpc")]
    python = tools_python()
    path = {"PATH": f"{python.parent}:/usr/bin:/bin"}
    command = [str(python), "-m", "grpc_tools.protoc", f"--proto_path={PROTO}", *out, *stubs, *sources]
    subprocess.run(command, check=True, cwd=PROTO, env=path)
    written = {path.name: path.read_bytes() for path in (folder / PACKAGE).iterdir()}
    texts = {Path(source).stem: (PROTO / source).read_text(encoding="utf-8") for source in sources}
    served = {f"{stem}_pb2_grpc" for stem, text in texts.items() if "\nservice " in text}
    return {name: data for name, data in written.items() if "_grpc." not in name or name.split(".")[0] in served}


def tools_python() -> Path:
    """Returns the interpreter of the compiler's environment, made on first use."""
    key = hashlib.sha256(repr((TOOLS, sys.version_info[:2], sys.prefix)).encode()).hexdigest()[:12]
    folder = ROOT / ".cache" / f"protoc-{key}"
    python = folder / "bin" / "python"
    complete = folder / "complete"
    folder.parent.mkdir(exist_ok=True)
    with (folder.parent / "protoc.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not complete.exists():
            venv.EnvBuilder(with_pip=True, clear=True).create(folder)
            pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
            subprocess.run([*pip, *TOOLS], check=True)
            complete.touch()
    return python


def write(fresh: dict[str, bytes]) -> int:
    """Replaces the committed files; returns the exit status."""
    for path in committed():
        if path.name not in fresh:
            path.unlink()
    for name, data in sorted(fresh.items()):
        (PROTO / PACKAGE / name).write_bytes(data)
    print(f"wrote {len(fresh)} files to proto/{PACKAGE}")
    return 0


def check(fresh: dict[str, bytes]) -> int:
    """Compares with the committed files; returns the exit status and prints which ones differ."""
    old = {path.name: path.read_bytes() for path in committed()}
    differing = sorted(name for name in old.keys() | fresh.keys() if old.get(name) != fresh.get(name))
    for name in differing:
        print(f"proto/{PACKAGE / name} is not what its .proto gives: run `make proto`", file=sys.stderr)
    return 1 if differing else 0


def committed() -> list[Path]:
    """Returns the generated files beside the protos."""
    return sorted(path for pattern in GENERATED for path in (PROTO / PACKAGE).glob(pattern))


if __name__ == "__main__":
    sys.exit(main())
