"""Boxes in pictures: equal to pycocotools, worked by hand, and bad input refused."""

import json
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import veracity as vc
from veracity.errors import InvalidRows, NotHere, UnknownName, VeracityError

CASES = json.loads(
    (Path(__file__).parents[1] / "data" / "detection_references.json").read_text("utf-8")
)["cases"]
SIZES = ("small", "medium", "large")


def coco(case: dict) -> dict:
    return {
        "images": [{"id": n + 1} for n in range(case["images"])],
        "categories": [{"id": n + 1, "name": f"class {n + 1}"} for n in range(case["categories"])],
        "annotations": case["annotations"],
    }


def or_minus_one(found) -> float:
    return -1.0 if math.isnan(found.value) else found.value


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_equals_the_twelve_figures_of_pycocotools(case: dict) -> None:
    found = vc.detections.evaluate(coco(case), case["results"], n_resamples=0)
    sized = [found.by_size[one] for one in SIZES]
    mine = [
        *(found[key] for key in ("map", "map_50", "ap(0.75)")),
        *(one["map"] for one in sized),
        *(found[f"ar({n})"] for n in (1, 10, 100)),
        *(one["ar(100)"] for one in sized),
    ]
    theirs = case["pycocotools"]["stats"]
    np.testing.assert_allclose([or_minus_one(one) for one in mine], theirs, rtol=0, atol=1e-12)


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_equals_pycocotools_in_every_class_overlap_and_size(case: dict) -> None:
    found = vc.detections.evaluate(coco(case), case["results"], n_resamples=0)
    ap = np.array(case["pycocotools"]["ap"])
    recall = np.array(case["pycocotools"]["recall"])
    for a, size in enumerate(("all", *SIZES)):
        part = found if size == "all" else found.by_size[size]
        for k in range(case["categories"]):
            name = f"class {k + 1}"
            if name not in part.by_class:
                assert (ap[:, k] == -1).all()  # no reference: left out by both
                continue
            mine = part.by_class[name]
            for t, iou in enumerate(found.tally.thresholds):
                assert or_minus_one(mine[f"ap({iou:.2f})"]) == pytest.approx(ap[t, k, a], abs=1e-12)
            mean = recall[:, k, a, 2].mean()
            assert or_minus_one(mine["ar(100)"]) == pytest.approx(mean, abs=1e-12)


# four boxes to find; by falling score the detections are right, false, right, false, right
WORKED_REFERENCE = [(20 * n, 0, 20 * n + 10, 10) for n in range(4)]
WORKED = [
    (0, 0, 10, 10, 0.9),
    (0, 50, 10, 60, 0.8),
    (20, 0, 30, 10, 0.7),
    (0, 80, 10, 90, 0.6),
    (40, 0, 50, 10, 0.5),
]


@pytest.mark.parametrize(
    ("ap", "exact"),
    [
        ("voc_all_points", (Fraction(1) + Fraction(2, 3) + Fraction(3, 5)) / 4),
        ("voc_11_points", (3 * Fraction(1) + 3 * Fraction(2, 3) + 2 * Fraction(3, 5)) / 11),
        ("coco", (26 * Fraction(1) + 25 * Fraction(2, 3) + 25 * Fraction(3, 5)) / 101),
    ],
)
def test_three_interpolations_by_hand(ap: str, exact: Fraction) -> None:
    found = vc.detections.evaluate(WORKED_REFERENCE, WORKED, ap=ap)
    assert found["map_50"].value == pytest.approx(float(exact), abs=1e-15)
    assert found["ar(1)"].value == 0.25
    assert found["ar(100)"].value == 0.75


def test_two_rules_of_matching_differ_where_the_best_box_is_taken() -> None:
    reference = [(0, 0, 10, 10), (3, 0, 13, 10)]
    detected = [(0, 0, 10, 10, 0.9), (1, 0, 11, 10, 0.8)]  # the second overlaps both
    coco_way = vc.detections.evaluate(reference, detected, iou=0.5)
    voc_way = vc.detections.evaluate(reference, detected, iou=0.5, matching="voc")
    assert coco_way["ar(100)"].value == 1.0
    assert voc_way["ar(100)"].value == 0.5


