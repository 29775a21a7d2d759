"""`veracity detections`: COCO's files and tables, one detector or several."""

import json
from pathlib import Path

import pytest

CASE = json.loads(
    (Path(__file__).parents[2] / "data" / "detection_references.json").read_text("utf-8")
)["cases"][0]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    reference = {
        "images": [{"id": n + 1} for n in range(CASE["images"])],
        "categories": [{"id": n + 1, "name": f"class {n + 1}"} for n in range(CASE["categories"])],
        "annotations": CASE["annotations"],
    }
    (tmp_path / "reference.json").write_text(json.dumps(reference), "utf-8")
    (tmp_path / "a.json").write_text(json.dumps(CASE["results"]), "utf-8")
    (tmp_path / "b.json").write_text(json.dumps(CASE["results"][::2]), "utf-8")
    return tmp_path


def test_figures_of_coco_files(veracity, files):
    done = veracity("detections", "reference.json", "a.json", "--format", "json")
    rows = json.loads(done.stdout)["figures"]
    found = next(r for r in rows if (r["figure"], r["class"], r["size"]) == ("map", "all", "all"))
    assert found["value"] == pytest.approx(CASE["pycocotools"]["stats"][0], abs=1e-12)
    assert done.returncode == 0


def test_two_detectors_in_chinese(veracity, files):
    words = ("detections", "reference.json", "a.json", "--compare", "half=b.json", "--lang", "zh")
    done = veracity(*words)
    assert done.returncode == 0
    assert "half" in done.stdout.decode()
    assert "平均查准率" in done.stdout.decode()


def test_what_is_wrong_is_one_paragraph(veracity, files):
    (files / "bad.csv").write_text("x0,y0,x1,y1\n5,5,1,1\n", "utf-8")
    for words in (("bad.csv", "a.json"), ("none.json", "a.json")):
        done = veracity("detections", *words)
        assert done.returncode == 2
        assert b"Traceback" not in done.stderr
        assert done.stdout == b""
