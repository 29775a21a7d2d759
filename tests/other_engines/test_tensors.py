"""Tensors reduced where they lie: the law of scores, exact tables and areas, labels, bad input."""

import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
import torch

import veracity as vc
from tests.laws import score_law
from veracity.engines.columns.tensor_library import TensorLibrary
from veracity.engines.rows import size_limits, tables
from veracity.engines.tensors import areas
from veracity.engines.tensors.code_space import CodeSpace
from veracity.engines.tensors.kernels import cell_runs, parts_of
from veracity.errors import InputError, InvalidRows
from veracity.statistics.grid.codes import codes_of

DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]


def _tensors(columns, device):
    return {
        name: torch.as_tensor(column, device=device) if column.dtype.kind in "biuf" else column
        for name, column in columns.items()
    }


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("rows_at_once", [1 << 26, 333])
@pytest.mark.parametrize("plan", sorted(score_law.PLANS.keys() - {"bad predictions"}))
def test_the_law(plan, rows_at_once, device, monkeypatch):
    """Counts bit for bit, the cells of every other engine, figures within their bounds.

    Labels that are bad are named at home: rows with such are reduced there.
    """
    score_law._exact(plan)  # of arrays, before tables are made small
    monkeypatch.setattr(tables, "EXACT_ROWS", 100)
    monkeypatch.setattr(size_limits, "DEVICE_ROWS", rows_at_once)
    found = score_law.check(plan, _tensors(score_law.columns(), device), lazy=True, engine="tensor")
    assert f"tensor (torch, {device}" in str(found.reading)


@pytest.mark.parametrize("rows_at_once", [1 << 26, 300])
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("role", ["y_proba", "y_score"])
@pytest.mark.parametrize("weighted", [False, True])
def test_exact_tables(dtype, role, weighted, rows_at_once, monkeypatch):
    monkeypatch.setattr(size_limits, "DEVICE_ROWS", rows_at_once)
    draw = np.random.default_rng(3)
    truth = torch.as_tensor(draw.integers(0, 2, 1000), dtype=torch.int8)
    score = torch.as_tensor(draw.random(1000)).to(dtype)
    if role == "y_score":
        score = (score - 0.5) * 8
        score[:4] = torch.tensor([0.0, -0.0, torch.inf, -torch.inf])
    weight = torch.as_tensor(draw.choice([0.0, 0.5, 3.0], 1000)) if weighted else None
    found = vc.evaluate(truth, **{role: score}, sample_weight=weight, engine="tensor")
    same = vc.evaluate(
        truth.numpy(),
        **{role: score.double().numpy()},
        sample_weight=None if weight is None else weight.numpy(),
    )
    assert "tensor" in str(found.reading)
    assert np.array_equal(found.scores.scores, same.scores.scores)
    assert np.allclose(found.scores.weight, same.scores.weight, rtol=1e-14, atol=0)
    assert found.rows == same.rows
    assert abs(found["auroc"].value - same["auroc"].value) <= 1e-15
    assert abs(found["auroc"].low - same["auroc"].low) <= 1e-12


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", [torch.int64, torch.uint8, torch.bool])
def test_labels(kind, weighted):
    draw = np.random.default_rng(4)
    classes = 2 if kind == torch.bool else 5
    truth, called = (torch.as_tensor(draw.integers(0, classes, 900)).to(kind) for _ in "ab")
    settings = {
        "cluster": torch.as_tensor(draw.integers(0, 30, 900) * 10**12),
        "group": {"site": draw.choice(["a", "b"], 900)},
    }
    if weighted:
        settings["sample_weight"] = torch.as_tensor(draw.random(900), dtype=torch.float32)
    found = vc.evaluate(truth, called, **settings, engine="tensor")
    assert "tensor" in str(found.reading)
    home = {k: v.numpy() if isinstance(v, torch.Tensor) else v for k, v in settings.items()}
    same = vc.evaluate(truth.numpy(), called.numpy(), **home)
    assert found.confusion.labels == same.confusion.labels
    assert np.allclose(found.confusion.counts, same.confusion.counts, rtol=1e-14, atol=0)
    for group in same.by_group:
        mine, his = found.by_group[group], same.by_group[group]
        assert np.allclose(mine.confusion.counts, his.confusion.counts, rtol=1e-14, atol=0)
    for key in ("accuracy", "kappa"):
        assert abs(found[key].value - same[key].value) <= 1e-14
        assert abs(found[key].high - same[key].high) <= 1e-12