def test_difficult_boxes_are_neither_found_nor_missed() -> None:
    rows = {"x0": [0, 20], "y0": [0, 0], "x1": [10, 30], "y1": [10, 10], "difficult": [0, 1]}
    detected = [(20, 0, 30, 10, 0.9), (0, 0, 10, 10, 0.5)]
    for matching in ("coco", "voc"):
        found = vc.detections.evaluate(rows, detected, matching=matching)
        assert found["map"].value == 1.0
    without = {name: column[:1] for name, column in rows.items() if name != "difficult"}
    assert vc.detections.evaluate(without, detected)["map"].value == 0.5


def test_a_crowd_takes_many_detections_and_overlaps_by_their_own_area() -> None:
    reference = {
        "annotations": [
            {"image_id": 1, "category_id": 1, "bbox": [0, 0, 100, 100], "iscrowd": 1, "area": 1e4},
            {"image_id": 1, "category_id": 1, "bbox": [200, 0, 9, 9], "iscrowd": 0, "area": 81},
        ]
    }
    inside = [
        {"image_id": 1, "category_id": 1, "bbox": [x, 5, 9, 9], "score": 0.9} for x in (1, 30, 60)
    ]
    hit = {"image_id": 1, "category_id": 1, "bbox": [200, 0, 9, 9], "score": 0.1}
    assert vc.detections.evaluate(reference, [*inside, hit])["map"].value == 1.0


def test_all_ways_to_give_boxes_give_the_same() -> None:
    reference = {"a": [(0, 0, 10, 10, "cat"), (5, 5, 30, 30, "dog")], "b": [(1, 1, 9, 8, "cat")]}
    detected = {"a": [(0, 0, 9, 10, "cat", 0.9), (5, 5, 28, 30, "dog", 0.4)], "b": []}
    wanted = dict(vc.detections.evaluate(reference, detected))

    def records(sides: dict, score: bool) -> list[dict]:
        names = ("x0", "y0", "x1", "y1", "class", "score")[: 6 if score else 5]
        return [
            {**dict(zip(names, row, strict=True)), "image": image}
            for image, rows in sides.items()
            for row in rows
        ]

    ours, theirs = records(reference, False), records(detected, True)
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    boxed = [
        {"box": [one.pop(n) for n in ("x0", "y0", "x1", "y1")], **one}
        for one in records(reference, False)
    ]
    lists = {
        image: {
            "boxes": np.array([row[:4] for row in rows]).reshape(-1, 4),
            "labels": [row[4] for row in rows],
            "scores": [row[5] for row in rows],
        }
        for image, rows in detected.items()
    }
    for first, second in (
        (ours, theirs),
        (pandas.DataFrame(ours), pandas.DataFrame(theirs)),
        (polars.DataFrame(ours), polars.DataFrame(theirs)),
        (polars.DataFrame(ours).lazy(), polars.DataFrame(theirs).lazy()),
        (polars.DataFrame(ours).to_arrow(), polars.DataFrame(theirs).to_arrow()),
        (boxed, theirs),
        (reference, lists),
    ):
        found = vc.detections.evaluate(first, second)
        assert {key: one.value for key, one in found.items()} == {
            key: one.value for key, one in wanted.items()
        }


def test_files_are_read(tmp_path: Path) -> None:
    case = CASES[0]
    (tmp_path / "reference.json").write_text(json.dumps(coco(case)), "utf-8")
    (tmp_path / "detected.json").write_text(json.dumps(case["results"]), "utf-8")
    found = vc.detections.evaluate(tmp_path / "reference.json", str(tmp_path / "detected.json"))
    assert found["map"].value == pytest.approx(case["pycocotools"]["stats"][0], abs=1e-12)
    (tmp_path / "r.csv").write_text("image,x0,y0,x1,y1,class\na,0,0,10,10,cat\n", "utf-8")
    (tmp_path / "d.csv").write_text("image,x0,y0,x1,y1,class,score\na,0,0,9,10,cat,.9\n", "utf-8")
    found = vc.detections.evaluate(tmp_path / "r.csv", tmp_path / "d.csv")
    assert found["ap(0.9)"].value == 1.0


