"""Files as newcomers have them: read rightly and said, or refused in one paragraph."""

import gzip
import json
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

import veracity as vc

EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def workbook(path: Path, **sheets: list[list[object]]) -> None:
    """The smallest Excel file that holds these cells; None is an empty one."""

    def cell(value: object) -> str:
        if value is None:
            return "<c/>"
        if isinstance(value, bool):
            return f'<c t="b"><v>{int(value)}</v></c>'
        if isinstance(value, (int, float)):
            return f"<c><v>{value}</v></c>"
        return f'<c t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'

    names = list(sheets)
    with zipfile.ZipFile(path, "w") as book:
        parts = "".join(
            f'<Override PartName="/xl/worksheets/sheet{i}.xml" '
            f'ContentType="{EXCEL}.worksheet+xml"/>'
            for i in range(len(names))
        )
        book.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{PACKAGE}/content-types">'
            '<Default Extension="rels" ContentType='
            '"application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Override PartName="/xl/workbook.xml" '
            f'ContentType="{EXCEL}.sheet.main+xml"/>{parts}</Types>',
        )
        book.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r" '
            f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        )
        listed = "".join(
            f'<sheet name="{name}" sheetId="{i + 1}" r:id="r{i}"/>' for i, name in enumerate(names)
        )
        book.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>',
        )
        related = "".join(
            f'<Relationship Id="r{i}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{i}.xml"/>'
            for i in range(len(names))
        )
        book.writestr(
            "xl/_rels/workbook.xml.rels",
            f'<Relationships xmlns="{PACKAGE}/relationships">{related}</Relationships>',
        )
        for i, rows in enumerate(sheets.values()):
            body = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
            book.writestr(
                f"xl/worksheets/sheet{i}.xml",
                f'<worksheet xmlns="{MAIN}"><sheetData>{body}</sheetData></worksheet>',
            )


ROWS = [["y", "p"], [1, 0.9], [0, 0.2], [1, 0.6], [0, 0.7]]
ASK = ("--true", "y", "--proba", "p", "--metric", "auroc")


def test_excel_the_first_sheet_or_one_by_name(veracity, tmp_path: Path) -> None:
    turned = [["y", "p"], *([1 - row[0], row[1]] for row in ROWS[1:])]
    workbook(tmp_path / "a.xlsx", first=ROWS, Blatt2=turned)
    assert veracity("evaluate", "a.xlsx", *ASK).out.startswith("auroc 0.750 [")  # 3 of 4 pairs
    assert veracity("evaluate", "a.xlsx", *ASK, "--sheet", "Blatt2").out.startswith("auroc 0.250")
    wrong = veracity("evaluate", "a.xlsx", *ASK, "--sheet", "Blat")
    assert wrong.returncode == 2
    assert "'first', 'Blatt2'" in wrong.err
    listed = veracity("evaluate", "a.xlsx")
    assert "--true y --proba p" in listed.out
    assert vc.evaluate("y", y_proba="p", data=str(tmp_path / "a.xlsx"))["auroc"].value == 0.75


def test_excel_rows_are_those_of_the_sheet(veracity, tmp_path: Path) -> None:
    workbook(tmp_path / "a.xlsx", s=[[None, None], *ROWS, [1, None], ["x", 0.5]])
    done = veracity("evaluate", "a.xlsx", "--true", "y", "--proba", "p")
    assert done.returncode == 2
    workbook(tmp_path / "b.xlsx", s=[[None, None], *ROWS, [1, None], [0, 3]])
    done = veracity("evaluate", "b.xlsx", "--true", "y", "--proba", "p")
    assert "row 7 (the header being row 2" in done.err  # a blank row, the names, four rows
    assert "row 8 (the header being row 2" in done.err


def test_excel_without_its_reader_is_one_sentence(veracity, tmp_path: Path, monkeypatch) -> None:
    workbook(tmp_path / "a.xlsx", s=ROWS)
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    done = veracity("evaluate", "a.xlsx", *ASK)
    assert done.returncode == 2
    assert "pip install python-calamine" in done.err
    (tmp_path / "c.xlsx").write_bytes(b"PK\x03\x04 nothing of the kind")
    monkeypatch.undo()
    assert veracity("evaluate", "c.xlsx", *ASK).returncode == 2