@pytest.mark.parametrize("low", [2**53, 2**63 - 2, -(2**63), 2**24, -128])
def test_labels_that_no_float_tells_apart(low):
    draw = np.random.default_rng(9)
    truth, called = (low + draw.integers(0, 2, 900) for _ in "ab")
    found = vc.evaluate(torch.as_tensor(truth), torch.as_tensor(called), engine="tensor")
    assert "tensor" in str(found.reading)
    assert found.confusion.labels == (low, low + 1)
    assert found["accuracy"].value == np.mean(truth == called)


def test_labels_of_unsigned_numbers_that_torch_cannot_order():
    truth = torch.arange(900) % 3
    found = vc.evaluate(truth.to(torch.uint16), truth.to(torch.uint16), engine="tensor")
    assert found.confusion.counts.tolist() == np.diag([300.0] * 3).tolist()


@pytest.mark.parametrize("rows_at_once", [1 << 26, 333])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        ((0, 1), "int8"),
        ((0, 1), "uint8"),
        ((-1, 1), "int8"),
        ((0, 255), "uint8"),
        ((3, 5), "int64"),
    ],
)
def test_cells_of_truth_of_every_kind(labels, kind, wide, weighted, rows_at_once, monkeypatch):
    """Truth of bytes is joined to scores as it is, other truth by its place among the labels."""
    monkeypatch.setattr(size_limits, "DEVICE_ROWS", rows_at_once)
    draw = np.random.default_rng(11)
    truth = np.array(labels)[draw.integers(0, 2, 1000)]
    score = draw.random(1000).astype(np.float64 if wide else np.float32)
    weight = draw.integers(1, 5, 1000) / 4 if weighted else None
    more = {"pos_label": labels[1], "resolution": 9}
    found = vc.evaluate(
        torch.as_tensor(truth).to(getattr(torch, kind)),
        y_proba=torch.as_tensor(score),
        sample_weight=None if weight is None else torch.as_tensor(weight),
        engine="tensor",
        **more,
    )
    assert "tensor" in str(found.reading)
    weights = np.ones(1000) if weight is None else weight
    right = [
        [weights[(truth == a) & ((score >= 0.5) == called)].sum() for called in (False, True)]
        for a in labels
    ]
    assert found.confusion.counts.tolist() == right
    exact = vc.evaluate(truth, y_proba=score, sample_weight=weight, pos_label=labels[1])
    assert abs(found["auroc"].value - exact["auroc"].value) <= found["auroc"].bound + 1e-12


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize(("classes", "kind"), [(128, torch.int8), (130, torch.uint8)])
def test_more_classes_than_a_byte_can_divide_by(classes, kind, wide):
    draw = np.random.default_rng(12)
    truth = np.arange(600) % classes
    proba = torch.as_tensor(draw.dirichlet(np.ones(classes), 600))
    proba = proba if wide else (proba.float() / proba.float().sum(1, keepdim=True))
    found = vc.evaluate(
        torch.as_tensor(truth).to(kind), y_proba=proba, resolution=4, engine="tensor",
        sample_weight=torch.ones(600),
    )  # fmt: skip
    assert "tensor" in str(found.reading)
    assert found["accuracy"].value == pytest.approx(np.mean(proba.numpy().argmax(1) == truth))


def _area_by_pairs(truth, scores):
    positive, negative = scores[truth == 1], scores[truth == 0]
    above = int((positive[:, None] > negative).sum())
    equal = int((positive[:, None] == negative).sum())
    return float(Fraction(2 * above + equal, 2 * len(positive) * len(negative)))


