"""How many trials tell k shares apart, beside statsmodels 0.15.0 and R's pwr."""

import pytest

import veracity as vc
from veracity.errors import InputError
from veracity.planning.several_proportions import chi_squared_power

# statsmodels.stats.power.GofChisquarePower().solve_power(effect_size=w, n_bins=k, alpha=0.05,
# power=0.8) / k, with Cohen's w of the shares
STATSMODELS = [
    ((0.6, 0.7, 0.8), 101.16423311218709),
    ((0.9, 0.95), 435.6117590685373),
    ((0.5, 0.5, 0.6, 0.55), 394.22677717048646),
]


@pytest.mark.parametrize(("shares", "each"), STATSMODELS)
def test_trials_of_statsmodels(shares, each) -> None:
    plan = vc.plan("recall", proportions=shares)
    assert plan.trials == int(each) + 1
    assert plan.sets == len(shares)
    assert plan.achieved >= 0.8


def test_power_of_pwr() -> None:
    """R pwr 1.3: pwr.chisq.test(w=0.289, df=3, N=100, sig.level=0.05), power 0.6750777."""
    assert chi_squared_power(100 * 0.289**2, 3, 0.05) == pytest.approx(0.6750777, abs=5e-7)


def test_rows_words_and_what_is_refused() -> None:
    plan = vc.plan("recall", proportions=[0.6, 0.7, 0.8], prevalence=0.1, power=0.9)
    assert plan.rows == 10 * plan.trials
    assert "in each of 3 sets" in plan.text("en")
    assert "自由度为 2" in plan.text("zh")
    assert vc.plan("accuracy", proportions=[0.6, 0.7, 0.8]).rows == 102
    clustered = vc.plan("recall", proportions=[0.6, 0.8], cluster_size=5, icc=0.25)
    assert clustered.trials == 2 * vc.plan("recall", proportions=[0.6, 0.8]).trials
    for wrong in ([0.5], [0.5, 0.5], [0.5, 1.2]):
        with pytest.raises(InputError):
            vc.plan("recall", proportions=wrong)
    with pytest.raises(InputError):
        vc.plan("recall", proportions=[0.5, 0.6], difference=0.1)
    with pytest.raises(InputError):
        vc.plan("mcc", proportions=[0.5, 0.6])
