"""The script makes the shipped files again, and nothing leaks from the future into a row."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pandas as pd
import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"

pytestmark = pytest.mark.skipif(
    not (SCRIPTS / "make_examples.py").is_file(), reason="only a checkout has the scripts"
)


@pytest.fixture(scope="module")
def infections() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "infections_of_scripts", SCRIPTS / "infections.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def trial(infections: ModuleType) -> pd.DataFrame:
    return pd.read_csv(infections.TRIAL, index_col=0)


def test_the_files_are_made_again() -> None:
    done = subprocess.run(
        [sys.executable, SCRIPTS / "make_examples.py", "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_trial_is_the_published_one(trial: pd.DataFrame) -> None:
    patients = trial.groupby("id").agg(treat=("treat", "first"), infections=("status", "sum"))
    arms = patients.groupby("treat")["infections"]
    assert arms.size().to_dict() == {"placebo": 65, "rIFN-g": 63}
    assert arms.sum().to_dict() == {"placebo": 56, "rIFN-g": 20}
    assert arms.apply(lambda n: (n > 0).sum()).to_dict() == {"placebo": 30, "rIFN-g": 14}


@pytest.mark.parametrize("day", [30, 150, 270])
def test_features_do_not_know_what_comes_later(
    infections: ModuleType, trial: pd.DataFrame, day: int
) -> None:
    # every record that begins after the day is forgotten, every one that ends later is cut there
    past = trial[trial["tstart"] < day].copy()
    later = past["tstop"] > day
    past.loc[later, ["tstop", "status"]] = [day, 0]
    months = infections.patient_months(trial)
    until = months[months["month"] * infections.MONTH <= day].reset_index(drop=True)
    pd.testing.assert_frame_equal(until, infections.patient_months(past))


def test_the_models_are_not_told_where_a_patient_is_treated(
    infections: ModuleType, trial: pd.DataFrame
) -> None:
    elsewhere = trial.assign(**{"center": "one hospital", "hos.cat": "one region", "id": trial.id})
    here, there = (infections.known(infections.patient_months(t)) for t in (trial, elsewhere))
    assert (here == there).all()
