"""A metric for training loops of PyTorch: a `torchmetrics.Metric`, so Lightning logs it."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from veracity.errors import MissingPackage, refuse
from veracity.evaluation.front.evaluating import evaluate
from veracity.evaluation.front.loading import load
from veracity.evaluation.inputs.matching_labels import parts_of_more, refuse_unmatched
from veracity.evaluation.single.saving import save
from veracity.metrics import find

try:
    import torch
    import torchmetrics
    from torch import Tensor
except ImportError as problem:
    raise refuse("integration_package_missing", MissingPackage, package="torchmetrics") from problem

if TYPE_CHECKING:
    from veracity.evaluation.single.evaluation import Evaluation

Kind = Literal["y_pred", "y_score", "y_proba"]
KINDS = ("y_pred", "y_score", "y_proba")
FIXED = ("data", "engine", "y_true", *KINDS)
MOST_PIECES = 32
LENGTH = 8  # bytes in which a piece says how long it is


class BatchMetric(torchmetrics.Metric):
    """Figures of batches, by the keys of `evaluate`; statistics are kept, rows are forgotten.

    `update(preds, target)`, in the order of torchmetrics. Whole numbers are labels; other numbers
    are probabilities, of class 1 or with a column for each class 0 … K−1, and refused outside of
    0 to 1: nothing is guessed from their range. Raw scores (logits) say so by `kind="y_score"`.
    One key gives a number, which `self.log` of Lightning takes; several give one for each key.
    `settings` are those of `evaluate`. An undefined figure is nan.

    What is kept adds up: processes are merged by joining their pieces (`dist_reduce_fx="cat"`),
    and the result is that of all rows at once. `evaluation()` gives all the rest: intervals,
    cautions, curves, a report.

    >>> metric = Metric(["auroc", "accuracy"])
    >>> metric.update(torch.tensor([0.2, 0.7, 0.4]), torch.tensor([0, 1, 1]))
    >>> metric.update(torch.tensor([0.6, 0.9]), torch.tensor([0, 1]))
    >>> {key: round(float(value), 3) for key, value in metric.compute().items()}
    {'auroc': 0.833, 'accuracy': 0.6}
    >>> print(metric.evaluation()["accuracy"])
    0.600 [0.231, 0.882]
    """

    is_differentiable = False
    full_state_update = False
    pieces: list[Tensor]

    def __init__(
        self, keys: str | Iterable[str], *, kind: Kind | None = None, **settings: Any
    ) -> None:
        mine = {name: value for name, value in settings.items() if name not in OF_TORCHMETRICS}
        super().__init__(**{n: v for n, v in settings.items() if n in OF_TORCHMETRICS})
        for name in FIXED:
            if name in mine:
                raise refuse("stream_setting", name=name)
        if kind is not None and kind not in KINDS:
            raise refuse("torch_kind_unknown", kind=repr(kind), kinds=", ".join(KINDS))
        self.one = isinstance(keys, str)
        self.keys_asked = (keys,) if isinstance(keys, str) else tuple(keys)
        self.better = [find(key).better for key in self.keys_asked]
        self.kind, self.settings = kind, mine
        self.add_state("pieces", [], dist_reduce_fx="cat")

    @property
    def higher_is_better(self) -> bool | None:
        """Of the one key; None where there are several, or where neither is better."""
        return {"higher": True, "lower": False}.get(self.better[0]) if self.one else None

    def update(self, preds: Tensor, target: Tensor, sample_weight: Tensor | None = None) -> None:
        """Count the rows of one batch; more axes than rows and classes are more rows."""
        kind = self.kind or ("y_proba" if preds.is_floating_point() else "y_pred")
        columns = flattened(preds, target, kind)
        settings: dict[str, Any] = dict(self.settings)
        if settings.get("labels") is None and kind != "y_pred":
            wide = columns.ndim == 2
            settings["labels"] = range(columns.shape[1]) if wide else (0, 1)
        if sample_weight is not None:
            settings["sample_weight"] = array_of(sample_weight).ravel()
        with parts_of_more():
            ev: Evaluation = evaluate(array_of(target).ravel(), **{kind: columns, **settings})
        self.pieces.append(as_piece(ev, preds.device))
        if len(self.pieces) > MOST_PIECES and self._worth_merging():
            self.pieces = [as_piece(_sum(self.pieces), preds.device)]

    def compute(self) -> Tensor | dict[str, Tensor]:
        """The value of the one key, or of each."""
        ev = self._whole()
        values = {
            key: torch.tensor(float(ev[key].value), device=self.device) for key in self.keys_asked
        }
        return values[self.keys_asked[0]] if self.one else values

    def evaluation(self) -> Evaluation:
        """The evaluation of everything so far, of all processes: each must call it."""
        with self.sync_context(dist_sync_fn=self.dist_sync_fn):
            return self._whole()

    def sync(self, *args: Any, **kwargs: Any) -> None:
        """Merge processes; one that counted nothing yet has a piece without bytes."""
        if not self.pieces:
            self.pieces = [torch.zeros(0, dtype=torch.uint8, device=self.device)]
        super().sync(*args, **kwargs)

    def _whole(self) -> Evaluation:
        held = self.pieces if isinstance(self.pieces, list) else [self.pieces]
        ev = _sum(held)
        if self.settings.get("labels") is None and ev.scores is None:
            refuse_unmatched(ev.confusion, ev.rows.used, self.settings.get("pos_label"))
        return ev

    def _worth_merging(self) -> bool:
        """Whether the first piece would at least double: then merging costs little in the end."""
        first, *rest = (len(piece) for piece in self.pieces)
        return sum(rest) >= first


Metric = BatchMetric

OF_TORCHMETRICS = frozenset(
    {
        "compute_on_cpu",
        "compute_with_cache",
        "dist_sync_on_step",
        "process_group",
        "dist_sync_fn",
        "distributed_available_fn",
        "sync_on_compute",
    }
)


def array_of(given: Tensor) -> np.ndarray[Any, Any]:
    """The numbers of a tensor; half precision, which numpy lacks in part, as single."""
    plain = given.detach().cpu()
    narrow = plain.dtype in (torch.bfloat16, torch.float16)
    found: np.ndarray[Any, Any] = (plain.float() if narrow else plain).numpy()
    return found


def flattened(preds: Tensor, target: Tensor, kind: str) -> np.ndarray[Any, Any]:
    """Rows, or rows × classes where predictions have an axis of classes after the first."""
    if preds.shape == target.shape:
        return array_of(preds).ravel()
    of_classes = preds.ndim == target.ndim + 1 and kind != "y_pred"
    if of_classes and (preds.shape[0], *preds.shape[2:]) == tuple(target.shape):
        return array_of(preds.movedim(1, -1).reshape(-1, preds.shape[1]))
    shapes = {"preds": tuple(preds.shape), "target": tuple(target.shape)}
    raise refuse("torch_shapes", **{name: str(shape) for name, shape in shapes.items()})


def as_piece(ev: Evaluation, device: torch.device) -> Tensor:
    """The statistics of an evaluation as bytes that begin with their number."""
    stream = io.BytesIO()
    save(ev, stream, bits=None, min_count=None, ids="keep")
    data = stream.getvalue()
    whole = len(data).to_bytes(LENGTH, "little") + data
    return torch.frombuffer(bytearray(whole), dtype=torch.uint8).to(device)


def _sum(pieces: Iterable[Tensor]) -> Evaluation:
    """All pieces added up, also where several were joined into one tensor."""
    found = []
    for piece in pieces:
        data = piece.detach().cpu().numpy().tobytes()
        while data:
            end = LENGTH + int.from_bytes(data[:LENGTH], "little")
            found.append(load(io.BytesIO(data[LENGTH:end])))
            data = data[end:]
    if not found:
        raise refuse("stream_empty")
    return reduce(add, found)
