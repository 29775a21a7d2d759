"""Sites merged from their files: the rows of all, and nothing that does not belong together."""

import hashlib
import json

import numpy as np
import pytest
from click.testing import CliRunner

import veracity as vc
from veracity.cli.main import main
from veracity.errors import CannotMerge, InputError, StorageError


def _site(number, path=None, rows=200, **settings):
    draw = np.random.default_rng(number)
    truth = draw.integers(0, 2, rows)
    proba = np.clip(draw.normal(0.4 + 0.2 * truth, 0.2), 0, 1)
    ev = vc.evaluate(truth, y_proba=proba, **settings)
    if path is not None:
        ev.save(path)
    return truth, proba


@pytest.fixture
def sites(tmp_path):
    paths = [tmp_path / f"site_{i}" for i in range(3)]
    for number, path in enumerate(paths):
        _site(number, path)
    return paths


@pytest.fixture
def hashes(sites):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sites}


def test_a_manifest_with_folders(tmp_path):
    """As `sha256sum */part` writes it: parts of one name in folders are told apart."""
    for number, site in enumerate(("north", "south")):
        (tmp_path / site).mkdir()
        _site(number, tmp_path / site / "part")
    parts = [tmp_path / "north" / "part", tmp_path / "south" / "part"]
    sums = tmp_path / "sums"
    digests = [hashlib.sha256(part.read_bytes()).hexdigest() for part in parts]
    sums.write_text(f"{digests[0]}  north/part\n{digests[1]}  south/part\n")
    assert vc.merge(manifest=sums).rows.used == 400
    assert vc.merge(*parts, manifest=sums).rows.used == 400
    with pytest.raises(StorageError, match="south/part"):
        vc.merge(parts[0], manifest=sums)
    sums.write_text(f"{digests[1]}  north/part\n{digests[0]}  south/part\n")
    with pytest.raises(StorageError, match="north"):
        vc.merge(*parts, manifest=sums)


def test_merged_sites_are_all_rows_together(sites):
    truth, proba = (np.concatenate(c) for c in zip(*map(_site, range(3)), strict=True))
    whole, merged = vc.evaluate(truth, y_proba=proba), vc.merge(*sites)
    assert merged.confusion == whole.confusion
    assert merged.scores == whole.scores
    assert merged["auroc"] == whole["auroc"]
    assert merged.rows == whole.rows


def test_a_manifest_is_a_mapping_or_a_file_of_either_kind(sites, hashes, tmp_path):
    written = tmp_path / "m.json"
    written.write_text(json.dumps(hashes), "utf-8")
    sums = tmp_path / "SHA256SUMS"
    sums.write_text("".join(f"{h.upper()} *{name}\n" for name, h in hashes.items()), "utf-8")
    whole = vc.merge(*sites).to_json()
    for manifest in (hashes, written, str(sums)):
        assert vc.merge(*sites, manifest=manifest).to_json() == whole
    assert vc.merge(manifest=written).to_json() == whole


def _refused(kind, words, *paths, **more):
    with pytest.raises(kind) as found:
        vc.merge(*paths, **more)
    for word in words:
        assert word in found.value.text.en
    assert any("一" <= letter <= "鿿" for letter in found.value.text.zh)


def test_parts_that_differ_from_the_manifest_are_refused(sites, hashes, tmp_path):
    _refused(StorageError, ["1 part missing here", "'site_2'"], *sites[:2], manifest=hashes)
    fewer = {name: h for name, h in hashes.items() if name != "site_1"}
    _refused(StorageError, ["site_1 is not in the manifest"], *sites, manifest=fewer)
    _site(99, sites[1])
    words = ["site_1 differs from the manifest", hashes["site_1"][:12]]
    _refused(StorageError, words, *sites, manifest=hashes)
    sites[0].unlink()
    _refused(StorageError, ["site_0"], *sites, manifest=hashes)
    _refused(StorageError, ["site_0"], *sites)
    _refused(StorageError, ["nothing.json"], *sites[1:], manifest=tmp_path / "nothing.json")


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"a": 3}', '{"a": "12"}', "hello", "\xff\x00"])
def test_files_that_are_no_manifest_are_refused(text, sites, tmp_path):
    (tmp_path / "m").write_bytes(text.encode("latin-1"))
    _refused(StorageError, ["not a manifest"], *sites, manifest=tmp_path / "m")


def test_a_part_twice_is_refused(sites, tmp_path):
    (tmp_path / "copy").write_bytes(sites[0].read_bytes())
    _refused(CannotMerge, ["count twice"], *sites, tmp_path / "copy")
    _refused(InputError, ["Nothing to merge"])


def test_a_site_with_another_threshold_or_other_labels_is_named(sites, tmp_path):
    other = tmp_path / "other"
    _site(5, other, threshold=0.3)
    _refused(
        CannotMerge, ["other to the parts before it", "threshold is 0.5", "0.3"], *sites, other
    )
    for truth, words in (
        (["no", "yes"] * 9, ["classes 'no', 'yes'", "before it 'a', 'b', 'c'"]),
        (["a", "b", "d"] * 6, ["'a', 'b', 'd'"]),
    ):
        vc.evaluate(["a", "b", "c"] * 6, ["a", "b", "c"] * 6).save(tmp_path / "abc")
        vc.evaluate(truth, truth).save(other)
        _refused(CannotMerge, [*words, "labels="], tmp_path / "abc", other)


def test_a_site_may_lack_a_class(tmp_path):
    for name, labels in (("few", ["a", "c"]), ("all", ["a", "b", "c"])):
        vc.evaluate(labels * 6, labels * 6).save(tmp_path / name)
    merged = vc.merge(tmp_path / "few", tmp_path / "all")
    assert merged.confusion.counts.tolist() == [[12, 0, 0], [0, 6, 0], [0, 0, 12]]


def test_the_command_writes_and_checks_manifests(sites, tmp_path):
    written, run = str(tmp_path / "m.json"), CliRunner().invoke
    names = [str(site) for site in sites]
    made = run(main, ["merge", *names, "--write-manifest", written, "--format", "json"])
    assert made.exit_code == 0, made.output
    checked = run(main, ["merge", "--manifest", written, "--format", "json"])
    assert checked.exit_code == 0, checked.output
    figures = [json.loads(run.output)["metrics"] for run in (checked, made)]
    assert figures[0] == figures[1]
    _site(99, sites[1])
    wrong = run(main, ["merge", *names, "--manifest", written])
    assert wrong.exit_code == 2
    assert "SHA-256" in wrong.output
    nothing = run(main, ["merge"])
    assert nothing.exit_code == 2
