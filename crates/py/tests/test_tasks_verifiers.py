"""The adapter for `verifiers`, which takes half a gigabyte and pins what others need otherwise: it is tested in an environment of its own."""

from __future__ import annotations

import os
import pathlib
import subprocess

import pytest

PYTHON = os.environ.get("ARBITER_VERIFIERS", "")


@pytest.mark.skipif(not PYTHON, reason="needs ARBITER_VERIFIERS, a Python of an environment with verifiers 0.4 (pip install verifiers==0.4.0)")
def test_verifiers_load_and_score_the_items():
    check = pathlib.Path(__file__).with_name("verifiers_check.py")
    done = subprocess.run([PYTHON, str(check)], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "verifiers: as it should be"