def test_tables_are_read_as_everywhere(tmp_path: Path) -> None:
    """Blank lines are no rows, Parquet is a table, and 1 and "1" are one picture."""
    import polars as pl

    (tmp_path / "r.csv").write_text(
        "image,class,x0,y0,x1,y1\n1,7,0,0,10,10\n\n2,7,0,0,10,10\n\n", "utf-8"
    )
    (tmp_path / "d.csv").write_text(
        "image;class;x0;y0;x1;y1;score\n1;7;0;0;10,0;9,5;0,5\n2;7;30;30;40;40;0,9\n", "utf-8"
    )
    boxes = {"image": [1, 2], "class": [7, 7], "x0": [0, 30], "y0": [0, 30]}
    more = {"x1": [10.0, 40.0], "y1": [9.5, 40.0], "score": [0.5, 0.9]}
    pl.DataFrame({**boxes, **more}).write_parquet(tmp_path / "d.parquet")
    for name in ("d.csv", "d.parquet"):
        found = vc.detections.evaluate(tmp_path / "r.csv", tmp_path / name, iou=0.9)
        assert found.tally.counted[0].sum() == 2
        # one of two boxes is found, after a false alarm: precision 1/2 at the recalls 0 … 0.5
        assert found["ap(0.9)"].value == pytest.approx(51 * 0.5 / 101)
        assert len(found.images) == 2


def test_what_is_not_there_is_named() -> None:
    found = vc.detections.evaluate([(0, 0, 9, 9, "cat")], [(0, 0, 9, 9, "cat", 0.5)])
    with pytest.raises(NotHere, match="'cat'"):
        found.by_class["dog"]
    with pytest.raises(NotHere, match="'small'"):
        found.by_size["tiny"]
    with pytest.raises(VeracityError, match="None"):
        vc.detections.evaluate(None, [(0, 0, 9, 9, "cat", 0.5)])
    assert str(found).startswith("1 image, 1 reference box, 1 detection, 1 class;")


def test_merged_parts_are_one_evaluation() -> None:
    case = CASES[1]
    whole = vc.detections.evaluate(coco(case), case["results"], n_resamples=0)

    def of(images: set[int]):
        given = coco(case)
        given["images"] = [one for one in given["images"] if one["id"] in images]
        given["annotations"] = [one for one in given["annotations"] if one["image_id"] in images]
        results = [one for one in case["results"] if one["image_id"] in images]
        return vc.detections.evaluate(given, results, n_resamples=0)

    merged = of({5, 6, 7, 8}) + of({1, 2, 3, 4})  # equal scores: pictures stay in their order
    assert {k: v.value for k, v in merged.items()} == pytest.approx(
        {k: v.value for k, v in whole.items()}, abs=1e-14
    )
    with pytest.raises(VeracityError, match="images named"):
        merged + merged


def test_laws_of_boxes() -> None:
    """Moving everything, or another order of scores' scale, changes nothing."""
    rng = np.random.default_rng(3)
    corners = rng.integers(0, 50, (40, 2))
    boxes = np.hstack([corners, corners + rng.integers(4, 30, (40, 2))]).astype(float)
    near = boxes + rng.integers(-3, 4, boxes.shape)
    images, scores = np.arange(40) % 7, rng.permutation(40) / 40.0

    def columns(given, score=None):
        named = dict(zip(("x0", "y0", "x1", "y1"), given.T, strict=True))
        return {**named, "image": images, **({} if score is None else {"score": score})}

    base = vc.detections.evaluate(columns(boxes), columns(near, scores))
    moved = vc.detections.evaluate(columns(boxes + 64), columns(near + 64, scores))
    scaled = vc.detections.evaluate(columns(boxes), columns(near, np.exp(9 * scores) - 5))
    for other in (moved, scaled):
        assert {k: v.value for k, v in other.items()} == {k: v.value for k, v in base.items()}
    assert base["ar(1)"].value <= base["ar(10)"].value <= base["ar(100)"].value
    perfect = vc.detections.evaluate(columns(boxes), columns(boxes, scores))
    assert perfect["map"].value == 1.0


