"""`veracity evaluate --plot KIND=FILE` writes pictures, and refuses what it cannot draw."""


def asked(veracity, predictions, *words):
    return veracity("evaluate", predictions.name, "--true", "truth", "--proba", "p", *words)


def test_pictures_are_written(veracity, predictions, tmp_path):
    done = asked(veracity, predictions, "--plot", "roc=a.svg", "--plot", "confusion=b.png")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a.svg").read_text("utf-8").lstrip().startswith("<")
    assert (tmp_path / "b.png").read_bytes()[:4] == b"\x89PNG"


def test_what_cannot_be_drawn_is_said(veracity, predictions, tmp_path):
    for given in ("roc", "roc=a.doc", "roses=a.svg"):
        done = asked(veracity, predictions, "--plot", given)
        assert done.returncode == 2, given
        assert b"Traceback" not in done.stderr
    assert not list(tmp_path.glob("a.*"))