def test_decimal_commas_are_read_and_said(veracity, tmp_path: Path) -> None:
    (tmp_path / "de.csv").write_text("y;p\n1;0,9\n0;0,2\n1;0,6\n0;0,7\n")
    assert veracity("evaluate", "de.csv", *ASK).out.startswith("auroc 0.750 [")
    done = veracity("evaluate", "de.csv", "--true", "y", "--proba", "p")
    assert "Read as decimal commas in 'p'" in done.out
    assert "--proba p" in veracity("evaluate", "de.csv").out
    (tmp_path / "quoted.csv").write_text('y,p\n1,"0,9"\n0,"0,2"\n1,"0,6"\n0,"0,7"\n')
    assert veracity("evaluate", "quoted.csv", *ASK).out.startswith("auroc 0.750 [")
    (tmp_path / "w.csv").write_text("y;c;w\n1;1;0,5\n0;0;1\n1;0;1,5\n")
    words = ("evaluate", "w.csv", "--true", "y", "--pred", "c", "--weight", "w")
    assert veracity(*words, "--metric", "recall").out.startswith("recall 0.250 [")  # 0.5 of 2
    (tmp_path / "labels.csv").write_text("y;c\n1,5;1,5\n2,5;1,5\n")
    assert "'1,5'" in veracity("evaluate", "labels.csv", "--true", "y", "--pred", "c").out + str(
        vc.evaluate("y", "c", data=str(tmp_path / "labels.csv")).confusion.labels
    )


@pytest.mark.parametrize(
    "cells",
    [
        ("0,9", "0.2", "0,6"),  # mixed
        ("1,234", "2,345", "8"),  # thousands, or not
        ("1.234,5", "2,5", "8,5"),  # both signs
        ("1,234,567", "0", "1"),
        ("0,9", "0,2", "hoch"),
    ],
)
def test_commas_that_may_be_two_things_are_refused_with_the_cause(
    veracity, tmp_path: Path, cells: tuple[str, ...]
) -> None:
    rows = "\n".join(f"{i % 2};{cell}" for i, cell in enumerate(cells))
    (tmp_path / "de.csv").write_text(f"y;p\n{rows}\n")
    done = veracity("evaluate", "de.csv", "--true", "y", "--score", "p")
    assert done.returncode == 2
    assert "decimal" in done.err
    assert len(done.err.strip().splitlines()) == 1


def test_a_point_far_below_is_not_read_as_another_number(veracity, tmp_path: Path) -> None:
    rows = "".join(f"{i % 2};0,{i % 89 + 10}\n" for i in range(3000))
    (tmp_path / "de.csv").write_text(f"y;p\n{rows}1;0.5\n")
    done = veracity("evaluate", "de.csv", "--true", "y", "--proba", "p")
    assert done.returncode == 2
    assert "row 3002 (the header being row" in done.err
    assert "decimal sign" in done.err


FINE = {
    "BOM": "\ufeffy,p\n1,0.9\n0,0.2\n1,0.6\n0,0.7\n".encode(),
    "blanks": b"y,p\n 1 , 0.9\n0 ,0.2\n1, 0.6\n0,0.7 \n",
    "CRLF": b"y,p\r\n1,0.9\r\n0,0.2\r\n1,0.6\r\n0,0.7\r\n",
    "tabs": b"y\tp\n1\t0.9\n0\t0.2\n1\t0.6\n0\t0.7\n",
    "quoted": b'"y","p"\n"1","0.9"\n"0","0.2"\n"1","0.6"\n"0","0.7"\n',
    "sep": b"sep=;\ny;p\n1;0,9\n0;0,2\n1;0,6\n0;0,7\n",
    "sep, BOM and CRLF": b"\xef\xbb\xbfsep=,\r\ny,p\r\n1,0.9\r\n0,0.2\r\n1,0.6\r\n0,0.7\r\n",
    "packed": gzip.compress(b"y,p\n1,0.9\n0,0.2\n1,0.6\n0,0.7\n"),
}