def test_intervals_come_from_pictures() -> None:
    one_picture = vc.detections.evaluate(WORKED_REFERENCE, WORKED)["map"]
    assert math.isnan(one_picture.low)
    assert "three images" in str(one_picture.note)
    case = CASES[0]
    found = vc.detections.evaluate(coco(case), case["results"])["map"]
    assert 0 < found.low < found.value < found.high < 1
    again = vc.detections.evaluate(coco(case), case["results"])["map"]
    assert (found.low, found.high) == (again.low, again.high)


def test_compared_by_pictures() -> None:
    rng = np.random.default_rng(0)
    reference = {n: [(0, 0, 10, 10), (20, 0, 40, 20)] for n in range(30)}
    far = rng.integers(0, 4, 30)
    good = {n: [(0, 0, 10, 10, 0.9), (20, 0, 40, 20 - far[n], 0.8)] for n in range(30)}
    poor = {n: [(0, 0, 10, 10, 0.9), (20, 0, 40, 12 - far[n], 0.8)] for n in range(30)}
    cmp = vc.detections.compare(reference, {"good": good, "poor": poor, "same": good})
    one = cmp["good", "poor", "map"]
    assert one.verdict == "better"
    assert one.difference.low > 0
    assert one.p_adjusted >= one.p_value
    back = cmp["poor", "good", "map"]
    assert (back.verdict, back.difference.value) == ("worse", -one.difference.value)
    alike = cmp["good", "same", "map"]
    assert (alike.difference.value, alike.verdict) == (0.0, "cannot_tell")
    assert "these images cannot tell whether good or same is better" in cmp.text()
    assert "rows" not in cmp.text()
    assert "优于" in cmp.text("zh")


@pytest.mark.parametrize(
    ("reference", "detected", "words"),
    [
        ([(10, 0, 0, 10)], [(0, 0, 1, 1, 0.5)], "x1 < x0"),
        ([(0, 0, math.nan, 10)], [(0, 0, 1, 1, 0.5)], "finite"),
        ([(0, 0, 1, 1)], [(0, 0, 1, 1, math.nan)], "not a number"),
        ([(0, 0, 1, 1)], [(0, 0, 1, 1)], "scores"),
        ([(0, 0, 1, 1, "cat")], [(0, 0, 1, 1, 0.5)], "lack a class"),
        ([(0, 0, 1)], [(0, 0, 1, 1, 0.5)], "Cannot read"),
        ([], [], "No boxes"),
        ({"a": [(0, 0, 1, 1)]}, {"b": [(0, 0, 1, 1, 0.5)]}, "No image occurs"),
        ({"x0": [0], "y0": [0], "x1": [1]}, [(0, 0, 1, 1, 0.5)], "Cannot read"),
    ],
)
def test_bad_boxes_are_refused(reference, detected, words: str) -> None:
    with pytest.raises(VeracityError, match=words):
        vc.detections.evaluate(reference, detected)


def test_bad_options_are_refused() -> None:
    given = [(0, 0, 1, 1)], [(0, 0, 1, 1, 0.5)]
    for bad in ({"iou": 0}, {"iou": ()}, {"iou": (0.5, 1.5)}, {"ap": "r"}, {"matching": "x"}):
        with pytest.raises(VeracityError):
            vc.detections.evaluate(*given, **bad)
    found = vc.detections.evaluate(*given, iou=(0.6, 0.7))
    with pytest.raises(NotHere, match=r"0\.6, 0\.7"):
        found["map_50"]
    with pytest.raises(UnknownName):
        found["accuracy"]
    with pytest.raises(NotHere):
        found["ar(1000)"]


def test_detections_elsewhere_are_false_alarms_and_said() -> None:
    reference = {"a": [(0, 0, 10, 10, "cat")]}
    detected = {
        "a": [(0, 0, 10, 10, "cat", 0.5), (0, 0, 10, 10, "dog", 0.9)],
        "z": [(0, 0, 10, 10, "cat", 0.9)],
    }
    found = vc.detections.evaluate(reference, detected)
    assert found["map"].value == 0.5
    assert "false alarms" in str(found.notes[0])
    assert "'dog'" in str(found.notes[1])
    with pytest.raises(InvalidRows):
        vc.detections.evaluate({"a": [(5, 5, 1, 1, "cat")]}, detected)


