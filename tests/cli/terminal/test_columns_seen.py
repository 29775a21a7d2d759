"""A file alone: its columns, what they look like, and the command to paste."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import veracity as vc
from veracity.cli.terminal.columns_seen import columns_seen, command_to_paste, listed
from veracity.errors import InputError


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("infections", "--true infection --proba p_logistic"),
        ("ripples", "--true ripple --proba probability"),
        ("digits", " ".join(["--true truth", *(f"--proba p_{k}" for k in range(10))])),
    ],
)
def test_the_command_for_the_shipped_examples(name, ending):
    path = str(vc.examples()[name])
    said = command_to_paste(path, columns_seen(path)).en
    assert said.endswith(f"veracity evaluate {path} {ending}")


def test_every_kind_of_column(tmp_path):
    path = tmp_path / "all.csv"
    rows = [
        f"{i % 2},{i / 40},{i * 7.5},p{i},same,,{'yes' if i % 3 else 'no'},word {i}"
        for i in range(40)
    ]
    path.write_text("truth,p,score,patient_id,k,none,called,note\n" + "\n".join(rows) + "\n")
    seen = {one.name: one for one in columns_seen(str(path))}
    looks = {name: one.look for name, one in seen.items()}
    assert looks == {
        "truth": "labels",
        "p": "probability",
        "score": "number",
        "patient_id": "id",
        "k": "constant",
        "none": "empty",
        "called": "labels",
        "note": "id",
    }
    assert seen["truth"].kind == "integer"
    assert seen["score"].values == ("0.0", "7.5", "15.0")


def test_gaps_are_left_where_nothing_looks_right(tmp_path):
    path = tmp_path / "my data.csv"
    path.write_text("a,b\n" + "\n".join(f"w{i},v{i}" for i in range(50)) + "\n")
    said = command_to_paste(str(path), columns_seen(str(path))).en
    assert said.endswith("my data.csv' --true COLUMN --pred COLUMN")
    assert "Complete the line" in said


def test_one_column_of_numbers_is_offered_as_the_score(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("truth,margin\n" + "".join(f"{i % 2},{i - 20.5}\n" for i in range(40)))
    assert command_to_paste(str(path), columns_seen(str(path))).en.endswith(
        "--true truth --score margin"
    )


def test_a_column_of_percentages_is_offered_with_what_to_do_first(tmp_path):
    path = tmp_path / "percent.csv"
    path.write_text("truth,p\n" + "".join(f"{i % 2},{i}%\n" for i in range(40)))
    said = command_to_paste(str(path), columns_seen(str(path)))
    assert "delete the % signs of 'p' and divide by 100" in said.en
    assert said.en.endswith("--true truth --proba p")
    assert "去掉 'p' 中的百分号" in said.zh
    path.write_text("truth,p\n" + "".join(f"{i % 2},{i / 40}\n" for i in range(40)))
    assert "%" not in command_to_paste(str(path), columns_seen(str(path))).en


def test_percent_signs_are_named_where_columns_are_listed_and_where_they_are_read(
    veracity, predictions
):
    path = predictions.parent / "percent.csv"
    path.write_text("truth,p\n" + "".join(f"{i % 2},{i + 1}%\n" for i in range(40)))
    assert {one.name: one.look for one in columns_seen(str(path))}["p"] == "percent"
    said = veracity("evaluate", path.name, "--true", "truth", "--proba", "p").err
    assert "'1%' is a percentage: delete the % signs and divide the column by 100" in said


def test_as_a_person_types_it(veracity, predictions):
    done = veracity("evaluate", predictions.name)
    assert done.returncode == 2
    assert done.stdout.decode().splitlines()[0].split() == [
        *("column", "type", "first", "values", "looks", "like")
    ]
    command = done.stdout.decode().splitlines()[-1].split()
    assert command[:2] == ["veracity", "evaluate"]
    pasted = veracity(*command[1:])
    assert pasted.returncode == 0, pasted.stderr


@pytest.mark.parametrize(
    ("columns", "ending"),
    [
        (
            ("prob_low", "prob_med", "prob_high"),
            "--label 'low risk' --label medium --label 'high risk'",
        ),
        (("p_high", "p_low", "p_medium"), "--proba p_medium"),  # as the labels are sorted
        (("a", "b", "c"), "--label CLASS --label CLASS --label CLASS"),
    ],
)
def test_columns_of_text_classes_are_named_in_their_order(tmp_path, columns, ending):
    """Labels are read in alphabetical order: a column in another place would be another class."""
    classes = ["low risk", "medium", "high risk"]
    rows = [f"{classes[i % 3]},{0.5 + i / 100},{0.3 - i / 200},{0.2 - i / 200}" for i in range(30)]
    path = tmp_path / "risk.csv"
    path.write_text(f"Outcome,{','.join(columns)}\n" + "\n".join(rows) + "\n")
    said = command_to_paste(str(path), columns_seen(str(path))).en
    assert said.endswith(ending)
    assert ("Complete the line" in said) == ("CLASS" in ending)


@pytest.mark.parametrize(
    ("labels", "asked"),
    [
        (("healthy", "sick"), "--pos-label sick"),
        (("no", "flu"), "--pos-label flu"),
        (("阴性", "阳性"), "--pos-label '阳性'"),
        (("cat", "dog"), "--pos-label CLASS"),
        (("0", "1"), None),
        (("-1", "1"), None),
        (("False", "True"), None),
        (("1", "2"), "--pos-label CLASS"),
    ],
)
def test_two_classes_of_text_need_to_know_which_is_positive(tmp_path, labels, asked):
    path = tmp_path / "two.csv"
    rows = "".join(f"{labels[k % 2]},0.{k + 1}7\n" for k in range(8))
    path.write_text(f"truth,p\n{rows}", "utf-8")
    said = command_to_paste(str(path), columns_seen(str(path))).en
    assert ("--pos-label" in said) == (asked is not None)
    assert asked is None or asked in said


def test_decimal_commas_are_not_mixed_up_with_those_between_values(tmp_path):
    path = tmp_path / "comma.csv"
    path.write_text("y;p\n1;0,795\n0;0,322\n1;0,5\n")
    assert "0,795; 0,322; 0,5" in listed(columns_seen(str(path)))


def test_names_of_several_columns_are_listed_as_such(veracity, tmp_path):
    (tmp_path / "a.csv").write_text("y,q,note,note,,\n1,1,a,b,,\n0,1,a,b,,\n1,0,c,c,,\n")
    done = veracity("evaluate", "a.csv")
    assert (done.returncode, done.err) == (2, "")
    assert "--true y --pred" in done.out
    assert next(line for line in done.out.splitlines() if "rename" in line).startswith("note ")
    assert "同名" in veracity("evaluate", "a.csv", "--lang", "zh").out
    (tmp_path / "b.csv").write_text("y,y\n1,1\n0,1\n")
    assert veracity("evaluate", "b.csv").out.count("rename") == 1


def test_columns_of_lists_and_records_are_listed_as_such(tmp_path):
    path = tmp_path / "nested.parquet"
    columns = {"label": [0, 1, 0], "emb": [[1.0, 2.0], [3.0], None], "record": [{"a": 1}] * 3}
    pq.write_table(pa.table(columns), path)
    seen = {one.name: (one.kind, one.look) for one in columns_seen(str(path))}
    assert seen["emb"] == seen["record"] == ("list", "nested")
    assert seen["label"] == ("integer", "labels")
    assert "several values a row" in listed(columns_seen(str(path)))


def test_files_that_are_no_parquet_or_half_of_one_are_refused_in_a_sentence(tmp_path):
    path = tmp_path / "fake.parquet"
    path.write_text("label,pred\n1,0\n")
    for look in (columns_seen, lambda name: vc.evaluate("label", "pred", data=name)):
        with pytest.raises(InputError, match=r"is no Parquet file: .* PAR1 but 'label,pred"):
            look(str(path))
    path.write_bytes(b"PAR1" + b"x" * 50)
    with pytest.raises(InputError, match="is truncated"):
        columns_seen(str(path))


def test_a_file_where_a_folder_belongs_is_refused_in_a_sentence(veracity, predictions):
    done = veracity("demo", "--out", predictions.name)
    assert (done.returncode, done.out) == (2, "")
    assert done.err.startswith(f"veracity: {predictions.name} is a file or lies below one.")