@pytest.mark.parametrize("kind", FINE)
def test_read_as_meant(veracity, tmp_path: Path, kind: str) -> None:
    (tmp_path / "a.csv").write_bytes(FINE[kind])
    done = veracity("evaluate", "a.csv", *ASK)
    assert (done.err, done.out[:11]) == ("", "auroc 0.750")


@pytest.mark.parametrize(
    ("header", "encoding", "guess"),
    [("y,p,Größe", "cp1252", "Windows-1252"), ("y,p,类别", "gbk", "GB18030")],
)
def test_an_encoding_is_guessed(veracity, tmp_path: Path, header, encoding, guess) -> None:
    (tmp_path / "a.csv").write_bytes(f"{header}\n1,0.9,x\n0,0.2,y\n".encode(encoding))
    assert f"probably {guess}." in veracity("evaluate", "a.csv", *ASK).err


def test_chinese_headers_and_text_classes(veracity, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("真实,概率\n患病,0.9\n健康,0.2\n患病,0.6\n健康,0.7\n")
    words = ("evaluate", "a.csv", "--true", "真实", "--proba", "患病=概率")
    assert veracity(*words, "--metric", "召回率", "--lang", "zh").out.startswith("召回率 1.000 [")
    without = veracity("evaluate", "a.csv", "--true", "真实", "--proba", "概率")
    assert without.returncode == 2
    assert "--pos-label" in without.err


def test_many_columns(veracity, tmp_path: Path) -> None:
    names = ",".join(f"c{i}" for i in range(3000))
    zeros = ",".join("0" for _ in range(3000))
    (tmp_path / "a.csv").write_text(f"y,p,{names}\n1,0.9,{zeros}\n0,0.2,{zeros}\n")
    assert veracity("evaluate", "a.csv", *ASK).returncode == 0
    assert len(veracity("evaluate", "a.csv").out.splitlines()) <= 60


WRONG = {
    "empty": b"",
    "header alone": b"y,p\n",
    "binary": bytes(range(256)) * 4,
    "not UTF-8": "y,p\nkrank\xe4,0.5\n".encode("latin-1"),
    "ragged": b"y,p\n1,0.5\n0,0.2,7\n",
    "open quote": b'y,p\n1,"0.5\n0,0.2\n',
    "percent": b"y,p\n1,90\n0,20\n",
    "percent signs": b"y,p\n1,90%\n0,20%\n",
    "one class": b"y,p\nyes,0.9\nyes,0.2\n",
    "no header": b"1,0.9\n0,0.2\n",
}


@pytest.mark.parametrize("kind", WRONG)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_refused_in_one_paragraph(veracity, tmp_path: Path, kind: str, lang: str) -> None:
    (tmp_path / "a.csv").write_bytes(WRONG[kind])
    done = veracity("evaluate", "a.csv", *ASK, "--lang", lang)
    assert done.returncode == 2
    assert done.out == ""
    assert len(done.err.strip().splitlines()) == 1
    assert "Traceback" not in done.err
    assert not {"y_true", "y_proba", "on_invalid"} & set(done.err.replace("=", " ").split())
    alone = veracity("evaluate", "a.csv", "--lang", lang)
    assert alone.returncode == 2
    assert "Traceback" not in alone.err + alone.out


NAMES_ELSEWHERE = {  # what stands above y,p (or in its place), and what is said
    "none": ("", "no column names", "yes, 0.9"),
    "title": ("Study 12, exported by X\n\n", "row 3 (y, p)", "the 2 rows above"),
    "title of cells": ("Study 12,\n,\n", "row 3 (y, p)", "the 2 rows above"),
    "comments": ("# made by X\n# on Monday\n", "row 3 (y, p)", "the 2 rows above"),
    "sep in quotes": ('"sep=,"\n', "row 2 (y, p)", "the 1 row above"),
}


@pytest.mark.parametrize("kind", NAMES_ELSEWHERE)
def test_names_that_are_not_in_the_first_row(veracity, tmp_path: Path, kind: str) -> None:
    above, *told = NAMES_ELSEWHERE[kind]
    rows = "yes,0.9\nno,0.2\nyes,0.6\nno,0.7\n"
    (tmp_path / "a.csv").write_text(above + ("y,p\n" if above else "") + rows)
    for words in (ASK, ()):
        done = veracity("evaluate", "a.csv", *words)
        assert (done.returncode, done.out) == (2, "")
        assert all(word in done.err for word in told), done.err
    assert (
        "表头" in (err := veracity("evaluate", "a.csv", *ASK, "--lang", "zh").err) or "列名" in err
    )


def test_names_below_a_title_in_excel(veracity, tmp_path: Path) -> None:
    workbook(tmp_path / "a.xlsx", s=[["Study 12", None], [None, None], *ROWS])
    for words in (ASK, ()):
        assert "row 3 (y, p)" in veracity("evaluate", "a.xlsx", *words).err


@pytest.mark.parametrize(
    "text",
    [
        "y,0,1,2\ncat,0.1,0.7,0.2\ndog,1,0,0\n",  # classes as names
        "q,r\ncat,dog\ndog,dog\n",
        "y,p\n1,0.9\n0,0.2\n",
        "id,q\na1,yes\na2,no\n",
        "q,r,s\n1,2\n3,4,5\n",
    ],
)
def test_names_in_the_first_row_are_no_data(veracity, tmp_path: Path, text: str) -> None:
    (tmp_path / "a.csv").write_text(text)
    for words in (("--true", "nowhere", "--pred", "neither"), ()):
        said = veracity("evaluate", "a.csv", *words)
        assert "header" not in said.err
        assert "column names" not in said.err


def test_rows_are_those_of_the_file(veracity, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("\n\ny,p\n1,0.5\n0,7\n")
    assert r"row 5 (the header being row 3" in veracity("evaluate", "a.csv", *ASK).err
    (tmp_path / "a.jsonl").write_text('{"y": 1, "p": 0.5}\n{"y": 0, "p": 7}\n')
    assert "row 2 (counted from 1" in veracity("evaluate", "a.jsonl", *ASK).err
    pq = pytest.importorskip("pyarrow.parquet")
    pa = pytest.importorskip("pyarrow")
    pq.write_table(pa.table({"y": [1, 0], "p": [0.5, 7.0]}), tmp_path / "a.parquet")
    assert "row 2 (counted from 1" in veracity("evaluate", "a.parquet", *ASK).err
    assert "第 2 行（从 1 数起）" in veracity("evaluate", "a.parquet", *ASK, "--lang", "zh").err


def test_blank_rows_inside_a_file_are_counted(veracity, tmp_path: Path) -> None:
    rows = ["", "y,p", "0,0.1", "", "1,0.9", "", '1,"zz"', "0,0.2", "", "1,yy", ""]
    (tmp_path / "a.csv").write_text("\n".join(rows))
    said = veracity("evaluate", "a.csv", "--true", "y", "--proba", "p").err
    assert "rows 7, 10 (the header being row 2" in said


@pytest.mark.parametrize(("ending", "sign"), [("_events.tsv", "\t"), (".csv", ";")])
def test_times_with_decimal_commas(veracity, tmp_path: Path, ending, sign) -> None:
    for name, rows in {"a": ["1,5 2,0", "10,25 3"], "b": ["1,0 2,5", "30 3,5"]}.items():
        lines = ["onset duration", rows[0], "", rows[1]]
        text = "\n".join(lines).replace(" ", sign) + "\n"
        (tmp_path / f"{name}{ending}").write_text(text)
        (tmp_path / f"{name}_points{ending}").write_text(text.replace(",", "."))
    words = ("--duration", "60", "--format", "json")
    commas = veracity("events", f"a{ending}", f"b{ending}", *words)
    points = veracity("events", f"a_points{ending}", f"b_points{ending}", *words)
    assert commas.returncode == 0
    assert json.loads(commas.out)["figures"] == json.loads(points.out)["figures"]
    (tmp_path / f"c{ending}").write_text(f"onset{sign}duration\n1,500{sign}2\n")
    said = veracity("events", f"c{ending}", f"b{ending}", *words)
    assert said.returncode == 2
    assert "decimal or a thousands separator" in said.err