def test_no_detections_is_zero_and_no_reference_undefined() -> None:
    nothing = vc.detections.evaluate({"a": [(0, 0, 1, 1)]}, {"a": []})
    assert (nothing["map"].value, nothing["ar(100)"].value) == (0.0, 0.0)
    empty = vc.detections.evaluate({"a": []}, {"a": [(0, 0, 1, 1, 0.5)]})
    assert math.isnan(empty["map"].value)
    assert empty["map"].note


def test_texts_and_tables() -> None:
    case = CASES[0]
    found = vc.detections.evaluate(coco(case), case["results"])
    assert "Mean average precision" in found.text("en")
    assert "平均查准率" in found.text("zh")
    frame = found.to_pandas()
    assert set(frame["class"]) >= {"all", "class 1"}
    assert found.to_polars().height == len(frame)
    table = found.table()
    assert len(table) == len(frame)
    assert "all sizes" in table.text("en")
    assert "class 2" in table.to_markdown("zh")
    empty = vc.detections.evaluate({"a": []}, {"a": [(0, 0, 1, 1, 0.5)]})
    assert "Mean average precision" in empty.text("en")  # undefined figures do not stop it


def test_compared_table() -> None:
    case = CASES[0]
    fewer = case["results"][::2]
    cmp = vc.detections.compare(coco(case), {"all": case["results"], "half": fewer})
    assert [row["figure"] for row in cmp.table()] == ["map", "map_50"]
    assert "all − half" in cmp.table().text("en")
    assert "无法判断" in cmp.table().text("zh")


def test_rows_with_pictures_and_columns_beside() -> None:
    rows = [(0, 0, 10, 10, "cat", "a"), (1, 1, 9, 8, "cat", "b"), (5, 5, 30, 30, "dog", "a")]
    found = [
        (0, 0, 9, 10, "cat", "a", 0.9),
        (1, 1, 9, 8, "cat", "b", 0.3),
        (5, 5, 28, 30, "dog", "a", 0.4),
    ]
    one = vc.detections.evaluate(rows, found)
    two = vc.detections.evaluate(
        np.array([row[:4] for row in rows]),
        np.array([row[:4] for row in found]),
        label=([row[4] for row in rows], [row[4] for row in found]),
        image=([row[5] for row in rows], [row[5] for row in found]),
        score=[row[6] for row in found],
    )
    assert {k: v.value for k, v in one.items()} == {k: v.value for k, v in two.items()}
    assert one.images == ("a", "b")
    # IoU 0.9 of the first cat and 1 of the second; dog 575 of 625, which is 0.92
    assert one["ap(0.9)"].value == 1.0
    with pytest.raises(VeracityError, match="1 values for 3"):
        vc.detections.evaluate(rows, [row[:4] for row in found], score=[0.5])
    with pytest.raises(VeracityError, match="a column"):
        vc.detections.evaluate(rows, found, image=([1, 2, 3],))


def test_equal_scores_of_right_and_false_are_said() -> None:
    reference = {"a": [(0, 0, 9, 9)], "b": [(0, 0, 9, 9)]}
    tied = {"a": [(0, 0, 9, 9, 0.5)], "b": [(20, 20, 29, 29, 0.5)]}
    assert "tied scores" in str(vc.detections.evaluate(reference, tied).notes[0])
    apart = {"a": [(0, 0, 9, 9, 0.5)], "b": [(20, 20, 29, 29, 0.4)]}
    assert vc.detections.evaluate(reference, apart).notes == ()


@pytest.mark.parametrize(
    "bad",
    [
        None,
        3,
        "no such file.json",
        {},
        [None],
        ["box"],
        [{}],
        [{"bbox": [1, 2]}],
        {"a": None},
        {"annotations": [1]},
        {"annotations": None},
        [{"box": (1, 2, 3), "score": 1}],
        [(0, 0, 1, 1, ["cat"])],
        [(0, 0, 1, 1, None)],
        [{"boxes": [(0, 0, 1, 1)], "labels": []}],
    ],
)
def test_hostile_input_meets_errors_of_our_own(bad) -> None:
    good = [(0, 0, 1, 1, 0.5)]
    with pytest.raises(VeracityError):
        vc.detections.evaluate(bad, bad)
    if bad not in (None, {}):
        with pytest.raises(VeracityError):
            vc.detections.evaluate(bad, good)