@pytest.mark.parametrize("rows_at_once", [1 << 26, 100])
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16])
@pytest.mark.parametrize("kind", ["unit", "ties", "signed", "tiny", "ends"])
def test_exact_area_counts_pairs(kind, dtype, rows_at_once, monkeypatch):
    monkeypatch.setattr(size_limits, "DEVICE_ROWS", rows_at_once)
    draw = np.random.default_rng(5)
    scores = {
        "unit": draw.random(500),
        "ties": draw.integers(0, 6, 500) / 5,
        "signed": draw.normal(size=500) * 100,
        "tiny": draw.random(500) * 1e-40,
        "ends": draw.choice([0.0, -0.0, 1.0, 0.5], 500),
    }[kind]
    truth = draw.integers(0, 2, 500)
    tensor = torch.as_tensor(scores).to(dtype)
    found = areas.exact_area(torch.as_tensor(truth), tensor)
    assert found == _area_by_pairs(truth, tensor.double().numpy())


def test_area_is_right_where_single_precision_is_not():
    """10^6 float32 scores: ours is the exact ratio of whole numbers."""
    from torchmetrics.functional.classification import binary_auroc

    draw = np.random.default_rng(6)
    truth = draw.integers(0, 2, 1_100_000)
    score = (draw.random(len(truth)) * 0.8 + 0.2 * truth).astype(np.float32)
    tensors = torch.as_tensor(score), torch.as_tensor(truth)
    exact = vc.evaluate(truth, y_proba=score.astype(np.float64), resolution="exact")["auroc"].value
    ours = vc.evaluate(tensors[1], y_proba=tensors[0], engine="tensor")["auroc"].value
    assert abs(ours - exact) <= 1e-12
    assert abs(areas.exact_area(tensors[1], tensors[0]) - exact) <= 1e-12
    assert abs(float(binary_auroc(*tensors)) - exact) > 1e-9


def test_codes_of_single_precision_name_the_cells_of_doubles():
    draw = np.random.default_rng(7)
    for family in ("unit", "line"):
        scores = draw.random(4000).astype(np.float32)
        scores[:5] = 0.0, 1.0, 0.5, np.nextafter(np.float32(0.5), np.float32(0)), 2.0**-126
        if family == "line":
            scores = np.concatenate((scores * 1e3, -scores, [np.inf, -np.inf])).astype(np.float32)
        tensor = torch.as_tensor(scores)
        space = CodeSpace(TensorLibrary.of(tensor), family, 32)
        short = space.codes(tensor).numpy().astype(np.int64)
        full = codes_of(family, scores.astype(np.float64))
        assert np.array_equal(space.scores(short), scores.astype(np.float64) + 0.0)
        for bits in (3, 12, 20, 23):
            ours, theirs = short >> space.shift(bits), full >> (52 - bits)
            same = (ours[:, None] == ours[:300]) == (theirs[:, None] == theirs[:300])
            assert same.all()


def test_bad_input_is_said_as_of_arrays():
    truth = torch.tensor([0, 1] * 200)
    score = torch.linspace(0, 1, 400)
    broken = score.clone()
    broken[[3, 7]] = torch.nan
    with pytest.raises(InvalidRows) as of_tensor:
        vc.evaluate(truth, y_proba=broken, engine="tensor")
    with pytest.raises(InvalidRows) as of_array:
        vc.evaluate(truth.numpy(), y_proba=broken.numpy())
    assert str(of_tensor.value) == str(of_array.value)
    kept = vc.evaluate(truth, y_proba=broken, engine="tensor", on_invalid="drop")
    assert (kept.rows.used, kept.rows.refused) == (398, {"null_score": 2})
    with pytest.raises(InputError, match="different devices"):
        vc.evaluate(truth, y_proba=score.to("meta"), engine="tensor")
    with pytest.raises(InputError, match="400"):
        vc.evaluate(truth, y_proba=score[:-1], engine="tensor")
    with pytest.raises(InputError, match="tensor"):
        vc.evaluate(truth.numpy(), y_proba=score.numpy(), engine="tensor")


