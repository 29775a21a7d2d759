"""The command as it was typed is in every report; secrets are not."""

import json
import shlex

import pytest

from veracity.cli.terminal.typed import typed, without_secrets


def test_a_shell_would_read_it_again():
    words = ["evaluate", "my file.csv", "--true", "it's", "--pos-label", "*"]
    assert shlex.split(typed(words)) == ["veracity", *words]


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("https://me:pw@host/a.csv", "https://…@host/a.csv"),
        ("s3://bucket/a.parquet?X-Amz-Signature=abc&x=1", "s3://bucket/a.parquet?…"),
        ("host=db password=hunter2 user=me", "host=db password=… user=me"),
        ("TOKEN=abc", "TOKEN=…"),
        ("api_key:xyz", "api_key:…"),
        ("a@b.csv", "a@b.csv"),
        ("what?.csv", "what?.csv"),
        ("--true", "--true"),
    ],
)
def test_secrets_are_left_out(word, shown):
    assert without_secrets(word) == shown


def test_reports_name_the_command(veracity, predictions):
    words = ("evaluate", predictions.name, "--true", "truth", "--pred", "called")
    files = ("--report", "r.md", "--report", "r.json", "--report", "r.html")
    done = veracity(*words, *files, "--format", "json")
    assert done.returncode == 0
    command = shlex.join(["veracity", *words, *files, "--format", "json"])
    assert json.loads(done.stdout)["provenance"]["command"] == command
    folder = predictions.parent
    assert json.loads((folder / "r.json").read_text("utf-8"))["provenance"]["command"] == command
    assert command in (folder / "r.md").read_text("utf-8").replace("\\", "")
    assert command in (folder / "r.html").read_text("utf-8")


def test_the_matrix_command_too(veracity):
    done = veracity("matrix", "tp=4", "fp=1", "fn=2", "tn=5", "--format", "json")
    told = json.loads(done.stdout)["provenance"]
    assert told["command"] == "veracity matrix tp=4 fp=1 fn=2 tn=5 --format json"
    assert told["fingerprint"].startswith("v1-")
