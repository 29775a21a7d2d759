"""The examples of the guide run, in their order."""

import re
import warnings
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[2] / "docs" / "integrations.md"


@pytest.mark.filterwarnings("ignore")
def test_every_block_runs(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    import mlflow

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mlflow.set_tracking_uri((tmp_path / "runs").as_uri())
    known: dict[str, object] = {}
    blocks = re.findall(r"```py\n(.*?)```", GUIDE.read_text("utf-8"), re.S)
    try:
        for block in blocks:
            exec(block, known)
    finally:
        mlflow.end_run()
    assert callable(known["test_release"])