def test_tensors_that_learn_and_half_precision():
    logits = torch.randn(500, 4, requires_grad=True, generator=torch.Generator().manual_seed(1))
    truth = torch.arange(500) % 4
    for dtype in (torch.float32, torch.bfloat16, torch.float16):
        proba = torch.softmax(logits, 1).to(dtype)
        found = vc.evaluate(truth, y_proba=proba, engine="tensor")
        few = vc.evaluate(truth[:50], y_proba=proba[:50])
        best = proba.detach().double().numpy().argmax(1)
        assert found["accuracy"].value == np.mean(best == truth.numpy())
        assert few["accuracy"].value == np.mean(best[:50] == truth.numpy()[:50])


def test_no_database_is_imported():
    program = (
        "import sys, torch, veracity as vc\n"
        "from veracity.engines.rows import size_limits\n"
        "size_limits.LAZY_ROWS = 10\n"
        "y = torch.arange(100) % 2; p = torch.linspace(0, 1, 100)\n"
        "ev = vc.evaluate(y, y_proba=p, engine='tensor', resolution=8)\n"
        "assert 'tensor' in str(ev.reading); ev['auroc']; ev['f1']\n"
        "print([name for name in ('duckdb', 'polars', 'pandas') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


def test_tiny_scores_of_single_precision_lie_in_the_cells_of_doubles(monkeypatch):
    monkeypatch.setattr(tables, "EXACT_ROWS", 100)
    draw = np.random.default_rng(8)
    truth = torch.as_tensor(draw.integers(0, 2, 2000))
    score = torch.as_tensor(10.0 ** draw.uniform(-44, 0, 2000)).float()
    score[::50] = 0
    assert bool(((score > 0) & (score < 2.0**-126)).any())
    short, full = (
        vc.evaluate(truth, y_proba=one, resolution=8, engine="tensor")
        for one in (score, score.double())
    )
    score_law._same_cells(short.scores, full.scores)


@pytest.mark.parametrize("rows_at_once", [1 << 26, 100])
@pytest.mark.parametrize("bits", [0, 3, 12])
@pytest.mark.parametrize("thresholds", [[], [0.1, 0.5, 0.9999]])
@pytest.mark.parametrize("ends", [(0, 1), (0.1, 0.625)])
def test_runs_between_bounds(bits, thresholds, rows_at_once, ends, monkeypatch):
    """The cells of rows as numpy finds them one by one, at the ends of the range too."""
    monkeypatch.setattr(size_limits, "DEVICE_ROWS", rows_at_once)
    near = [0, -0.0, 1, 0.5, 1 - 2**-24, 0.5 - 2**-25, 0.5 + 2**-24, 2**-125, 0.1]
    draw = np.random.default_rng(bits)
    score = np.concatenate([near, near, draw.random(200), draw.beta(0.3, 0.3, 200)])
    score = np.clip(score, *ends).astype(np.float32) if ends[0] else score.astype(np.float32)
    slot = np.concatenate([np.zeros(9), np.ones(9), draw.integers(0, 2, 400)]).astype(np.int8)
    space = CodeSpace(TensorLibrary.of(torch.empty(0)), "unit", 32)
    parts = [(torch.tensor(slot[s]), torch.tensor(score[s]), None) for s in parts_of(len(slot))]
    runs = cell_runs(space, parts, 2, bits, thresholds, (score.min(), score.max()))
    cells = codes_of("unit", np.abs(score).astype(np.float64)) >> (52 - bits)
    side = np.searchsorted(thresholds, score, "right")
    _, first, inverse, rows = np.unique(
        np.stack([slot, cells, side]), axis=1, return_index=True, return_inverse=True,
        return_counts=True,
    )  # fmt: skip
    members = [np.abs(score[inverse.ravel() == i]) for i in range(len(first))]
    order = np.lexsort((runs.least, runs.slot))
    assert runs.slot[order].tolist() == slot[first].tolist()
    assert runs.rows[order].tolist() == rows.tolist()
    assert space.scores(runs.least[order]).tolist() == [some.min() for some in members]
    assert space.scores(runs.most[order]).tolist() == [some.max() for some in members]
