"""A page that cannot be written ends the command with a sentence, and the old page stays."""

WORDS = ("--true", "truth", "--pred", "called")


def told(done):
    """One paragraph on stderr, the code of a mistake, and no traceback."""
    assert done.returncode == 2
    said = done.stderr.decode()
    assert said.startswith("veracity: ")
    assert said.count("\n") == 1
    assert "Traceback" not in said
    return said


def test_a_path_that_cannot_be_written(veracity, predictions):
    path = "predictions.csv/page.html"
    said = told(veracity("evaluate", predictions.name, *WORDS, "--report", path))
    assert f"Cannot write {path}: Not a directory. Nothing was changed." in said


def test_files_that_cannot_be_written_are_named_before_anything_is_read(
    veracity, predictions, tmp_path
):
    (tmp_path / "nothing.csv").write_text("")  # reading it would be refused
    for option, path, why in (
        ("--report", "nowhere/page.html", "No such file or directory"),
        ("--plot", "roc=nowhere/roc.svg", "No such file or directory"),
        ("--save", ".", "Is a directory"),
    ):
        said = told(veracity("evaluate", "nothing.csv", *WORDS, option, path))
        assert f"Cannot write {path.removeprefix('roc=')}: {why}. Nothing was changed." in said
    assert not (tmp_path / "nowhere").exists()


def test_a_full_device(veracity, predictions, tmp_path):
    (tmp_path / "page.html").symlink_to("/dev/full")
    said = told(veracity("evaluate", predictions.name, *WORDS, "--report", "page.html"))
    assert "No space left on device" in said


def test_in_chinese(veracity, predictions):
    options = ("--report", "nowhere/page.html", "--lang", "zh")
    said = told(veracity("evaluate", predictions.name, *WORDS, *options))
    assert "无法写入" in said


def test_an_older_page_is_replaced_and_nothing_else_is_said(veracity, predictions, tmp_path):
    page = tmp_path / "page.html"
    page.write_text("old " * 1_000_000)
    done = veracity("evaluate", predictions.name, *WORDS, "--report", page.name)
    assert done.returncode == 0
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert b"old old" not in page.read_bytes()
    assert done.stderr.decode().count("\n") <= 1
    assert "findfont" not in done.stderr.decode()


def test_no_file_that_is_read_is_written_over(veracity, predictions):
    before = predictions.read_bytes()
    for option, file in (("--save", f"./{predictions.name}"), ("--report", predictions.name)):
        said = told(veracity("evaluate", predictions.name, *WORDS, option, file))
        assert f"{option} " in said
        assert "would overwrite a file that is read. Choose another name." in said
    said = told(veracity("evaluate", "pred*.csv", *WORDS, "--save", predictions.name))
    assert "would overwrite" in said
    said = told(
        veracity(
            *("check", predictions.name, *WORDS, "--require", "f1 > 0"),
            *("--junit", predictions.name),
        )
    )
    assert "--junit" in said
    assert predictions.read_bytes() == before


def test_statistics_that_are_read_stay(veracity, predictions, tmp_path):
    assert veracity("evaluate", predictions.name, *WORDS, "--save", "s.veracity").returncode == 0
    before = (tmp_path / "s.veracity").read_bytes()
    told(veracity("merge", "s.veracity", "--write-manifest", "s.veracity"))
    told(veracity("check", "s.veracity", "--require", "f1 > 0", "--junit", "s.veracity"))
    assert (tmp_path / "s.veracity").read_bytes() == before


def test_two_files_of_one_name(veracity, predictions, tmp_path):
    same = ("--report", "same.json", "--save", "./same.json")
    said = told(veracity("evaluate", predictions.name, *WORDS, *same))
    assert "would both write" in said
    assert not (tmp_path / "same.json").exists()
