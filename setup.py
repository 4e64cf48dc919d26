"""Puts the sources of the sample bots into the package: `arena new-bot` copies them where the repository is not."""

from __future__ import annotations

import runpy
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent


class BuildWithSamples(build_py):
    """Builds the packages, and copies the samples beside them; in an editable installation they stay where they are."""

    def run(self) -> None:
        """Build."""
        super().run()
        if not self.editable_mode:
            copy_samples = runpy.run_path(str(HERE / "arena" / "newbot" / "files.py"))["copy_samples"]
            copy_samples(HERE / "sample_bots", Path(self.build_lib) / "arena" / "newbot" / "samples")


setup(cmdclass={"build_py": BuildWithSamples})
