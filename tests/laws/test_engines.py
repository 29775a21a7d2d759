"""Every engine gives what every other gives: one data set, all containers, all files."""

import math

import duckdb
import narwhals as nw
import pytest

from tests.engines import containers
from tests.engines.one_table import ROWS, decided, sums_by_hand, table
from veracity.engines.reading.reading_labels import group_sum
from veracity.engines.validation.threshold_key import ThresholdKey
from veracity.statistics.labels import ordered

TABLE = table()
LABELS = ("y_true", "y_pred")
SITE = 'site "1"; --'


class Plan:
    """What is asked, by name, and the same from the values by hand."""

    def __init__(self, *, weight=None, kind="importance", **keys):
        self.keys, self.weight, self.kind = keys, weight, kind

    def by_hand(self, spell):
        values = []
        for key in self.keys.values():
            if isinstance(key, ThresholdKey):
                values.append(decided(TABLE[key.column][1], key.threshold, key.probability))
            else:
                values.append([spell(TABLE[key][0], value) for value in TABLE[key][1]])
        weight = None if self.weight is None else TABLE[self.weight][1]
        return values, *sums_by_hand(values, weight, self.kind != "frequency")

    def ask(self, data, **options):
        return group_sum(
            data,
            self.keys,
            weight=self.weight,
            weight_kind=self.kind,
            label_keys=LABELS,
            on_invalid="drop",
            **options,
        )


PLANS = {
    "text": Plan(y_true="text", y_pred="text called"),
    "integers": Plan(y_true="int", y_pred="int called"),
    "floats": Plan(y_true="float", y_pred="float called"),
    "booleans": Plan(y_true="bool", y_pred="bool called"),
    "booleans and integers": Plan(y_true="bool", y_pred="times"),
    "dates": Plan(y_true="date", y_pred="date called"),
    "one column twice": Plan(y_true="text", y_pred="text"),
    "groups and clusters": Plan(y_true="int", y_pred="int called", g=SITE, cluster="patient"),
    "weights": Plan(y_true="bool", y_pred="bool called", group=SITE, weight="weight"),
    "frequencies": Plan(y_true="bool", y_pred="bool", weight="times", kind="frequency"),
    "a score": Plan(y_true="bool", y_pred=ThresholdKey("score", 0.7)),
    "a short score": Plan(y_true="bool", y_pred=ThresholdKey("short score", 0.7), group=SITE),
    "both scores": Plan(
        y_true="bool", a=ThresholdKey("score", 0.1 + 0.2), b=ThresholdKey("short score", 0.25)
    ),
    "must lie between 0 and 1": Plan(y_true="bool", y_pred=ThresholdKey("logit", 0.7)),
    "any score": Plan(
        y_true="bool", y_pred=ThresholdKey("logit", 0.0, probability=False), weight="weight"
    ),
}
NAMES = [build.__name__ for build in containers.EVERY]


@pytest.fixture(scope="module", params=containers.EVERY, ids=NAMES)
def stored(request, tmp_path_factory):
    """The data set in one container, and how dates are spelled in it."""
    in_text = request.param in containers.TEXT_FILES

    def spell(kind, value):
        return str(value) if in_text and kind == "date" and value is not None else value

    folder = tmp_path_factory.mktemp(request.param.__name__)
    return request.param(TABLE, folder), spell


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_every_engine_gives_the_sums_of_the_rows(stored, plan):
    data, spell = stored
    if SITE in plan.keys.values() and not _finds(data, SITE):
        pytest.skip("this narwhals does not quote the names of columns on DuckDB")
    values, expected, refused = plan.by_hand(spell)
    grouped, account = plan.ask(data)
    assert (account.read, dict(account.refused)) == (ROWS, refused)
    assert account.used == ROWS - sum(refused.values())
    _check_levels(grouped, plan, values, expected)
    keys = list(zip(*(codes.tolist() for codes in grouped.codes), strict=True))
    assert keys == sorted(keys)
    named = [
        tuple(categories[code] for categories, code in zip(grouped.categories, key, strict=True))
        for key in keys
    ]
    assert dict(zip(named, grouped.rows.tolist(), strict=True)) == {
        key: sums[0] for key, sums in expected.items()
    }
    _check_weights(grouped, plan, [expected[key] for key in named])


def _finds(data, name):
    """Whether narwhals, where it is asked, can select a column of this name."""
    if not isinstance(data, nw.LazyFrame):
        return True
    try:
        data.select(nw.col(name).alias("x")).collect()
    except (nw.exceptions.ColumnNotFoundError, duckdb.Error):
        return False
    return True


def _check_levels(grouped, plan, values, expected):
    """Labels of the rows that are left, in order, of the right type; both sides of a cut."""
    for i, (key, categories) in enumerate(zip(plan.keys.values(), grouped.categories, strict=True)):
        left = [combination[i] for combination in expected]
        right = (False, True) if isinstance(key, ThresholdKey) else ordered(left)
        assert repr(categories) == repr(right)


def _check_weights(grouped, plan, expected):
    if plan.weight is None:
        assert grouped.weight is None
        assert grouped.squares is None
        return
    for found, right in zip(grouped.weight.tolist(), expected, strict=True):
        assert math.isclose(found, right[1], rel_tol=1e-12)
    if plan.kind == "frequency":
        assert grouped.squares is None
    else:
        for found, right in zip(grouped.squares.tolist(), expected, strict=True):
            assert math.isclose(found, right[2], rel_tol=1e-12)


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_columns_without_data_are_the_same(plan):
    def values(key):
        if isinstance(key, ThresholdKey):
            return ThresholdKey(TABLE[key.column][1], key.threshold, key.probability)
        return TABLE[key][1]

    keys = {name: values(key) for name, key in plan.keys.items()}
    weight = None if plan.weight is None else TABLE[plan.weight][1]
    options = {"weight_kind": plan.kind, "label_keys": LABELS, "on_invalid": "drop"}
    direct = group_sum(None, keys, weight=weight, **options)
    columns = {name: column for name, (_, column) in TABLE.items()}
    assert repr(plan.ask(columns)) == repr(direct)


def test_refusals_name_the_same_rows(stored):
    """Where rows have an order, all say which are bad; the first in a file if there are several."""
    data, _ = stored
    with pytest.raises(ValueError, match="y_pred") as caught:
        group_sum(data, {"y_true": "int", "y_pred": "int called"}, label_keys=LABELS)
    rows = [i for i, value in enumerate(TABLE["int called"][1]) if value is None]
    text = caught.value.text.en
    assert f"in {len(rows)} rows" in text
    if "the first are" in text:
        size = ROWS // 3 + 1
        several = "part-0" in text or "int=0" in text or "0.feather" in text
        if several:
            rows = [row for row in rows if row < size]
        assert f"rows {rows[0]}" in text
        assert all(f"{row} (" in text or f"{row}, " in text for row in rows[:3])
    else:
        assert type(data).__name__ == "LazyFrame"
