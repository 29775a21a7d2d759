"""Tensors of torch, CuPy and JAX: found without importing these, and the few functions used.

The three spell most of the array API alike; what they spell differently is here, once.
"""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.column import library_of

Tensor = Any  # of torch, CuPy or JAX: none of them is imported here
_BYTE_SUMS = 8 * 255  # truth values whose sums fit into the bytes of a number of 64 bits
_FLOATS = {"float16": 2, "bfloat16": 2, "float32": 4, "float64": 8}


def device_of(tensor: Tensor) -> str:
    """Where a tensor lies: "cpu", "cuda:0"."""
    library = library_of(tensor)
    if library == "torch":
        return str(tensor.device)
    if library == "cupy":
        return f"cuda:{tensor.device.id}"
    (device,) = tensor.devices()
    return "cpu" if device.platform == "cpu" else f"{device.platform}:{device.id}"


def on_device(given: object) -> bool:
    """Whether this is a tensor that numpy cannot read where it lies."""
    return bool(library_of(given)) and device_of(given) != "cpu"


def dtype_name(tensor: Tensor) -> str:
    """The type of its numbers as numpy would say it: "float32", "bfloat16", "bool"."""
    return str(tensor.dtype).rpartition(".")[2]


def float_bytes(tensor: Tensor) -> int:
    """The bytes of its floats; 0 if it holds none."""
    return _FLOATS.get(dtype_name(tensor), 0)


def brought_home(tensor: Tensor) -> NDArray[Any]:
    """The numbers as a numpy array; half precision that numpy lacks becomes float32, exactly."""
    library = library_of(tensor)
    if library == "torch":
        tensor = tensor.detach()
        tensor = tensor.float() if dtype_name(tensor) == "bfloat16" else tensor
        found: NDArray[Any] = tensor.cpu().numpy()
        return found
    if library == "cupy":
        return np.asarray(tensor.get())
    return np.asarray(tensor.astype("float32") if dtype_name(tensor) == "bfloat16" else tensor)


@dataclass(frozen=True, slots=True)
class TensorLibrary:
    """The functions of one of the packages; `xp` is the namespace that has most of them."""

    name: str
    xp: Any

    @classmethod
    def of(cls, tensor: Tensor) -> TensorLibrary:
        """That of a tensor, which is imported already: the tensor came from it."""
        name = library_of(tensor)
        if name == "jax":
            return cls(name, import_module("jax.numpy"))
        return cls(name, sys.modules[name])

    def wide_numbers(self) -> AbstractContextManager[Any]:
        """JAX has no 64 bits unless it is switched on, here for the block alone."""
        if self.name != "jax":
            return nullcontext()
        jax: Any = sys.modules["jax"]
        if not hasattr(jax, "enable_x64"):  # where older ones have it
            jax = import_module("jax.experimental")
        wide: AbstractContextManager[Any] = jax.enable_x64(True)
        return wide

    def cast(self, tensor: Tensor, dtype: str) -> Tensor:
        """The same numbers as another type."""
        if self.name == "torch":
            return tensor.detach().to(getattr(self.xp, dtype))
        return tensor.astype(dtype)

    def bits(self, tensor: Tensor, dtype: str) -> Tensor:
        """The same bits read as whole numbers."""
        return tensor.view(getattr(self.xp, dtype) if self.name == "torch" else dtype)

    def sent(self, numbers: NDArray[Any], like: Tensor) -> Tensor:
        """Numbers of ours on the device of a tensor."""
        if self.name == "torch":
            return self.xp.as_tensor(numbers, device=like.device)
        if self.name == "cupy":
            with like.device:
                return self.xp.asarray(numbers)
        return sys.modules["jax"].device_put(numbers, next(iter(like.devices())))

    def numbered(self, like: Tensor, rows: int) -> Tensor:
        """0, 1, 2 … so many, on the device of a tensor."""
        if self.name == "torch":
            return self.xp.arange(rows, device=like.device)
        if self.name == "cupy":
            with like.device:
                return self.xp.arange(rows)
        return sys.modules["jax"].device_put(self.xp.arange(rows), next(iter(like.devices())))

    def ordered(self, tensor: Tensor, *, in_place: bool = False) -> Tensor:
        """The numbers in order; on CUDA by CuPy's radix sort, which carries no indices along."""
        if self.name == "cupy" and in_place:
            tensor.sort()
            return tensor
        if self.name != "torch":
            return self.xp.sort(tensor)
        cupy = _cupy() if tensor.device.type == "cuda" else None
        if cupy is None:
            return self.xp.sort(tensor).values
        taken = tensor if in_place else tensor.clone()
        stream = self.xp.cuda.current_stream(tensor.device).cuda_stream
        with cupy.cuda.Device(tensor.device.index or 0), cupy.cuda.ExternalStream(stream):
            cupy.from_dlpack(taken).sort()  # the same memory
        return taken

    def order(self, tensor: Tensor) -> Tensor:
        """The indices that put it in order; equal numbers keep theirs."""
        if self.name == "cupy":
            return self.xp.argsort(tensor, kind="stable")
        return self.xp.argsort(tensor, stable=True)

    def ends(self, tensor: Tensor) -> tuple[Tensor, Tensor]:
        """The least and the most number, NaN if there is one, still on the device.

        torch finds both at once.
        """
        if self.name == "torch" and dtype_name(tensor) != "bool":
            low, high = self.xp.aminmax(tensor.detach())
            return low, high
        return tensor.min(), tensor.max()

    def indices(self, mask: Tensor) -> Tensor:
        """Where a mask is true."""
        return self.xp.where(mask)[0]

    def number_true(self, mask: Tensor) -> Tensor:
        """How many are true, one number on the device.

        torch would widen each to 64 bits first: eight are added at once.
        """
        if self.name != "torch":
            return mask.sum().reshape(1)
        whole = len(mask) - len(mask) % _BYTE_SUMS
        eights = mask[:whole].view(self.xp.int64).reshape(-1, 255).sum(1)  # no byte passes 255
        return (eights.view(self.xp.uint8).sum() + mask[whole:].sum()).reshape(1)

    def searchsorted(self, edges: Tensor, tensor: Tensor, side: str) -> Tensor:
        """`searchsorted`: how many of the edges come before each number."""
        return self.xp.searchsorted(edges, tensor, side=side)

    def together(self, tensors: list[Tensor]) -> Tensor:
        """One after the other."""
        return tensors[0] if len(tensors) == 1 else self.xp.concatenate(tensors)

    def counted(self, codes: Tensor, size: int, weight: Tensor | None = None) -> Tensor:
        """How often each code occurs, or what it weighs in all."""
        if weight is None:
            return self.xp.bincount(codes, minlength=size)
        return self.xp.bincount(codes, weights=weight, minlength=size)


def _cupy() -> Any:
    """CuPy, if there is one beside torch; its arrays then share torch's memory."""
    try:
        return import_module("cupy")
    except ImportError:
        return None
