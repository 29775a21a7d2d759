"""The metric for training loops: batches, processes and devices give what one pass gives."""

import copy
import math
import pickle
import socket
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import torch
import torchmetrics
from torchmetrics.classification import BinaryAUROC, MulticlassF1Score

import veracity as vc
from veracity.errors import VeracityError
from veracity.integrations.torch import MOST_PIECES, Metric

RNG = np.random.default_rng(7)
TARGET = torch.from_numpy(RNG.integers(0, 2, 700))
PREDS = torch.from_numpy(
    np.round(RNG.random(700) * 0.6 + 0.4 * TARGET.numpy() * RNG.random(700), 2)
)
CUTS = [0, 13, 13, 250, 251, 600, 700]


def in_batches(metric: Metric, *columns: torch.Tensor) -> Metric:
    for start, stop in pairwise(CUTS):
        if stop > start:
            metric.update(*(column[start:stop] for column in columns))
    return metric


def test_batches_give_what_one_pass_gives() -> None:
    keys = ["auroc", "accuracy", "mcc", "brier", "average_precision"]
    metric = in_batches(Metric(keys), PREDS, TARGET)
    assert isinstance(metric, torchmetrics.Metric)
    whole = vc.evaluate(TARGET.numpy(), y_proba=PREDS.numpy())
    found = metric.compute()
    for key in keys:
        assert float(found[key]) == pytest.approx(whole[key].value, abs=1e-7), key
        ours = metric.evaluation()[key]
        assert (ours.value, ours.low, ours.high) == (
            whole[key].value,
            whole[key].low,
            whole[key].high,
        )
    theirs = BinaryAUROC()(PREDS, TARGET)
    assert float(found["auroc"]) == pytest.approx(float(theirs), abs=1e-6)


def test_labels_and_columns_of_classes() -> None:
    scores = torch.from_numpy(RNG.random((400, 4)))
    target = torch.from_numpy(RNG.integers(0, 4, 400))
    share = scores / scores.sum(1, keepdim=True)
    metric = Metric("macro_f1")
    metric.update(share[:100], target[:100])
    metric.update(share[100:], target[100:])
    theirs = MulticlassF1Score(4, average="macro")(share, target)
    assert float(metric.compute()) == pytest.approx(float(theirs), abs=1e-6)
    labels = Metric("macro_f1")
    labels.update(share.argmax(1)[:3], target[:3])  # not every class is in the first batch
    labels.update(share.argmax(1)[3:], target[3:])
    assert float(labels.compute()) == pytest.approx(float(theirs), abs=1e-6)
    pictures = Metric("accuracy")
    pictures.update(share.reshape(20, 20, 4).movedim(-1, 1), target.reshape(20, 20))
    assert float(pictures.compute()) == pytest.approx(
        float((share.argmax(1) == target).mean(dtype=float))
    )


def test_forward_gives_the_batch_and_keeps_all() -> None:
    metric = Metric("accuracy")
    first = metric(torch.tensor([0.9, 0.2]), torch.tensor([1, 1]))
    second = metric(torch.tensor([0.8, 0.7]), torch.tensor([1, 1]))
    assert (float(first), float(second), float(metric.compute())) == (0.5, 1.0, 0.75)
    metric.reset()
    metric.update(torch.tensor([0.9]), torch.tensor([1]))
    assert float(metric.compute()) == 1.0


def test_a_figure_of_a_batch_may_be_undefined() -> None:
    metric = Metric("auroc")
    assert math.isnan(float(metric(torch.tensor([0.9, 0.2]), torch.tensor([1, 1]))))
    metric.update(torch.tensor([0.5]), torch.tensor([0]))
    assert float(metric.compute()) == 0.5


