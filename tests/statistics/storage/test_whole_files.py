"""Writing follows links and does not replace devices."""

import os
from pathlib import Path

import pytest

from veracity.errors import StorageError
from veracity.files import written_whole


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    link.symlink_to(real)
    with written_whole(link) as stream:
        stream.write(b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs a device that is full")
def test_a_device_is_written_to_and_stays_a_device() -> None:
    with pytest.raises(StorageError, match="/dev/full"), written_whole("/dev/full") as stream:
        stream.write(b"x" * 100_000)
    assert Path("/dev/full").is_char_device()
    with written_whole(os.devnull) as stream:
        stream.write(b"x")
    assert Path(os.devnull).is_char_device()
