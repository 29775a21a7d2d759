"""`matrix`, `explain`, `metrics`, `demo`, help and version."""

import json
import shlex
from importlib.metadata import version
from pathlib import Path

import pytest

from veracity.cli.commands.demo import this_command


def test_matrix_from_words(veracity) -> None:
    done = veracity("matrix", "tp=4", "fp=1", "fn=2", "tn=5", "--format", "json")
    told = json.loads(done.stdout)
    assert told["metrics"]["precision"]["value"] == 0.8
    assert told["metrics"]["recall"]["value"] == 4 / 6


@pytest.mark.parametrize(
    "words", [("tp=4",), ("tp=4", "fp=x", "fn=1", "tn=1"), ("tp=1", "tp=2", "fn=1", "tn=1")]
)
def test_matrix_refuses_what_it_does_not_understand(veracity, words) -> None:
    done = veracity("matrix", *words)
    assert done.returncode == 2
    assert "tp" in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()


@pytest.mark.parametrize(
    ("options", "row"),
    [
        ((), "always negative            0.990     0.500  0.000  0.000  cannot tell   1.000"),
        (
            ("--lang", "zh"),
            "总判为负               0.990       0.500  0.000  0.000    无法判断   1.000",
        ),
        (
            ("--format", "markdown"),
            "| always negative | 0.990 | 0.500 | 0.000 | 0.000 | cannot tell | 1.000 |",
        ),
        (
            ("--format", "latex"),
            r"always negative & 0.990 & 0.500 & 0.000 & 0.000 & cannot tell & 1.000 \\",
        ),
    ],
)
def test_matrix_stands_beside_guessing(veracity, options, row) -> None:
    """990 negatives, 10 positives; 4 hits against 5 false alarms: McNemar's exact p is 1."""
    done = veracity("matrix", "tp=4", "fp=5", "fn=6", "tn=985", "--verbose", *options)
    assert row in done.stdout.decode().splitlines()


def test_matrix_stands_beside_guessing_in_json(veracity) -> None:
    done = veracity("matrix", "tp=4", "fp=5", "fn=6", "tn=985", "--format", "json")
    rivals = json.loads(done.stdout)["baselines"]["rivals"]
    assert rivals["always_negative"]["values"]["accuracy"] == 0.99
    assert rivals["always_negative"]["test"]["p_value"] == 1.0
    assert rivals["always_positive"]["standing"]["accuracy"] == "better"


def test_matrix_at_another_prevalence(veracity) -> None:
    """Of 1,000 cases 10 are ill: 9 are found, and 99 of the others called: 9/108."""
    words = ("matrix", "tp=90", "fn=10", "fp=10", "tn=90", "--at-prevalence")
    done = veracity(*words, "0.01", "--format", "json")
    assert json.loads(done.stdout)["metrics"]["precision"]["value"] == pytest.approx(9 / 108)
    wrong = veracity(*words, "1.5")
    assert wrong.returncode == 2
    assert b"1.5% or 0.015" in wrong.stderr


def test_matrix_from_a_file_in_both_layouts(veracity, tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text(",cat,dog,bird\ncat,5,1,0\ndog,2,7,1\nbird,0,0,4\n")
    (tmp_path / "called.csv").write_text(
        "\tcat\tdog\tbird\ncat\t5\t2\t0\ndog\t1\t7\t0\nbird\t0\t1\t4\n"
    )
    by_truth = veracity("matrix", "truth.csv", "--format", "json")
    by_call = veracity("matrix", "called.csv", "--rows", "prediction", "--format", "json")
    counts = json.loads(by_truth.stdout)["confusion"]["counts"]
    assert counts == [[5, 1, 0], [2, 7, 1], [0, 0, 4]]
    assert json.loads(by_call.stdout)["confusion"]["counts"] == counts


@pytest.mark.parametrize(
    "content",
    ["", "a,b\n1,2\n", ",a,b\na,1,2\nc,3,4\n", ",a,b\na,1,x\nb,2,3\n", ",a,b\na,1\nb,2,3\n"],
)
def test_matrix_refuses_files_that_are_no_counts(veracity, tmp_path: Path, content: str) -> None:
    (tmp_path / "counts.csv").write_text(content)
    done = veracity("matrix", "counts.csv")
    assert done.returncode == 2
    assert "counts.csv" in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()


def test_explain_in_both_languages(veracity) -> None:
    assert "When the classifier says yes" in veracity("explain", "ppv").stdout.decode()
    assert "分类器判为正时" in veracity("explain", "ppv", "--lang", "zh").stdout.decode()
    assert "Saying yes where the truth is no" in veracity("explain", "Type I error").stdout.decode()


def test_explain_refuses_an_ambiguous_word(veracity) -> None:
    done = veracity("explain", "准确率")
    assert done.returncode == 2
    assert "accuracy, precision" in done.stderr.decode()


def test_metrics_lists_and_searches(veracity) -> None:
    everything = veracity("metrics").stdout.decode().splitlines()
    found = veracity("metrics", "odds").stdout.decode().splitlines()
    assert len(everything) > 50
    assert 0 < len(found) < 10
    assert set(found[0].split()) - set(everything[0].split())
    assert {row["key"] for row in json.loads(veracity("metrics", "--format", "json").stdout)} > {
        "mcc"
    }


def test_help_and_version(veracity) -> None:
    done = veracity("--help")
    assert done.returncode == 0
    for command in ("evaluate", "matrix", "explain", "metrics", "merge", "demo"):
        assert command in done.stdout.decode()
        assert veracity(command, "--help").returncode == 0
    assert version("veracity") in veracity("--version").stdout.decode()


def test_unknown_command_names_the_nearest_in_the_language_spoken(veracity) -> None:
    done = veracity("evalute")
    assert done.returncode == 2
    assert done.stderr.decode().startswith("veracity: No command evalute.")
    assert "evaluate" in done.stderr.decode()
    spoken = veracity("nosuch", VERACITY_LANG="zh").stderr.decode()
    assert spoken.startswith("veracity: 没有命令 nosuch。")
    assert "No such" not in spoken


def test_demo_evaluates_every_example(veracity, tmp_path: Path) -> None:
    done = veracity("demo", "--out", "reports")
    text = done.stdout.decode()
    assert done.returncode == 0, done.stderr.decode()
    assert "No better than guessing: every prediction is 0" in text
    assert text.count("Better than guessing") >= 2
    assert "→ reports/events.html" in text
    *_, last = text.splitlines()
    assert " evaluate " in last
    assert Path(shlex.split(last)[2]).is_file(), "the last line can be typed as it stands"
    assert len(text.splitlines()) <= 24
    assert len(list((tmp_path / "reports").glob("*.html"))) == 5


def test_the_demo_names_its_own_script_where_the_shell_would_not_find_it(tmp_path, monkeypatch):
    script = tmp_path / ".venv-demo" / "bin" / "veracity"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert this_command(str(script)) == ".venv-demo/bin/veracity"
    (tmp_path / "veracity").touch(mode=0o755)
    assert this_command(str(script)) == "veracity"


def test_help_loads_neither_numpy_nor_the_commands(veracity) -> None:
    import subprocess
    import sys

    code = (
        "import sys\nfrom veracity.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "heavy = {'numpy', 'duckdb', 'rich', 'veracity.cli.commands.evaluate'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("[]")