def test_many_batches_stay_few_pieces_and_change_nothing() -> None:
    metric = Metric("auroc")
    for row in range(150):
        metric.update(PREDS[row : row + 1], TARGET[row : row + 1])
    assert len(metric.pieces) <= MOST_PIECES + 1
    whole = vc.measure("auroc", TARGET[:150].numpy(), y_score=PREDS[:150].numpy())
    assert float(metric.compute()) == pytest.approx(whole.value, abs=1e-7)


def test_states_merge_are_copied_and_pickled() -> None:
    one, two = Metric(["auroc"]), Metric(["auroc"])
    one.update(PREDS[:300], TARGET[:300])
    two.update(PREDS[300:], TARGET[300:])
    one.merge_state(two)
    whole = vc.measure("auroc", TARGET.numpy(), y_score=PREDS.numpy()).value
    for metric in (one, copy.deepcopy(one), pickle.loads(pickle.dumps(one)), one.clone()):
        assert float(metric.compute()["auroc"]) == pytest.approx(whole, abs=1e-7)


def test_logits_weights_half_precision() -> None:
    logits = torch.logit(PREDS.clamp(0.01, 0.99))
    metric = Metric("auroc", kind="y_score")
    metric.update(logits, TARGET)
    assert float(metric.compute()) == pytest.approx(
        vc.measure("auroc", TARGET.numpy(), y_score=logits.numpy()).value, abs=1e-7
    )
    weights = torch.arange(1, 701).double()
    weighted = Metric("accuracy")
    weighted.update(PREDS, TARGET, sample_weight=weights)
    right = ((PREDS >= 0.5) == (TARGET == 1)).double()
    assert float(weighted.compute()) == pytest.approx(
        float((right * weights).sum() / weights.sum())
    )
    half = Metric("accuracy")
    half.update(torch.tensor([0.75, 0.25]).bfloat16(), torch.tensor([1, 0]))
    assert float(half.compute()) == 1.0


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(VeracityError, match="no_such_key"):
        Metric("no_such_key")
    with pytest.raises(VeracityError, match="kind"):
        Metric("auroc", kind="logits")
    with pytest.raises(VeracityError, match="shape"):
        Metric("auroc").update(torch.zeros(3), torch.zeros(4, dtype=torch.int64))
    with pytest.raises(VeracityError, match="y_proba"):
        Metric("auroc").update(torch.tensor([3.0, -2.0]), torch.tensor([1, 0]))
    with pytest.raises(VeracityError, match="data"):
        Metric("auroc", data="x.csv")
    assert Metric("brier").higher_is_better is False
    assert Metric("auroc", sync_on_compute=False).sync_on_compute is False


def _process(rank: int, world: int, port: int, keys: Any, parts: Any, queue: Any) -> None:
    torch.distributed.init_process_group(
        "gloo", init_method=f"tcp://127.0.0.1:{port}", rank=rank, world_size=world
    )
    metric = Metric(keys)
    for start, stop in parts[rank]:
        metric.update(PREDS[start:stop], TARGET[start:stop])
    found = {key: float(value) for key, value in metric.compute().items()}
    own = metric.evaluation().rows.used
    queue.put((rank, found, own, sum(stop - start for start, stop in parts[rank])))
    torch.distributed.barrier()
    torch.distributed.destroy_process_group()


def test_processes_are_merged_also_one_without_rows() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    context = torch.multiprocessing.get_context("spawn")
    queue = context.Queue()
    keys, parts = ["auroc", "mcc"], [[(0, 100), (100, 390)], [(390, 700)], []]
    running = [
        context.Process(target=_process, args=(rank, 3, port, keys, parts, queue))
        for rank in range(3)
    ]
    for one in running:
        one.start()
    answers = [queue.get(timeout=120) for _ in running]
    for one in running:
        one.join(60)
    whole = vc.evaluate(TARGET.numpy(), y_proba=PREDS.numpy())
    for _, found, rows, _ in answers:
        assert rows == 700
        for key in keys:
            assert found[key] == pytest.approx(whole[key].value, abs=1e-7)
