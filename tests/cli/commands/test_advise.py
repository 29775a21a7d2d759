"""`veracity advise`: the advice, the list of situations, JSON, and errors."""

import json

from veracity.cli import main
from veracity.metrics import advise


def told(capsys, *words: str) -> str:
    main(["advise", *words])
    return capsys.readouterr().out


def test_in_a_process_of_its_own(veracity) -> None:
    done = veracity("advise", "rare", "costs")
    assert done.returncode == 0
    assert done.stdout.decode().startswith("Report:\n· Precision (precision)")
    wrong = veracity("advise", "rar")
    assert wrong.returncode == 2
    assert "rare" in wrong.stderr.decode()


def test_languages_numbers_and_json(capsys) -> None:
    assert "screening" in told(capsys)  # the situations there are
    assert "screening" not in told(capsys, "rare")
    assert told(capsys, "rare", "--lang", "zh").startswith("建议报告：")
    found = json.loads(told(capsys, "--classes", "4", "--prevalence", "0.01", "--format", "json"))
    assert found == advise(classes=4, prevalence=0.01).to_dict()
