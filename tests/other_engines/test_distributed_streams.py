"""Streams of two torch DDP processes (gloo), merged, say what one process says of all rows."""

import os

import numpy as np
import pytest

import veracity as vc

torch = pytest.importorskip("torch")
ROWS, BATCHES, PROCESSES = 64, 6, 2


def _batch(number):
    draw = np.random.default_rng(number)
    return draw.normal(size=(ROWS, 3)).astype(np.float32), draw.integers(0, 2, ROWS)


def _model():
    torch.manual_seed(0)
    return torch.nn.Linear(3, 1)


def _work(rank, folder):
    """One process: a model wrapped in DDP, a stream of its own batches, all streams gathered."""
    import torch.distributed as together
    from torch.nn.parallel import DistributedDataParallel

    meeting = together.FileStore(f"{folder}/meet", PROCESSES)
    together.init_process_group("gloo", store=meeting, rank=rank, world_size=PROCESSES)
    model, stream = DistributedDataParallel(_model()), vc.Stream(resolution="exact")
    for number in range(rank, BATCHES, PROCESSES):
        inputs, truth = _batch(number)
        proba = torch.sigmoid(model(torch.from_numpy(inputs))).detach()[:, 0].double()
        stream.update(torch.from_numpy(truth), y_proba=proba, batch=(f"rank {rank}", number))
    gathered = [None] * PROCESSES
    together.all_gather_object(gathered, stream)
    if rank == 0:
        first, *others = gathered
        first.merge_state(others).save(f"{folder}/merged")
        meeting.set("merged", "yes")
    meeting.wait(["merged"])  # nobody leaves while another may still speak to it
    os._exit(0)  # where gloo's threads still run, the end of an interpreter may abort


def test_two_processes_of_ddp(tmp_path):
    torch.multiprocessing.spawn(_work, args=(str(tmp_path),), nprocs=PROCESSES)
    merged = vc.Stream.resume(tmp_path / "merged")
    rows = [_batch(number) for number in range(BATCHES)]
    inputs, truth = (np.concatenate(column) for column in zip(*rows, strict=True))
    proba = torch.sigmoid(_model()(torch.from_numpy(inputs))).detach()[:, 0].double().numpy()
    whole, found = vc.evaluate(truth, y_proba=proba, resolution="exact"), merged.compute()
    assert found.rows == whole.rows
    assert found.confusion == whole.confusion
    assert abs(found["auroc"].value - whole["auroc"].value) <= 1e-12
    assert merged._state.batches.last == {"rank 0": 4, "rank 1": 5}
    merged.update(truth, y_proba=proba, batch=("rank 1", 3))
    assert merged.skipped == 1
