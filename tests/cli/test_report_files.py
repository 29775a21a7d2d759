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
