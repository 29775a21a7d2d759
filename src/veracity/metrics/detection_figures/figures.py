"""Figures of boxes in pictures: what each asks, and of which detections it is made."""

from __future__ import annotations

from dataclasses import dataclass, replace

from veracity.errors import UnknownName, refuse
from veracity.parameters import Parameter, canonical_values, named_values, parsed, written_values
from veracity.words import Text

USUAL_IOU, USUAL_DETECTIONS = 0.5, 100


@dataclass(frozen=True, slots=True)
class DetectionFigure:
    """One figure of boxes; `iou` is the overlap asked for, None for the mean over all of them.

    `most` is how many detections of a class in a picture a recall may use; None for figures of
    precision.
    """

    key: str
    names: Text
    question: Text
    parameters: tuple[Parameter, ...] = ()
    iou: float | None = None
    most: int | None = None
    value: float | None = None

    @property
    def spelled(self) -> str:
        """The figure as a key."""
        given = {} if self.value is None else {self.parameters[0].name: self.value}
        return self.key + written_values(self.parameters, given)

    @property
    def display_name(self) -> Text:
        """Its name, with the parameter."""
        at = self.iou if self.most is None else self.most
        if not self.parameters or at is None:
            return self.names
        sign = "IoU ≥ " if self.most is None else "n = "
        return Text(f"{self.names.en}, {sign}{at:g}", f"{self.names.zh}（{sign}{at:g}）")


IOU = Parameter(
    "iou",
    USUAL_IOU,
    Text("least intersection over union", "最小交并比"),
    between=(0.0, 1.0),
    ends=(False, True),
)
MOST = Parameter(
    "n",
    USUAL_DETECTIONS,
    Text("most detections of a class in a picture", "每张图每类最多的检测数"),
    between=(1, 1_000_000),
    whole_from=1,
)
DETECTION_FIGURES: dict[str, DetectionFigure] = {
    one.key: one
    for one in (
        DetectionFigure(
            "map",
            Text("Mean average precision", "平均查准率均值（mAP）"),
            Text(
                "How well do falling scores sort right boxes before false ones, over all classes "
                "and all overlaps asked for?",
                "在所有类别和所有重叠要求下，按分数排序时正确的框在多大程度上排在错误的框之前？",
            ),
        ),
        DetectionFigure(
            "map_50",
            Text("Mean average precision, IoU ≥ 0.5", "平均查准率均值（IoU ≥ 0.5）"),
            Text(
                "The same where half of the union is overlap enough?",
                "交并比达到一半即可时又如何？",
            ),
            iou=0.5,
        ),
        DetectionFigure(
            "ap",
            Text("Average precision", "平均查准率（AP）"),
            Text(
                "How well do scores sort right boxes before false ones at this overlap?",
                "在这一重叠要求下，按分数排序时正确的框在多大程度上排在错误的框之前？",
            ),
            (IOU,),
            iou=USUAL_IOU,
            value=USUAL_IOU,
        ),
        DetectionFigure(
            "ar",
            Text("Average recall", "平均召回率（AR）"),
            Text(
                "Of the boxes there, how many does some detection find, on average over overlaps?",
                "在各重叠要求的平均下，参考框中有多少被发现？",
            ),
            (MOST,),
            most=USUAL_DETECTIONS,
            value=USUAL_DETECTIONS,
        ),
    )
}


def find_detection_figure(key: str) -> DetectionFigure:
    """The figure of a key, parameters and all.

    >>> find_detection_figure("ap(0.75)").iou, find_detection_figure("ar(10)").most
    (0.75, 10)
    """
    name, by_position, by_name = parsed(key)
    if name not in DETECTION_FIGURES:
        keys = ", ".join(DETECTION_FIGURES)
        raise refuse("detection_figure_unknown", UnknownName, key=repr(key), keys=keys)
    figure = DETECTION_FIGURES[name]
    values = named_values(name, figure.parameters, by_position, by_name)
    kept = canonical_values(name, figure.parameters, values)
    if not kept:
        return figure
    (value,) = kept.values()
    if figure.most is not None:
        return replace(figure, most=int(value), value=value)
    return replace(figure, iou=float(value), value=value)
